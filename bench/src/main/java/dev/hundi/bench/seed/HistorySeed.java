package dev.hundi.bench.seed;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Days of payouts of all businesses with everything that the platform keeps about them:
 * events, postings, movements, bank attempts, webhooks with their attempts, statement
 * lines and their matches, search index. Of 200 payouts the bank refuses eight and
 * returns one; the first business makes a fifth of them, the twentieth a fiftieth.
 * Payouts are evenly spread over the days, between 6 and 22 o'clock in India.
 * <p>
 * Triggers and foreign keys are disabled meanwhile, and secondary indexes are dropped;
 * the result keeps every money rule.
 */
public final class HistorySeed {

	private static final List<String> TABLES = List.of("payout", "payout_event", "payout_utr", "bank_attempt",
			"ledger_transaction", "ledger_entry", "wallet_movement", "webhook_delivery", "webhook_attempt",
			"bank_statement", "bank_statement_line", "reconciliation_match_item", "payout_search");

	private static final long TOP_UP_PAISE = 5_000_000_000_000L;

	private final JdbcClient jdbc;

	/** Fills a database with businesses, each with a wallet and an endpoint. */
	public HistorySeed(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Inserts a closed and reconciled past, then days with statements that no run has
	 * collected.
	 * @param first day of the past, Asia/Kolkata
	 * @param days of the past
	 * @param payouts of the past
	 * @param openDays the days after the past
	 * @param payoutsADay on each of them
	 */
	public void create(LocalDate first, int days, long payouts, int openDays, int payoutsADay) {
		this.jdbc.sql("""
				CREATE FUNCTION seed_id(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS
				  'SELECT uuidv7(moment - clock_timestamp())'
				""").update();
		List<String> indexes = dropIndexes();
		businesses(first);
		partitions(first);
		this.jdbc.sql("CREATE TABLE seed_line (day date, number integer, business_id uuid, transaction_id uuid)")
			.update();
		add(first, days, payouts);
		reconciled(first, first.plusDays(days - 1L));
		add(first.plusDays(days), openDays, (long) openDays * payoutsADay);
		this.jdbc.sql("DROP TABLE seed_line, seed_business, seed_payee").update();
		searchable();
		indexes.forEach((index) -> this.jdbc.sql(index).update());
		this.jdbc.sql("DROP FUNCTION seed_id").update();
		TABLES.forEach((table) -> this.jdbc.sql("VACUUM (FREEZE, ANALYZE) " + table).update());
		this.jdbc.sql("ANALYZE wallet, beneficiary, search_bucket, reconciliation_statement").update();
	}

	/** Drops the indexes that are no constraints and returns their definitions. */
	private List<String> dropIndexes() {
		List<String> definitions = this.jdbc.sql("""
				SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
				 WHERE i.indrelid = ANY (:tables::text[]::regclass[])
				   AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
				 ORDER BY 1
				""").param("tables", TABLES.toArray(String[]::new)).query(String.class).list();
		this.jdbc.sql("""
				SELECT i.indexrelid::regclass::text FROM pg_index i
				 WHERE i.indrelid = ANY (:tables::text[]::regclass[])
				   AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
				""")
			.param("tables", TABLES.toArray(String[]::new))
			.query(String.class)
			.list()
			.forEach((name) -> this.jdbc.sql("DROP INDEX " + name).update());
		return definitions;
	}

	/** Forty beneficiaries and a large top-up for each business. */
	private void businesses(LocalDate first) {
		this.jdbc
			.sql("""
					CREATE TABLE seed_business AS
					SELECT row_number() OVER (ORDER BY w.account_id) - 1 AS number, w.business_id, w.account_id,
					       e.endpoint_id, seed_id(:first::date::timestamp AT TIME ZONE 'Asia/Kolkata' + interval '5 hours') AS top_up_id
					  FROM wallet w JOIN webhook_endpoint e ON e.business_id = w.business_id
					""")
			.param("first", first)
			.update();
		this.jdbc
			.sql("""
					INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc, vpa)
					SELECT business_id, 'BEN' || upper(lpad(to_hex(number * 100 + i), 8, '0')),
					       (ARRAY['Ramesh Kumar', 'Sita Nair', 'Imran Khan', 'Kavita Joshi', 'George Pillai'])[1 + i % 5] || ' ' || i,
					       (9000000000 + number * 100 + i)::text,
					       CASE WHEN i % 5 > 0 THEN (100000000000 + number * 100 + i)::text END,
					       CASE WHEN i % 5 > 0 THEN 'HDFC0000001' END,
					       CASE WHEN i % 5 = 0 THEN 'payee' || i || '@upi' END
					  FROM seed_business CROSS JOIN generate_series(0, 39) AS i
					""")
			.update();
		this.jdbc
			.sql("""
					CREATE TABLE seed_payee AS
					SELECT business_id, (row_number() OVER (PARTITION BY business_id ORDER BY beneficiary_code) - 1)::integer AS payee,
					       beneficiary_id, beneficiary_code, name, phone_number, account_number, ifsc, vpa
					  FROM beneficiary
					""")
			.update();
		this.jdbc.sql("ANALYZE seed_business, seed_payee").update();
	}

	/** The months of the past have partitions, as housekeeping makes them. */
	private void partitions(LocalDate first) {
		this.jdbc.sql("""
				SELECT create_month_partition('webhook_attempt', 'delivery_id', month::date)
				  FROM generate_series(date_trunc('month', :first::date - 1), now(), interval '1 month') AS month
				""").param("first", first).query().listOfRows();
	}

	private void add(LocalDate first, int days, long count) {
		unguarded(
				"""
						CREATE TABLE seed_plan AS
						SELECT n, day, b.business_id, b.account_id, b.endpoint_id, (n % 40)::integer AS payee, moment, ended, amount,
						       CASE WHEN n % 5 = 0 THEN 'U' WHEN n % 5 = 1 THEN 'N' ELSE 'I' END AS rail,
						       CASE WHEN n % 5 = 0 THEN 15 WHEN n % 5 = 1 THEN 12 ELSE 11 END AS clearing,
						       outcome, CASE outcome WHEN 'PAID' THEN 11 ELSE 12 END AS status,
						       CASE WHEN outcome <> 'FAILED' THEN '3' || to_char(day, 'YYMMDD') || lpad(n::text, 9, '0') END AS utr,
						       seed_id(moment) AS payout_id, seed_id(moment + interval '100 ms') AS debit_id,
						       seed_id(ended) AS settlement_id, seed_id(ended + interval '1 min') AS reversal_id,
						       seed_id(moment + interval '1 ms') AS created_event_id, seed_id(ended + interval '1 ms') AS ended_event_id
						  FROM (SELECT n, day, moment, moment + interval '1 second' * (1 + n % 7) AS ended,
						               10000 + n * 7919 % 5000000 AS amount,
						               CASE WHEN n % 200 = 0 THEN 'RETURNED' WHEN n % 200 < 9 THEN 'FAILED' ELSE 'PAID' END AS outcome,
						               floor(20 * power(n * 2654435761 % 1000 / 1000.0, 2)) AS number
						          FROM (SELECT n, :first::date + (n * :days / :count)::integer AS day,
						                       (:first::date + (n * :days / :count)::integer)::timestamp AT TIME ZONE 'Asia/Kolkata'
						                         + interval '6 hours' + interval '16 hours' * (n * :days % :count / :count::float) AS moment
						                  FROM generate_series(0::bigint, :count - 1) AS n) AS placed) AS made
						  JOIN seed_business b ON b.number = made.number
						 ORDER BY n
						""",
				Map.of("first", first, "days", (long) days, "count", count));
		this.jdbc.sql("ANALYZE seed_plan").update();
		payouts();
		postings();
		movements();
		webhooks();
		statements(first, days);
		this.jdbc.sql("DROP TABLE seed_plan").update();
	}

	private void payouts() {
		unguarded(
				"""
						INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
						                    beneficiary_phone, account_number, ifsc, vpa, rail, amount_paise, commission_paise, gst_paise,
						                    status, last_sequence, response_code, response_message, utr, bank_reference,
						                    merchant_reference_id, idempotency_key, updated_at, completed_at)
						SELECT s.business_id, s.payout_id, 'TXN' || to_char(s.day, 'YYYYMMDD') || upper(lpad(to_hex(s.n * 48271 % 1099511627775), 10, '0')),
						       b.beneficiary_id, b.beneficiary_code, b.name, b.phone_number, b.account_number, b.ifsc, b.vpa, s.rail,
						       s.amount, 400, 72, s.status, CASE s.outcome WHEN 'RETURNED' THEN 5 ELSE 4 END,
						       CASE s.outcome WHEN 'PAID' THEN 'SUCCESS' WHEN 'FAILED' THEN 'BANK_REJECTED' ELSE 'RETURNED_BY_BANK' END, 'Seeded',
						       s.utr, CASE WHEN s.utr IS NOT NULL THEN 'SB' || s.utr END,
						       'ORD-' || to_char(s.day, 'YYMMDD') || '-' || s.n, 'seed-' || to_char(s.day, 'YYMMDD') || '-' || s.n, s.ended, s.ended
						  FROM seed_plan s
						  JOIN seed_payee b ON b.business_id = s.business_id AND b.payee = s.payee
						 ORDER BY s.n
						""",
				Map.of());
		unguarded(
				"""
						INSERT INTO payout_event (business_id, payout_id, sequence, event_id, from_status, status, stage, source,
						                          response_code, response_message, utr, created_at)
						SELECT s.business_id, s.payout_id, e.sequence, e.event_id, e.from_status, e.status, e.stage, e.source, e.code,
						       'Seeded', e.utr, e.moment
						  FROM seed_plan s
						 CROSS JOIN LATERAL (VALUES
						   (1, s.created_event_id, NULL, 3, 'CREATED', 'API', 'INITIATED', NULL, s.moment),
						   (2, seed_id(s.moment + interval '100 ms'), 3, 4, 'WALLET_DEBITED', 'DEBIT', 'WALLET_DEBITED', NULL, s.moment),
						   (3, seed_id(s.moment + interval '200 ms'), 4, 4, 'DISPATCHED', 'DISPATCH', 'DISPATCHED', NULL, s.moment),
						   (4, s.ended_event_id, 4, CASE s.outcome WHEN 'FAILED' THEN 12 ELSE 11 END,
						    CASE s.outcome WHEN 'FAILED' THEN 'FAILED' ELSE 'SUCCESS' END, 'BANK',
						    CASE s.outcome WHEN 'FAILED' THEN 'BANK_REJECTED' ELSE 'SUCCESS' END, s.utr, s.ended),
						   (5, seed_id(s.ended + interval '1 min'), 11, 12, 'RETURNED', 'BANK', 'RETURNED_BY_BANK', s.utr, s.ended))
						   AS e (sequence, event_id, from_status, status, stage, source, code, utr, moment)
						 WHERE e.sequence < 5 OR s.outcome = 'RETURNED'
						 ORDER BY s.n
						""",
				Map.of());
		unguarded("""
				INSERT INTO payout_utr (utr, business_id, payout_id)
				SELECT utr, business_id, payout_id FROM seed_plan WHERE utr IS NOT NULL ORDER BY n
				""", Map.of());
		unguarded(
				"""
						INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, claimed_at, bank_reference,
						                          utr, updated_at)
						SELECT business_id, payout_id, 1, 'sandbox', 'HND' || upper(translate(payout_id::text, '-', '')),
						       CASE outcome WHEN 'FAILED' THEN 'FAILED' ELSE 'SUCCEEDED' END, moment,
						       CASE WHEN utr IS NOT NULL THEN 'SB' || utr END, utr, ended
						  FROM seed_plan ORDER BY n
						""",
				Map.of());
	}

	private void postings() {
		unguarded(
				"""
						INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id, reference, created_at)
						SELECT b.business_id, b.top_up_id, 'TOPUP', NULL, 'SEEDFUNDS' || b.number, now()
						  FROM seed_business b
						 WHERE NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.business_id = b.business_id)
						UNION ALL
						SELECT s.business_id, t.transaction_id, t.kind, s.payout_id, NULL, t.moment
						  FROM seed_plan s
						 CROSS JOIN LATERAL (VALUES ('PAYOUT_DEBIT', s.debit_id, s.moment), ('PAYOUT_SETTLEMENT', s.settlement_id, s.ended),
						                            ('PAYOUT_REVERSAL', s.reversal_id, s.ended)) AS t (kind, transaction_id, moment)
						 WHERE CASE t.kind WHEN 'PAYOUT_DEBIT' THEN true WHEN 'PAYOUT_SETTLEMENT' THEN s.outcome <> 'FAILED' ELSE s.outcome <> 'PAID' END
						""",
				Map.of());
		unguarded(
				"""
						INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
						SELECT b.business_id, b.top_up_id, e.line, e.account_id, e.amount
						  FROM seed_business b
						 CROSS JOIN LATERAL (VALUES (1, b.account_id, :topUp), (2, 1, -:topUp)) AS e (line, account_id, amount)
						 WHERE NOT EXISTS (SELECT FROM ledger_entry p WHERE p.business_id = b.business_id)
						UNION ALL
						SELECT s.business_id, e.transaction_id, e.line, e.account_id, e.amount
						  FROM seed_plan s
						 CROSS JOIN LATERAL (VALUES
						   (true, s.debit_id, 1, s.account_id, -s.amount - 472), (true, s.debit_id, 2, s.clearing, s.amount),
						   (true, s.debit_id, 3, 2, 400), (true, s.debit_id, 4, 3, 72),
						   (s.outcome <> 'FAILED', s.settlement_id, 1, s.clearing, -s.amount), (s.outcome <> 'FAILED', s.settlement_id, 2, 1, s.amount),
						   (s.outcome <> 'PAID', s.reversal_id, 1, s.account_id, s.amount + 472),
						   (s.outcome <> 'PAID', s.reversal_id, 2, CASE s.outcome WHEN 'FAILED' THEN s.clearing ELSE 1 END, -s.amount),
						   (s.outcome <> 'PAID', s.reversal_id, 3, 2, -400), (s.outcome <> 'PAID', s.reversal_id, 4, 3, -72))
						   AS e (posted, transaction_id, line, account_id, amount)
						 WHERE e.posted
						""",
				Map.of("topUp", TOP_UP_PAISE));
	}

	/** The movements continue those that a wallet has. */
	private void movements() {
		unguarded(
				"""
						INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
						                             balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
						                             ledger_transaction_id, payout_id, description, created_at)
						SELECT f.business_id, w.last_sequence + place, type, CASE WHEN signed > 0 THEN 'CREDIT' ELSE 'DEBIT' END, amount,
						       fee * 400, fee * 72, w.balance_paise + balance - signed, w.balance_paise + balance,
						       w.total_credit_paise + credits, w.credit_count + credited, transaction_id, payout_id, 'Seeded', moment
						  FROM (SELECT m.*, row_number() OVER so_far AS place, sum(signed) OVER so_far AS balance,
						               coalesce(sum(signed) FILTER (WHERE signed > 0) OVER so_far, 0) AS credits,
						               count(*) FILTER (WHERE signed > 0) OVER so_far AS credited
						          FROM (SELECT b.business_id, uuid_extract_timestamp(b.top_up_id) AS moment, 'TOPUP' AS type, :topUp::bigint AS amount,
						                       0 AS fee, :topUp::bigint AS signed, b.top_up_id AS transaction_id, NULL::uuid AS payout_id
						                  FROM seed_business b JOIN wallet w ON w.business_id = b.business_id AND w.last_sequence = 0
						                UNION ALL
						                SELECT business_id, moment, 'PAYOUT_DEBIT', amount, 1, -amount - 472, debit_id, payout_id FROM seed_plan
						                UNION ALL
						                SELECT business_id, ended + interval '1 min', 'PAYOUT_REVERSAL', amount, 1, amount + 472, reversal_id, payout_id
						                  FROM seed_plan WHERE outcome <> 'PAID') AS m
						        WINDOW so_far AS (PARTITION BY business_id ORDER BY moment, transaction_id)) AS f
						  JOIN wallet w ON w.business_id = f.business_id
						""",
				Map.of("topUp", TOP_UP_PAISE));
		unguarded(
				"""
						UPDATE wallet w SET last_sequence = m.sequence, balance_paise = m.balance_after_paise,
						       total_credit_paise = m.total_credit_paise, credit_count = m.credit_count, updated_at = m.created_at
						  FROM (SELECT DISTINCT ON (business_id) * FROM wallet_movement ORDER BY business_id, sequence DESC) AS m
						 WHERE w.business_id = m.business_id
						""",
				Map.of());
	}

	/** Two webhooks a payout, each delivered at once. */
	private void webhooks() {
		unguarded(
				"""
						WITH delivery AS (
						  INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, webhook_id, event, body, state,
						                                attempt_count, counted_attempts, begun_at, due_at, created_at, completed_at)
						  SELECT seed_id(e.moment + interval '50 ms'), s.business_id, s.endpoint_id, s.payout_id, e.event_id, e.event_id, e.event,
						         convert_to(json_build_object('payoutWebhookId', e.event_id, 'event', e.event, 'data', json_build_object(
						           'status', s.status, 'timestamp', e.moment, 'businessId', s.business_id, 'responseCode', 'SEEDED',
						           'transactionId', 'TXN20261121AAAAAAAAAA', 'responseMessage', 'Funds transferred to the beneficiary',
						           'payoutTransactionId', s.payout_id, 'merchantReferenceId', 'ORD-' || s.n, 'utr', s.utr))::text, 'UTF8'),
						         'DELIVERED', 1, 1, e.moment, NULL, e.moment, e.moment
						    FROM seed_plan s
						   CROSS JOIN LATERAL (VALUES ('Initiated', s.created_event_id, s.moment),
						           (CASE s.outcome WHEN 'FAILED' THEN 'Failed' ELSE 'Successful' END, s.ended_event_id, s.ended)) AS e (event, event_id, moment)
						   ORDER BY s.n
						  RETURNING delivery_id, created_at
						)
						INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status, response_body)
						SELECT delivery_id, 1, created_at, 12, 200, '{"ok":true}' FROM delivery
						""",
				Map.of());
	}

	/** One statement a day, whose lines are in the order of their postings. */
	private void statements(LocalDate first, int days) {
		unguarded("""
				CREATE TABLE seed_statement AS
				SELECT day::date AS day, uuidv7() AS bank_statement_id, :account::bigint AS nodal_account_id
				  FROM generate_series(:first::date, :first::date + :days::integer - 1, interval '1 day') AS day
				""", Map.of("account", account(), "first", first, "days", days));
		unguarded(
				"""
						WITH item AS MATERIALIZED (
						  SELECT i.*, row_number() OVER (PARTITION BY day ORDER BY transaction_id) AS number
						    FROM (SELECT (uuid_extract_timestamp(b.top_up_id) AT TIME ZONE 'Asia/Kolkata')::date AS day, b.business_id,
						                 b.top_up_id AS transaction_id, 'CREDIT' AS direction, :topUp::bigint AS amount, 'CREDIT' AS kind,
						                 'SEEDFUNDS' || b.number AS utr, NULL AS reference FROM seed_business b
						           WHERE NOT EXISTS (SELECT FROM seed_line)
						          UNION ALL
						          SELECT day, business_id, settlement_id, 'DEBIT', amount, 'PAYMENT', utr,
						                 'HND' || upper(translate(payout_id::text, '-', '')) FROM seed_plan WHERE outcome <> 'FAILED'
						          UNION ALL
						          SELECT day, business_id, reversal_id, 'CREDIT', amount, 'RETURN', utr,
						                 'HND' || upper(translate(payout_id::text, '-', '')) FROM seed_plan WHERE outcome = 'RETURNED') AS i
						), remembered AS (
						  INSERT INTO seed_line SELECT day, number, business_id, transaction_id FROM item
						)
						INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
						                                 booked_on, value_on, kind, utr, reference, narration)
						SELECT s.bank_statement_id, i.number, s.nodal_account_id, i.day, i.direction, i.amount, i.day, i.day, i.kind, i.utr, i.reference,
						       'Seeded ' || i.utr
						  FROM item i JOIN seed_statement s ON s.day = i.day ORDER BY i.day, i.number
						""",
				Map.of("topUp", TOP_UP_PAISE));
		unguarded(
				"""
						INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source, file_name,
						                            sha256, opening_paise, closing_paise, line_count, credit_paise, debit_paise)
						SELECT bank_statement_id, nodal_account_id, day, 'SEED-' || day, 'CAMT053', 'UPLOAD', 'seed.xml',
						       sha256(convert_to(day::text, 'UTF8')), before + sum(credits - debits) OVER so_far - credits + debits,
						       before + sum(credits - debits) OVER so_far, lines, credits, debits
						  FROM (SELECT s.*, count(l.line_number) AS lines,
						               coalesce((SELECT closing_paise FROM bank_statement ORDER BY business_date DESC LIMIT 1), 0) AS before,
						               coalesce(sum(l.amount_paise) FILTER (WHERE l.direction = 'CREDIT'), 0)::bigint AS credits,
						               coalesce(sum(l.amount_paise) FILTER (WHERE l.direction = 'DEBIT'), 0)::bigint AS debits
						          FROM seed_statement s
						          LEFT JOIN bank_statement_line l ON l.bank_statement_id = s.bank_statement_id
						         GROUP BY s.day, s.bank_statement_id, s.nodal_account_id) AS counted
						WINDOW so_far AS (ORDER BY day)
						""",
				Map.of());
		this.jdbc.sql("DROP TABLE seed_statement").update();
	}

	/**
	 * What the runs of the past have left: every line matched, its day signed off. One
	 * run stands for all, so the first closing after it reads every posting.
	 */
	private void reconciled(LocalDate first, LocalDate last) {
		Map<String, Object> days = Map.of("account", account(), "first", first, "last", last);
		unguarded(
				"""
						INSERT INTO reconciliation_run (nodal_account_id, business_date, requested_by, state, due_at, completed_at, signed_at,
						                                signed_by, bank_closing_paise, ledger_paise, late_paise, breaks_paise, violation_count)
						SELECT :account, :last, 'seed', 'SIGNED', NULL, now(), now(), 'other', closing_paise, closing_paise, 0, 0, 0
						  FROM bank_statement WHERE business_date = :last
						""",
				days);
		unguarded(
				"""
						INSERT INTO reconciliation_book (nodal_account_id, first_date, baseline_paise, collected_to, ledger_paise)
						SELECT :account, :first, 0, :last, closing_paise FROM bank_statement WHERE business_date = :last
						""",
				days);
		unguarded("UPDATE bank_statement SET status = 'ACCEPTED', day_position = 1", Map.of());
		unguarded("""
				INSERT INTO reconciliation_statement (bank_statement_id, run_id)
				SELECT bank_statement_id, (SELECT run_id FROM reconciliation_run) FROM bank_statement
				""", Map.of());
		unguarded(
				"""
						INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number, business_id, transaction_id)
						SELECT nextval('reconciliation_match_id'), 'UTR_AMOUNT', (SELECT run_id FROM reconciliation_run), s.bank_statement_id,
						       l.number, l.business_id, l.transaction_id
						  FROM seed_line l JOIN bank_statement s ON s.business_date = l.day
						""",
				Map.of());
	}

	private void searchable() {
		SearchSeed.index(this.jdbc, null);
		this.jdbc
			.sql("""
					UPDATE search_progress SET indexed_to = (SELECT event_id FROM payout_event ORDER BY event_id DESC LIMIT 1)
					 WHERE name = 'payout'
					""")
			.update();
	}

	private long account() {
		return this.jdbc.sql("SELECT nodal_account_id FROM nodal_account WHERE active").query(Long.class).single();
	}

	private void unguarded(String sql, Map<String, ?> parameters) {
		Unguarded.update(this.jdbc, sql, parameters);
	}

}

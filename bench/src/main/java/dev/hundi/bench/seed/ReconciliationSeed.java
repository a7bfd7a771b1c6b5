package dev.hundi.bench.seed;

import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Payouts of one business on one day with all postings, and the bank's statements of that
 * day and the next, with injected faults of every kind. Triggers and foreign keys are
 * disabled meanwhile; the result keeps every money rule except the one that a fault
 * breaks.
 */
public final class ReconciliationSeed {

	/**
	 * Counts of the injected faults, and how a payout differs between the bank and us.
	 */
	private static final String FAULTS = """
			ARRAY['TIMING', 'MISSING_IN_BANK', 'AMOUNT', 'STATUS', 'DUPLICATE', 'RETURN_WRONG', 'AMBIGUOUS', 'EVENTS', 'DOUBT',
			      'RETURN_EFFECT', 'KNOWN_RETURN', 'NO_UTR', 'BATCH', 'FAILED_AND_BACK', 'PROPOSED']""";

	private static final String FIRST_ID = "00000000-0000-7000-8000-0000000000a1";

	private static final String SECOND_ID = "00000000-0000-7000-8000-0000000000a2";

	private final JdbcClient jdbc;

	private final UUID business;

	private final long account;

	/**
	 * A seed for a business whose wallet is empty.
	 * @param account the active nodal account, without statements
	 */
	public ReconciliationSeed(JdbcClient jdbc, UUID business, long account) {
		this.jdbc = jdbc;
		this.business = business;
		this.account = account;
	}

	/**
	 * Inserts everything.
	 * @param day of the payouts, Asia/Kolkata; the next must be over too
	 * @param payouts how many
	 * @param each how often each fault is injected, an even number
	 * @param missingOf20 so many of 20 other payouts have no line; the bank books them on
	 * the next day
	 */
	public void create(LocalDate day, int payouts, int each, int missingOf20) {
		if (each % 2 != 0 || each * 15L > payouts) {
			throw new IllegalArgumentException("Each fault needs an even count, and all must fit into the payouts");
		}
		this.jdbc.sql("""
				CREATE FUNCTION seed_id(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS
				  'SELECT uuidv7(moment - clock_timestamp())'
				""").update();
		plan(day, payouts, each, missingOf20);
		payouts();
		postings();
		movements();
		statements(day, each);
		this.jdbc.sql("DROP TABLE seed_plan").update();
		this.jdbc.sql("DROP FUNCTION seed_id").update();
		for (String table : new String[] { "payout", "bank_attempt", "ledger_transaction", "ledger_entry",
				"wallet_movement", "payout_event", "bank_statement", "bank_statement_line" }) {
			this.jdbc.sql("VACUUM ANALYZE " + table).update();
		}
	}

	private void plan(LocalDate day, int payouts, int each, int missingOf20) {
		bare("""
				CREATE TABLE seed_plan AS
				SELECT n, fault, seed_id(moment) AS payout_id, seed_id(moment) AS debit_id, seed_id(moment + interval '1 second') AS settlement_id,
				       seed_id(moment + interval '2 seconds') AS reversal_id, moment,
				       CASE fault WHEN 'AMBIGUOUS' THEN 5000 + (n + 1) / 2 ELSE 10000 + n * 37 %% 5000000 END::bigint AS amount,
				       CASE WHEN fault = 'AMBIGUOUS' THEN 'AMB' || (n + 1) / 2 WHEN fault IN ('STATUS', 'DOUBT', 'FAILED_AND_BACK') THEN NULL
				            ELSE (325000000000 + n)::text END AS utr,
				       'HND' || upper(lpad(to_hex(n), 26, '0')) AS reference, (100000000000 + n)::text AS account_number,
				       CASE fault WHEN 'BATCH' THEN 'N' ELSE 'I' END AS rail,
				       CASE WHEN fault IN ('STATUS', 'FAILED_AND_BACK', 'KNOWN_RETURN') THEN 12 WHEN fault = 'DOUBT' THEN 4 ELSE 11 END AS status
				  FROM (SELECT n, coalesce((%s)[1 + (n - 1) / :each], CASE WHEN n %% 20 < :missing THEN 'TIMING' ELSE 'OK' END) AS fault,
				               (:day::timestamp AT TIME ZONE 'Asia/Kolkata') + interval '1 hour' + n * (interval '20 hours' / :payouts) AS moment
				          FROM generate_series(1, :payouts) AS n) AS numbered
				"""
			.formatted(FAULTS), each, missingOf20, payouts, day);
		this.jdbc.sql("ALTER TABLE seed_plan ADD PRIMARY KEY (n)").update();
		this.jdbc.sql("ANALYZE seed_plan").update();
	}

	private void payouts() {
		bare("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc)
				SELECT :business, 'BEN00000001', 'Ramesh Kumar', '9876543210', '123456789012', 'HDFC0000001'
				 WHERE NOT EXISTS (SELECT FROM beneficiary WHERE business_id = :business)
				""");
		bare("""
				INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
				                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, status,
				                    last_sequence, response_code, response_message, utr, completed_at)
				SELECT :business, s.payout_id, 'TXN20261121' || upper(lpad(to_hex(n), 10, '0')), b.beneficiary_id, b.beneficiary_code, b.name,
				       b.phone_number, s.account_number, b.ifsc, rail, amount, 400, 72, s.status, CASE fault WHEN 'EVENTS' THEN 3 ELSE 1 END,
				       'SEEDED', 'x', utr, CASE WHEN s.status <> 4 THEN moment END
				  FROM seed_plan s
				  JOIN beneficiary b ON b.business_id = :business
				""");
		bare("""
				INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
				                          response_message, created_at)
				SELECT :business, payout_id, place, CASE place WHEN 3 THEN 4 END, status, CASE place WHEN 1 THEN 'CREATED' ELSE 'SUCCESS' END,
				       'SEED', 'SEEDED', 'x', moment
				  FROM seed_plan CROSS JOIN (VALUES (1), (3)) AS events (place)
				 WHERE place = 1 OR fault = 'EVENTS'
				""");
		bare("""
				INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, claimed_at, due_at, utr)
				SELECT :business, payout_id, 1, 'sandbox', reference,
				       CASE WHEN status = 11 OR fault = 'KNOWN_RETURN' THEN 'SUCCEEDED' WHEN status = 12 THEN 'FAILED' ELSE 'IN_DOUBT' END, moment,
				       CASE status WHEN 4 THEN now() + interval '1 day' END, utr
				  FROM seed_plan
				""");
		bare("INSERT INTO bank_file (bank, message_id, rail) VALUES ('sandbox', 'SEEDED-FILE', 'N')");
		bare("""
				INSERT INTO bank_file_order (bank, reference, business_id, payout_id, attempt_number, rail, amount_paise, beneficiary_name,
				                             account_number, ifsc, transaction_id, message_id)
				SELECT 'sandbox', reference, :business, payout_id, 1, 'N', amount, 'Ramesh Kumar', account_number, 'HDFC0000001', 'TXN', 'SEEDED-FILE'
				  FROM seed_plan WHERE fault = 'BATCH'
				""");
	}

	private void postings() {
		bare("""
				INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id, reference, created_at)
				SELECT :business, debit_id, 'PAYOUT_DEBIT', payout_id, NULL, moment FROM seed_plan
				UNION ALL
				SELECT :business, settlement_id, 'PAYOUT_SETTLEMENT', payout_id, NULL, moment FROM seed_plan
				 WHERE status = 11 OR fault = 'KNOWN_RETURN'
				UNION ALL
				SELECT :business, reversal_id, 'PAYOUT_REVERSAL', payout_id, NULL, moment FROM seed_plan WHERE status = 12
				UNION ALL
				SELECT :business, seed_id(min(moment)), 'TOPUP', NULL, 'SEEDFUNDS', min(moment) FROM seed_plan
				""");
		bare("""
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				SELECT :business, t.transaction_id, entry.line, entry.account_id, entry.amount
				  FROM ledger_transaction t
				  JOIN seed_plan s ON s.payout_id = t.payout_id
				  JOIN wallet w ON w.business_id = :business
				 CROSS JOIN LATERAL (
				   SELECT * FROM (VALUES (1, w.account_id, -s.amount - 472), (2, CASE s.rail WHEN 'N' THEN 12 ELSE 11 END, s.amount), (3, 2, 400), (4, 3, 72))
				            AS debit (line, account_id, amount) WHERE t.kind = 'PAYOUT_DEBIT'
				   UNION ALL
				   SELECT * FROM (VALUES (1, CASE s.rail WHEN 'N' THEN 12 ELSE 11 END, -s.amount), (2, 1, s.amount))
				            AS settlement (line, account_id, amount) WHERE t.kind = 'PAYOUT_SETTLEMENT'
				   UNION ALL
				   SELECT * FROM (VALUES (1, w.account_id, s.amount + 472),
				                         (2, CASE WHEN s.fault = 'KNOWN_RETURN' THEN 1 WHEN s.rail = 'N' THEN 12 ELSE 11 END, -s.amount), (3, 2, -400), (4, 3, -72))
				            AS reversal (line, account_id, amount) WHERE t.kind = 'PAYOUT_REVERSAL') AS entry
				UNION ALL
				SELECT :business, t.transaction_id, entry.line, entry.account_id, entry.amount
				  FROM ledger_transaction t
				  JOIN wallet w ON w.business_id = :business
				 CROSS JOIN LATERAL (VALUES (1, w.account_id, 10000000000000), (2, 1, -10000000000000)) AS entry (line, account_id, amount)
				 WHERE t.reference = 'SEEDFUNDS'
				""");
	}

	private void movements() {
		bare("""
				INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
				                             balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
				                             ledger_transaction_id, payout_id, description, created_at)
				SELECT :business, sequence, type, CASE WHEN signed > 0 THEN 'CREDIT' ELSE 'DEBIT' END, amount, fee * 400, fee * 72,
				       balance - signed, balance, credits, credit_count, transaction_id, payout_id, 'Seeded', now()
				  FROM (SELECT row_number() OVER so_far AS sequence, m.*, sum(signed) OVER so_far AS balance,
				               sum(greatest(signed, 0)) OVER so_far AS credits, count(*) FILTER (WHERE signed > 0) OVER so_far AS credit_count
				          FROM (SELECT 'TOPUP' AS type, 0 AS part, 0 AS n, 10000000000000 AS amount, 0 AS fee, 10000000000000 AS signed, transaction_id,
				                       NULL::uuid AS payout_id FROM ledger_transaction WHERE business_id = :business AND reference = 'SEEDFUNDS'
				                UNION ALL
				                SELECT 'PAYOUT_DEBIT', 1, n, amount, 1, -amount - 472, debit_id, payout_id FROM seed_plan
				                UNION ALL
				                SELECT 'PAYOUT_REVERSAL', 2, n, amount, 1, amount + 472, reversal_id, payout_id FROM seed_plan WHERE status = 12) AS m
				        WINDOW so_far AS (ORDER BY part, n)) AS followed
				""");
		bare("""
				UPDATE wallet w SET last_sequence = m.sequence, balance_paise = m.balance_after_paise,
				       total_credit_paise = m.total_credit_paise, credit_count = m.credit_count, updated_at = m.created_at
				  FROM (SELECT * FROM wallet_movement WHERE business_id = :business ORDER BY sequence DESC LIMIT 1) AS m
				 WHERE w.business_id = :business
				""");
	}

	/** The second statement opens ₹50.00 too high. */
	private void statements(LocalDate day, int each) {
		lines(FIRST_ID, day,
				"""
						SELECT n, 'DEBIT', CASE fault WHEN 'AMOUNT' THEN amount + 100 ELSE amount END, 'PAYMENT',
						       CASE WHEN fault IN ('NO_UTR', 'PROPOSED') THEN NULL WHEN fault IN ('STATUS', 'DOUBT', 'FAILED_AND_BACK') THEN 'B' || n ELSE utr END,
						       CASE WHEN fault NOT IN ('AMBIGUOUS', 'PROPOSED') THEN reference END, NULL, account_number, NULL::integer
						  FROM seed_plan WHERE fault NOT IN ('TIMING', 'MISSING_IN_BANK', 'BATCH')
						UNION ALL
						SELECT n, 'DEBIT', amount, 'PAYMENT', 'AGAIN' || n, reference, NULL, account_number, NULL FROM seed_plan WHERE fault = 'DUPLICATE'
						UNION ALL
						SELECT n, 'CREDIT', CASE fault WHEN 'RETURN_WRONG' THEN amount - 1000 ELSE amount END, 'RETURN',
						       CASE WHEN fault IN ('FAILED_AND_BACK', 'RETURN_EFFECT') THEN 'BACK' || n ELSE utr END, reference, NULL, NULL, NULL
						  FROM seed_plan WHERE fault IN ('RETURN_WRONG', 'RETURN_EFFECT', 'KNOWN_RETURN', 'FAILED_AND_BACK')
						UNION ALL
						SELECT max(n), 'DEBIT', sum(amount)::bigint, 'BATCH', NULL, 'SEEDED-FILE', NULL, NULL, count(*)::integer
						  FROM seed_plan WHERE fault = 'BATCH' HAVING count(*) > 0
						UNION ALL
						SELECT 0, 'CREDIT', 10000000000000, 'CREDIT', 'SEEDFUNDS', NULL, virtual_account_number, NULL, NULL
						  FROM wallet WHERE business_id = :business
						UNION ALL
						SELECT 10000000 + i, 'CREDIT', 700000 + i, 'CREDIT', 'TOPUP' || i, NULL, virtual_account_number, NULL, NULL
						  FROM wallet CROSS JOIN generate_series(1, :each) AS i WHERE business_id = :business
						UNION ALL
						SELECT 20000000 + i, 'CREDIT', 800000 + i, 'CREDIT', 'STRAY' || i, NULL, 'NOBODY0001', NULL, NULL FROM generate_series(1, :each) AS i
						UNION ALL
						SELECT 30000000 + i, 'DEBIT', 900000 + i, 'PAYMENT', 'ALIEN' || i, 'ALIEN-REF' || i, NULL, NULL, NULL FROM generate_series(1, :each) AS i
						UNION ALL
						SELECT 40000000 + i * 2, 'DEBIT', i * 100, 'CHARGE', NULL, NULL, NULL, NULL, NULL FROM generate_series(1, :each) AS i
						UNION ALL
						SELECT 40000001 + i * 2, 'DEBIT', i * 18, 'GST', NULL, NULL, NULL, NULL, NULL FROM generate_series(1, :each) AS i
						""",
				0, each);
		long closing = this.jdbc.sql("SELECT closing_paise FROM bank_statement WHERE bank_statement_id = :id::uuid")
			.param("id", FIRST_ID)
			.query(Long.class)
			.single();
		lines(SECOND_ID, day.plusDays(1), """
				SELECT n, 'DEBIT', amount, 'PAYMENT', utr, reference, NULL, account_number, NULL::integer
				  FROM seed_plan WHERE fault = 'TIMING' AND :each >= 0
				""", closing + 5_000, each);
	}

	private void lines(String statement, LocalDate day, String lines, long openingPaise, int each) {
		String sql = """
				INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
				                                 booked_on, value_on, kind, rail, utr, reference, virtual_account_number, counterparty_account, item_count,
				                                 narration)
				SELECT :statement::uuid, row_number() OVER (ORDER BY place, direction DESC), :account, :day, direction, amount, :day, :day, kind, 'IMPS',
				       utr, reference, virtual_account, counterparty, items, 'IMPS-' || utr || '-' || reference
				  FROM (%s) AS line (place, direction, amount, kind, utr, reference, virtual_account, counterparty, items)
				"""
			.formatted(lines);
		Unguarded.update(this.jdbc, sql, Map.of("statement", statement, "account", this.account, "day", day, "each",
				each, "business", this.business));
		Unguarded.update(this.jdbc,
				"""
						INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source, file_name,
						                            sha256, opening_paise, closing_paise, line_count, credit_paise, debit_paise)
						SELECT :statement::uuid, :account, :day, 'SEED-' || :day, 'CAMT053', 'UPLOAD', 'seed.xml', sha256(convert_to(:statement, 'UTF8')),
						       :opening, :opening + credits - debits, lines, credits, debits
						  FROM (SELECT count(*) AS lines, coalesce(sum(amount_paise) FILTER (WHERE direction = 'CREDIT'), 0) AS credits,
						               coalesce(sum(amount_paise) FILTER (WHERE direction = 'DEBIT'), 0) AS debits
						          FROM bank_statement_line WHERE bank_statement_id = :statement::uuid) AS counted
						""",
				Map.of("statement", statement, "account", this.account, "day", day, "opening", openingPaise));
	}

	private void bare(String sql) {
		Unguarded.update(this.jdbc, sql, Map.of("business", this.business));
	}

	private void bare(String sql, int each, int missingOf20, int payouts, LocalDate day) {
		Unguarded.update(this.jdbc, sql, Map.of("each", each, "missing", missingOf20, "payouts", payouts, "day", day));
	}

}

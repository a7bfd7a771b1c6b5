package dev.hundi.reconciliation;

import java.sql.Types;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The passes over what no UTR has matched. Each confirms only unique pairs and removes
 * them from the open items, and so is idempotent.
 */
final class MatchItems {

	private static final int MANY_ALIKE = 20;

	private final JdbcClient jdbc;

	private final ReconciliationFigures figures;

	private final Matches matches;

	MatchItems(JdbcClient jdbc, ReconciliationFigures figures) {
		this.jdbc = jdbc;
		this.figures = figures;
		this.matches = new Matches(jdbc);
	}

	/** Continues a CTE {@code pair} with one line and one entry per row. */
	private static final String CONFIRM_PAIRS = """
			, confirmed AS (
			  INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number, business_id, transaction_id)
			  SELECT nextval('reconciliation_match_id'), :rule, :runId, bank_statement_id, line_number, business_id, transaction_id
			    FROM pair
			), line_closed AS (
			  DELETE FROM reconciliation_open_line o USING pair
			   WHERE o.bank_statement_id = pair.bank_statement_id AND o.line_number = pair.line_number
			), entry_closed AS (
			  DELETE FROM reconciliation_open_entry o USING pair WHERE o.transaction_id = pair.transaction_id
			)
			SELECT count(*), coalesce(sum(signed_paise), 0) FROM pair
			""";

	/** A line and an entry within the window of the rules, or any if there is none. */
	private static final String IN_WINDOW = """
			(:window::integer IS NULL
			 OR bank_days_between(least(%1$s.booked_on, %2$s.booked_on), greatest(%1$s.booked_on, %2$s.booked_on)) <= :window::integer)""";

	void byReference(ClaimedRun run, ReconciliationRules rules) {
		count(run, "REFERENCE_AMOUNT",
				this.jdbc
					.sql("""
							WITH line AS (
							  SELECT bank_statement_id, line_number, reference, signed_paise, booked_on,
							         count(*) OVER (PARTITION BY reference, signed_paise) AS alike
							    FROM reconciliation_open_line
							   WHERE nodal_account_id = :account AND NOT by_hand_only AND reference IS NOT NULL AND kind NOT IN ('CHARGE', 'GST')
							), entry AS (
							  SELECT business_id, transaction_id, reference, signed_paise, booked_on,
							         count(*) OVER (PARTITION BY reference, signed_paise) AS alike
							    FROM reconciliation_open_entry
							   WHERE nodal_account_id = :account AND NOT by_hand_only AND reference IS NOT NULL
							), pair AS (
							  SELECT line.bank_statement_id, line.line_number, entry.business_id, entry.transaction_id, line.signed_paise
							    FROM line
							    JOIN entry ON entry.reference = line.reference AND entry.signed_paise = line.signed_paise
							   WHERE line.alike = 1 AND entry.alike = 1 AND %s
							)"""
						.formatted(IN_WINDOW.formatted("line", "entry")) + CONFIRM_PAIRS)
					.param("window", rules.windowBankDays(), Types.INTEGER));
	}

	/**
	 * Matches one total with the payouts of a file: all its orders are open settlements,
	 * and their number and sum are the line's.
	 */
	void byBatchTotal(ClaimedRun run, ReconciliationRules rules) {
		count(run, "BATCH_TOTAL",
				this.jdbc
					.sql("""
							WITH line AS (
							  SELECT bank_statement_id, line_number, reference, signed_paise, item_count, booked_on,
							         count(*) OVER (PARTITION BY reference) AS alike
							    FROM reconciliation_open_line
							   WHERE nodal_account_id = :account AND NOT by_hand_only AND kind = 'BATCH' AND reference IS NOT NULL
							), ordered AS (
							  SELECT line.bank_statement_id, line.line_number, line.signed_paise, line.item_count, o.bank,
							         count(*) AS orders, count(e.transaction_id) AS settled, sum(e.signed_paise) AS settled_paise
							    FROM line
							    JOIN bank_file_order o ON o.message_id = line.reference
							    LEFT JOIN reconciliation_open_entry e
							      ON e.reference = o.reference AND e.kind = 'PAYOUT_SETTLEMENT' AND e.nodal_account_id = :account AND NOT e.by_hand_only
							     AND %s
							   WHERE line.alike = 1
							   GROUP BY line.bank_statement_id, line.line_number, line.signed_paise, line.item_count, o.bank
							), fits AS (
							  SELECT *, nextval('reconciliation_match_id') AS match_id FROM (
							    SELECT *, count(*) OVER (PARTITION BY bank_statement_id, line_number) AS banks FROM ordered) AS of_bank
							   WHERE banks = 1 AND orders = settled AND settled_paise = signed_paise AND coalesce(item_count, orders) = orders
							), member AS (
							  SELECT fits.match_id, fits.bank_statement_id, fits.line_number, e.business_id, e.transaction_id, e.signed_paise,
							         row_number() OVER (PARTITION BY fits.match_id ORDER BY e.transaction_id) AS place
							    FROM fits
							    JOIN bank_statement_line l ON l.bank_statement_id = fits.bank_statement_id AND l.line_number = fits.line_number
							    JOIN bank_file_order o ON o.bank = fits.bank AND o.message_id = l.reference
							    JOIN reconciliation_open_entry e ON e.reference = o.reference AND e.kind = 'PAYOUT_SETTLEMENT'
							), confirmed AS (
							  INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number, business_id, transaction_id)
							  SELECT match_id, :rule, :runId, CASE place WHEN 1 THEN bank_statement_id END,
							         CASE place WHEN 1 THEN line_number END, business_id, transaction_id
							    FROM member
							), line_closed AS (
							  DELETE FROM reconciliation_open_line o USING fits
							   WHERE o.bank_statement_id = fits.bank_statement_id AND o.line_number = fits.line_number
							), entry_closed AS (
							  DELETE FROM reconciliation_open_entry o USING member WHERE o.transaction_id = member.transaction_id
							)
							SELECT count(*), coalesce(sum(signed_paise), 0) FROM member
							"""
						.formatted(IN_WINDOW.formatted("line", "e")))
					.param("window", rules.windowBankDays(), Types.INTEGER));
	}

	/**
	 * The bank agrees with the ledger about a payout {@code p}: each of its postings is
	 * matched and none is reversed, and its lines sum to the amount if it is paid and to
	 * zero if not. Then its open lines can only cancel each other out. About a payout
	 * that is neither, the bank cannot agree yet: its lines settle or refund it.
	 */
	private static final String AGREES = """
			NOT EXISTS (SELECT FROM ledger_transaction t
			             WHERE t.business_id = p.business_id AND t.payout_id = p.payout_id
			               AND t.kind IN ('PAYOUT_SETTLEMENT', 'PAYOUT_REVERSAL')
			               AND NOT EXISTS (SELECT FROM reconciliation_match_item m WHERE m.transaction_id = t.transaction_id))
			AND NOT EXISTS (SELECT FROM reconciliation_reversal v WHERE v.payout_id = p.payout_id AND v.restored_transaction_id IS NULL)
			AND CASE p.status WHEN 11 THEN p.amount_paise WHEN 12 THEN 0 END IS NOT DISTINCT FROM """
			+ " " + PaidAtBank.NET_PAISE;

	/**
	 * Matches a debit with its return, of a payout that was never settled here, of one
	 * whose postings are all matched, or of none. Includes entries that the bank booked
	 * and reversed itself. A payout may be known by its UTR only, and be posted after the
	 * day. So a UTR that no payout has yet, beside no reference of ours, connects no
	 * lines while an order of their amount is open that was accepted by their day: the
	 * bank may report that UTR for it.
	 */
	void debitsWithReturns(ClaimedRun run) {
		count(run, "DEBIT_RETURN",
				this.jdbc
					.sql("""
							WITH ordered AS MATERIALIZED (
							  SELECT p.amount_paise, min(p.created_at) AS accepted_at FROM payout p
							   WHERE p.status = 4 AND NOT p.held
							     AND EXISTS (SELECT FROM bank_attempt a WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id OFFSET 0)
							   GROUP BY p.amount_paise
							), line AS (
							  SELECT o.bank_statement_id, o.line_number, o.signed_paise, o.kind,
							         coalesce('ref:' || o.reference, 'utr:' || o.utr, 'bank:' || o.bank_reference) AS key,
							         count(*) OVER (PARTITION BY coalesce('ref:' || o.reference, 'utr:' || o.utr, 'bank:' || o.bank_reference),
							                                     o.signed_paise) AS alike
							    FROM reconciliation_open_line o
							    LEFT JOIN ordered ON ordered.amount_paise = abs(o.signed_paise)
							     AND ordered.accepted_at < (o.booked_on + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
							   WHERE o.nodal_account_id = :account AND NOT o.by_hand_only
							     AND (ordered.amount_paise IS NULL OR o.utr IS NULL
							          OR EXISTS (SELECT FROM bank_attempt a WHERE a.reference = o.reference)
							          OR EXISTS (SELECT FROM payout_utr u WHERE u.utr = o.utr))
							     AND NOT EXISTS (SELECT FROM reconciliation_open_entry e WHERE e.reference = o.reference)
							     AND NOT EXISTS (SELECT FROM reconciliation_open_entry e WHERE e.utr = o.utr)
							     AND NOT EXISTS (SELECT FROM (SELECT business_id, payout_id FROM bank_attempt WHERE reference = o.reference
							                                   UNION
							                                  SELECT business_id, payout_id FROM payout_utr WHERE utr = o.utr) AS named
							                       JOIN payout p ON p.business_id = named.business_id AND p.payout_id = named.payout_id
							                      WHERE (p.status <> 12 OR EXISTS (
							                              SELECT FROM ledger_transaction t
							                               WHERE t.business_id = p.business_id AND t.payout_id = p.payout_id AND t.kind = 'PAYOUT_SETTLEMENT'))
							                        AND NOT (%s))
							), pair AS (
							  SELECT nextval('reconciliation_match_id') AS match_id, paid.bank_statement_id, paid.line_number,
							         back.bank_statement_id AS back_statement_id, back.line_number AS back_number, paid.signed_paise
							    FROM line paid
							    JOIN line back ON back.key = paid.key AND back.signed_paise = -paid.signed_paise
							   WHERE paid.signed_paise < 0 AND paid.alike = 1 AND back.alike = 1 AND back.kind IN ('RETURN', 'REVERSAL')
							      OR paid.signed_paise > 0 AND paid.alike = 1 AND back.alike = 1 AND back.kind = 'REVERSAL' AND paid.kind <> 'RETURN'
							), item AS (
							  SELECT match_id, bank_statement_id, line_number, signed_paise FROM pair
							  UNION ALL
							  SELECT match_id, back_statement_id, back_number, -signed_paise FROM pair
							), confirmed AS (
							  INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number)
							  SELECT match_id, :rule, :runId, bank_statement_id, line_number FROM item
							), line_closed AS (
							  DELETE FROM reconciliation_open_line o USING item
							   WHERE o.bank_statement_id = item.bank_statement_id AND o.line_number = item.line_number
							)
							SELECT count(*), coalesce(sum(signed_paise), 0) FROM item
							"""
						.formatted(AGREES)));
	}

	/**
	 * Proposes lines and entries of the same amount, at most three days apart, that have
	 * the same account, or UTRs that are at most two letters apart; at most five per
	 * line. An amount that more than {@value #MANY_ALIKE} open lines or entries have is
	 * not compared by UTR: every pair would be read.
	 */
	void propose(ClaimedRun run) {
		this.jdbc.sql("""
				DELETE FROM reconciliation_proposal p
				 WHERE NOT EXISTS (SELECT FROM reconciliation_open_line l
				                    WHERE l.bank_statement_id = p.bank_statement_id AND l.line_number = p.line_number)
				    OR NOT EXISTS (SELECT FROM reconciliation_open_entry e WHERE e.transaction_id = p.transaction_id)
				""").update();
		this.jdbc
			.sql("""
					WITH line AS MATERIALIZED (
					  SELECT *, count(*) OVER (PARTITION BY signed_paise) AS alike FROM reconciliation_open_line
					   WHERE nodal_account_id = :account AND kind NOT IN ('CHARGE', 'GST')
					), entry AS MATERIALIZED (
					  SELECT *, count(*) OVER (PARTITION BY signed_paise) AS alike FROM reconciliation_open_entry
					   WHERE nodal_account_id = :account
					), near AS (
					  SELECT l.bank_statement_id, l.line_number, e.transaction_id, abs(l.booked_on - e.booked_on) AS days_apart, 'ACCOUNT' AS basis
					    FROM line l
					    JOIN entry e ON e.signed_paise = l.signed_paise AND e.account_number = l.counterparty_account
					  UNION ALL
					  SELECT l.bank_statement_id, l.line_number, e.transaction_id, abs(l.booked_on - e.booked_on), 'UTR'
					    FROM line l
					    JOIN entry e ON e.signed_paise = l.signed_paise AND e.account_number IS DISTINCT FROM l.counterparty_account
					     AND levenshtein_less_equal(e.utr, l.utr, 2) <= 2
					   WHERE l.alike <= :many AND e.alike <= :many
					), best AS (
					  SELECT *, row_number() OVER (PARTITION BY bank_statement_id, line_number
					                               ORDER BY basis, days_apart, transaction_id) AS place
					    FROM near WHERE days_apart <= 3
					)
					INSERT INTO reconciliation_proposal (bank_statement_id, line_number, transaction_id, run_id, days_apart, basis)
					SELECT bank_statement_id, line_number, transaction_id, :runId, days_apart, basis FROM best WHERE place <= 5
					ON CONFLICT DO NOTHING
					""")
			.param("runId", run.runId())
			.param("account", run.accountId())
			.param("many", MANY_ALIKE)
			.update();
		this.figures.clear(run.runId(), "PROPOSED");
		this.jdbc
			.sql("""
					SELECT 'AMOUNT_' || p.basis, count(*), coalesce(sum(l.signed_paise), 0)
					  FROM reconciliation_proposal p
					  JOIN reconciliation_open_line l ON l.bank_statement_id = p.bank_statement_id AND l.line_number = p.line_number
					 WHERE l.nodal_account_id = :account
					 GROUP BY p.basis
					""")
			.param("account", run.accountId())
			.query((row, number) -> new ReconciliationFigure("PROPOSED", row.getString(1), row.getLong(2),
					row.getLong(3)))
			.list()
			.forEach((figure) -> this.figures.add(run.runId(), figure));
	}

	private void count(ClaimedRun run, String rule, JdbcClient.StatementSpec sql) {
		ReconciliationFigure matched = sql.param("account", run.accountId())
			.param("runId", run.runId())
			.param("rule", rule)
			.query((row, number) -> new ReconciliationFigure("MATCHED", rule, row.getLong(1), row.getLong(2)))
			.single();
		this.figures.add(run.runId(), matched);
		this.matches.countInserted(matched.count());
	}

}

package dev.hundi.reconciliation;

import java.util.List;

import dev.hundi.bank.RefundedUnpaid;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Records breaks. Open lines and entries about the same money share one key; the key
 * identifies the break in later runs, even if its type changes. Breaks that no longer
 * exist are closed with the reason.
 */
final class RecordBreaks {

	private final JdbcClient jdbc;

	private final ReconciliationFigures figures;

	RecordBreaks(JdbcClient jdbc, ReconciliationFigures figures) {
		this.jdbc = jdbc;
		this.figures = figures;
	}

	void record(ClaimedRun run) {
		group(run);
		addBooksThatDisagree(run);
		addStatementGaps(run);
		addReversedEffects(run);
		addRefusedFiles(run);
		open(run);
		// Other sessions cannot see these rows yet; without statistics the planner may
		// loop over them.
		this.jdbc.sql("ANALYZE reconciliation_break").update();
		linkItems();
		close(run);
		store(run);
		this.jdbc.sql("DROP TABLE reconciliation_item, reconciliation_now").update();
	}

	/** Groups the open items into {@code reconciliation_now}, one row a break. */
	void group(ClaimedRun run) {
		assignKeys(run);
		groupByKey(run);
	}

	/**
	 * Assigns each open item its key: the payout's reference, else the UTR, else its own
	 * id; a tax on a charge has the key of the charge with the same bank reference, or a
	 * near one.
	 */
	private void assignKeys(ClaimedRun run) {
		this.jdbc
			.sql("""
					CREATE TEMPORARY TABLE reconciliation_item ON COMMIT DROP AS
					WITH by_utr AS (
					  SELECT utr, signed_paise > 0 AS is_credit, count(*) AS entries, min(reference) AS reference
					    FROM reconciliation_open_entry WHERE nodal_account_id = :account AND utr IS NOT NULL
					   GROUP BY utr, signed_paise > 0
					), charged AS (
					  SELECT bank_statement_id, bank_reference, min(line_number) AS line_number, min(signed_paise) AS signed_paise
					    FROM reconciliation_open_line WHERE kind = 'CHARGE' AND bank_reference IS NOT NULL
					   GROUP BY bank_statement_id, bank_reference HAVING count(*) = 1
					)
					SELECT CASE
					         WHEN u.entries > 1 THEN 'utr:' || e.utr || direction.mark
					         WHEN e.reference IS NOT NULL THEN 'ref:' || e.reference || direction.mark
					         WHEN e.utr IS NOT NULL THEN 'utr:' || e.utr || direction.mark
					         ELSE 'entry:' || e.transaction_id
					       END AS key,
					       NULL::uuid AS bank_statement_id, NULL::integer AS line_number, e.transaction_id, e.business_id, e.payout_id,
					       e.signed_paise, e.booked_on, e.kind, e.utr, e.reference
					  FROM reconciliation_open_entry e
					  LEFT JOIN by_utr u ON u.utr = e.utr AND u.is_credit = (e.signed_paise > 0)
					 CROSS JOIN LATERAL (SELECT CASE WHEN e.signed_paise > 0 THEN ':in' ELSE ':out' END AS mark) AS direction
					 WHERE e.nodal_account_id = :account
					UNION ALL
					SELECT CASE
					         WHEN l.kind = 'GST' AND charge.line_number IS NOT NULL
					           THEN 'line:' || l.bank_statement_id || ':' || charge.line_number
					         WHEN l.kind IN ('GST', 'CHARGE') THEN 'line:' || l.bank_statement_id || ':' || l.line_number
					         WHEN payout.payout_id IS NOT NULL THEN 'ref:' || l.reference || direction.mark
					         WHEN u.entries = 1 AND u.reference IS NOT NULL THEN 'ref:' || u.reference || direction.mark
					         WHEN l.utr IS NOT NULL THEN 'utr:' || l.utr || direction.mark
					         ELSE 'line:' || l.bank_statement_id || ':' || l.line_number
					       END,
					       l.bank_statement_id, l.line_number, NULL, payout.business_id, payout.payout_id, l.signed_paise, l.booked_on,
					       l.kind, l.utr, l.reference
					  FROM reconciliation_open_line l
					  LEFT JOIN by_utr u ON u.utr = l.utr AND u.is_credit = (l.signed_paise > 0)
					  LEFT JOIN LATERAL (
					    SELECT a.business_id, a.payout_id FROM bank_attempt a WHERE a.reference = l.reference LIMIT 1) AS payout ON true
					  LEFT JOIN charged ON l.kind = 'GST' AND charged.bank_statement_id = l.bank_statement_id
					   AND charged.bank_reference = l.bank_reference AND abs(charged.signed_paise * 18 - l.signed_paise * 100) <= 100
					  LEFT JOIN LATERAL (
					    SELECT c.line_number FROM reconciliation_open_line c
					     WHERE l.kind = 'GST' AND charged.line_number IS NULL AND c.kind = 'CHARGE'
					       AND c.bank_statement_id = l.bank_statement_id AND c.line_number BETWEEN l.line_number - 20 AND l.line_number + 20
					       AND abs(c.signed_paise * 18 - l.signed_paise * 100) <= 100
					     ORDER BY abs(c.line_number - l.line_number), c.line_number
					     LIMIT 1) AS near ON true
					 CROSS JOIN LATERAL (SELECT coalesce(charged.line_number, near.line_number) AS line_number) AS charge
					 CROSS JOIN LATERAL (SELECT CASE WHEN l.signed_paise > 0 THEN ':in' ELSE ':out' END AS mark) AS direction
					 WHERE l.nodal_account_id = :account
					""")
			.param("account", run.accountId())
			.update();
		this.jdbc.sql("ANALYZE reconciliation_item").update();
	}

	/**
	 * The type of a group of items. Where the ledger has no item, the payout's posting
	 * may have been made after the day; it is the next day's then.
	 */
	private static final String TYPE = """
			CASE
			  WHEN is_charge THEN 'BANK_CHARGE'
			  WHEN lines > 0 AND entries > 1 THEN 'AMBIGUOUS'
			  WHEN lines > 1 AND entries = 1 AND NOT is_credit AND entry_paise = ANY (line_amounts) THEN 'DUPLICATE_DEBIT'
			  WHEN lines = 1 AND entries = 1 AND lines_paise <> entries_paise THEN 'AMOUNT'
			  WHEN lines > 0 AND entries = 1 THEN 'AMBIGUOUS'
			  WHEN entries = 0 AND NOT is_credit THEN CASE
			    WHEN posting_is_matched THEN 'DUPLICATE_DEBIT'
			    WHEN is_posted AND lines > 1 THEN 'DUPLICATE_DEBIT'
			    WHEN is_posted AND payout_paise <> amount_paise THEN 'AMOUNT'
			    WHEN is_posted THEN 'EXPECTED_TIMING'
			    WHEN status = 12 THEN 'STATUS'
			    WHEN status = 4 AND lines = 1 AND payout_paise <> amount_paise THEN 'AMOUNT'
			    ELSE 'MISSING_IN_LEDGER' END
			  WHEN entries = 0 AND lines = 1 AND is_posted AND NOT posting_is_matched AND payout_paise = amount_paise THEN 'EXPECTED_TIMING'
			  WHEN entries = 0 AND (is_return OR payout_id IS NOT NULL) THEN 'RETURN_UNPOSTED'
			  WHEN entries = 0 AND lines > 1 THEN 'AMBIGUOUS'
			  WHEN entries = 0 THEN 'UNKNOWN_CREDIT'
			  WHEN bank_days < 1 THEN 'EXPECTED_TIMING'
			  ELSE 'MISSING_IN_BANK'
			END
			""";

	private void groupByKey(ClaimedRun run) {
		this.jdbc
			.sql("""
					CREATE TEMPORARY TABLE reconciliation_now ON COMMIT DROP AS
					WITH gathered AS (
					  SELECT key, count(line_number) AS lines, count(transaction_id) AS entries,
					         coalesce(sum(signed_paise) FILTER (WHERE line_number IS NOT NULL), 0) AS lines_paise,
					         coalesce(sum(signed_paise) FILTER (WHERE transaction_id IS NOT NULL), 0) AS entries_paise,
					         max(abs(signed_paise)) AS amount_paise, bool_or(signed_paise > 0) AS is_credit,
					         bool_or(kind IN ('CHARGE', 'GST')) AS is_charge, bool_or(kind IN ('RETURN', 'REVERSAL')) AS is_return,
					         min(signed_paise) FILTER (WHERE transaction_id IS NOT NULL) AS entry_paise, max(utr) AS utr, max(reference) AS reference,
					         array_agg(signed_paise) FILTER (WHERE line_number IS NOT NULL) AS line_amounts,
					         max(booked_on) AS booked_on, any_value(business_id) AS business_id, any_value(payout_id) AS payout_id,
					         (array_agg(bank_statement_id) FILTER (WHERE line_number IS NOT NULL))[1] AS bank_statement_id,
					         (array_agg(line_number) FILTER (WHERE line_number IS NOT NULL))[1] AS line_number,
					         (array_agg(transaction_id) FILTER (WHERE transaction_id IS NOT NULL))[1] AS transaction_id
					    FROM reconciliation_item GROUP BY key
					), waited AS MATERIALIZED (
					  SELECT booked_on, bank_days_between(booked_on, :day) AS bank_days FROM (SELECT DISTINCT booked_on FROM reconciliation_item) AS days
					), known AS (
					  SELECT g.*, p.status, p.amount_paise AS payout_paise, p.transaction_id AS payout_code, s.transaction_id IS NOT NULL AS is_posted,
					         m.transaction_id IS NOT NULL AS posting_is_matched
					    FROM gathered g
					    LEFT JOIN payout p ON p.business_id = g.business_id AND p.payout_id = g.payout_id
					    LEFT JOIN LATERAL (
					      SELECT t.transaction_id FROM ledger_transaction t
					       WHERE g.entries = 0 AND t.business_id = g.business_id AND t.payout_id = g.payout_id
					         AND t.kind = CASE WHEN g.is_credit THEN 'PAYOUT_REVERSAL' ELSE 'PAYOUT_SETTLEMENT' END
					         AND NOT %s
					         AND (NOT g.is_credit OR EXISTS (
					               SELECT FROM ledger_transaction paid
					                WHERE paid.business_id = t.business_id AND paid.payout_id = t.payout_id AND paid.kind = 'PAYOUT_SETTLEMENT'))
					      OFFSET 0) AS s ON true
					    LEFT JOIN reconciliation_match_item m ON m.transaction_id = s.transaction_id
					)
					SELECT key, lines, entries, lines_paise - entries_paise AS difference_paise, amount_paise, business_id, payout_id,
					       bank_statement_id, line_number, transaction_id, %s AS type,
					       left(concat_ws(', ', CASE WHEN is_credit THEN 'Money in' ELSE 'Money out' END,
					                 lines || ' at the bank of ' || rupees(abs(lines_paise)::bigint),
					                 entries || ' in the ledger of ' || rupees(abs(entries_paise)::bigint),
					                 'UTR ' || utr, 'reference ' || reference, 'payout ' || payout_code,
					                 CASE WHEN entries = 0 AND is_posted AND NOT posting_is_matched THEN 'posted after this day' END), 500) AS detail
					  FROM known JOIN waited USING (booked_on)
					"""
				.formatted(RefundedUnpaid.sql("t.payout_id"), TYPE))
			.param("day", run.businessDate())
			.update();
	}

	/** Failed checks of the books (docs/api-decisions.md, "Payouts"). */
	private void addBooksThatDisagree(ClaimedRun run) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_now (key, lines, entries, difference_paise, amount_paise, type, detail)
					SELECT left('books:' || rule || ':' || subject, 200), 0, 0, 0, 0, 'LEDGER_AGAINST_PAYOUT', left(rule || ': ' || subject, 500)
					  FROM reconciliation_violation WHERE run_id = :runId
					""")
			.param("runId", run.runId())
			.update();
	}

	/**
	 * Statements that are held, with a gap to their predecessor, with wrong sums, or
	 * missing for a bank day. What a held statement contains is not at the bank yet, so
	 * it makes no difference.
	 */
	private void addStatementGaps(ClaimedRun run) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_now (key, lines, entries, difference_paise, amount_paise, bank_statement_id, type, detail)
					SELECT key, 0, 0, CASE WHEN hold_reason IS NULL THEN paise ELSE 0 END, abs(paise), bank_statement_id, 'STATEMENT_GAP',
					       left(detail || coalesce('; it is held: ' || hold_reason, ''), 500)
					  FROM (
					  SELECT 'gap:' || bank_statement_id AS key, gap_paise AS paise, bank_statement_id, hold_reason,
					         'The opening balance of ' || business_date || ' differs from the closing balance of ' || previous_business_date AS detail
					    FROM bank_statement_gap JOIN bank_statement USING (bank_statement_id, nodal_account_id, business_date)
					   WHERE nodal_account_id = :account AND business_date <= :day
					  UNION ALL
					  SELECT 'sum:' || bank_statement_id, closing_paise - opening_paise - credit_paise + debit_paise, bank_statement_id,
					         hold_reason, 'The lines of the statement of ' || business_date || ' do not add up to its closing balance'
					    FROM bank_statement
					   WHERE nodal_account_id = :account AND business_date <= :day AND status <> 'WITHDRAWN'
					     AND (closing_paise <> opening_paise + credit_paise - debit_paise OR hold_reason = 'WRONG_SUM')
					  UNION ALL
					  SELECT 'held:' || bank_statement_id, 0, bank_statement_id, hold_reason,
					         'Statement ' || statement_reference || ', page ' || page || ', of ' || business_date
					    FROM bank_statement
					   WHERE nodal_account_id = :account AND business_date <= :day AND hold_reason NOT IN ('GAP', 'WRONG_SUM')
					  UNION ALL
					  (SELECT 'opening:' || :account, s.opening_paise - b.baseline_paise, s.bank_statement_id, NULL,
					          'The opening balance of the first statement differs from the ledger at the beginning of ' || b.first_date
					     FROM bank_statement s
					     JOIN reconciliation_book b ON b.nodal_account_id = s.nodal_account_id
					    WHERE s.nodal_account_id = :account AND s.status = 'ACCEPTED'
					    ORDER BY s.business_date, s.day_position LIMIT 1)
					  UNION ALL
					  SELECT 'missing:' || day::date, 0, NULL, NULL, 'The statement of ' || day::date || ' is missing'
					    FROM reconciliation_book b
					   CROSS JOIN generate_series(b.first_date, :day::date, interval '1 day') AS day
					   WHERE b.nodal_account_id = :account AND is_bank_day(day::date)
					     AND NOT EXISTS (SELECT FROM bank_statement s
					                      WHERE s.nodal_account_id = :account AND s.business_date = day::date AND s.status <> 'WITHDRAWN')
					) AS gap
					 WHERE paise <> 0 OR hold_reason IS NOT NULL OR key LIKE 'missing:%'
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.update();
	}

	/**
	 * Payouts whose final status was proved by a statement that is withdrawn. The status
	 * stays, and nothing differs at the bank: the counter-posting is in suspense or the
	 * wallet.
	 */
	private void addReversedEffects(ClaimedRun run) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_now (key, lines, entries, difference_paise, amount_paise, business_id, payout_id,
					                                transaction_id, type, detail)
					SELECT 'reversed:' || v.root_transaction_id, 0, 0, 0, p.amount_paise, p.business_id, p.payout_id, v.root_transaction_id,
					       CASE p.status WHEN 11 THEN 'MISSING_IN_BANK' ELSE 'STATUS' END,
					       'Payout ' || p.transaction_id || CASE p.status WHEN 11 THEN ' is Successful' ELSE ' is Failed' END
					         || ' by a statement that is withdrawn; ask the bank'
					  FROM reconciliation_reversal v
					  JOIN reconciliation_resolution r ON r.resolution_id = v.resolution_id
					  JOIN payout p ON p.business_id = v.business_id AND p.payout_id = v.payout_id
					 WHERE r.nodal_account_id = :account AND v.restored_transaction_id IS NULL
					""")
			.param("account", run.accountId())
			.update();
	}

	/**
	 * Rejected files, until a file of the same name or bytes is loaded, or until the
	 * statements are contiguous beyond the day it came, so that nothing can be missing.
	 */
	private void addRefusedFiles(ClaimedRun run) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_now (key, lines, entries, difference_paise, amount_paise, type, detail)
					SELECT 'file:' || f.statement_file_id, 0, 0, 0, 0, 'STATEMENT_GAP',
					       left('File ' || f.file_name || ' was rejected: ' || f.failure, 500)
					  FROM statement_file f
					  JOIN LATERAL (SELECT kind FROM bank_statement_problem
					                 WHERE statement_file_id = f.statement_file_id ORDER BY problem_id DESC LIMIT 1) AS p ON p.kind = 'REJECTED'
					 WHERE f.status = 'REJECTED'
					   AND NOT EXISTS (SELECT FROM nodal_account n
					                    WHERE n.account_number = f.account_number AND n.nodal_account_id <> :account)
					   AND NOT EXISTS (SELECT FROM statement_file later
					                    WHERE later.file_name = f.file_name AND later.status = 'LOADED' AND later.ended_at > f.received_at)
					   AND NOT (EXISTS (SELECT FROM bank_statement s
					                     WHERE s.nodal_account_id = :account AND s.status = 'ACCEPTED'
					                       AND s.business_date > (f.received_at AT TIME ZONE 'Asia/Kolkata')::date)
					            AND NOT EXISTS (SELECT FROM bank_statement_gap WHERE nodal_account_id = :account))
					""")
			.param("account", run.accountId())
			.update();
		this.jdbc.sql("ANALYZE reconciliation_now").update();
	}

	/**
	 * Closes the breaks whose difference has changed: a difference is never rewritten, so
	 * another break with the same key continues them.
	 */
	private Long[] endThoseWithAnotherDifference(ClaimedRun run) {
		return this.jdbc
			.sql("""
					WITH ended AS (
					  UPDATE reconciliation_break b
					     SET is_continued = true, closed_on = coalesce(b.closed_on, :day), updated_at = now(),
					         closed_why = coalesce(b.closed_why, 'Its difference changed to ' || rupees(n.difference_paise::bigint) || '; another break continues it')
					    FROM reconciliation_now n
					   WHERE b.nodal_account_id = :account AND b.break_key = n.key AND NOT b.is_continued
					     AND b.difference_paise <> n.difference_paise
					  RETURNING b.break_id, b.closed_why
					), recorded AS (
					  INSERT INTO reconciliation_break_event (break_id, kind, run_id, detail)
					  SELECT break_id, 'CHANGED', :runId, closed_why FROM ended
					)
					SELECT break_id FROM ended
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("runId", run.runId())
			.query(Long.class)
			.list()
			.toArray(Long[]::new);
	}

	/**
	 * Opens and rewrites breaks. The known ones are sorted so that all of them are read
	 * before the first is inserted: after a day without breaks, the planner may look each
	 * up by a scan, which would read all that were inserted before.
	 */
	private void open(ClaimedRun run) {
		Long[] continued = endThoseWithAnotherDifference(run);
		this.jdbc
			.sql("""
					WITH changed AS (
					  SELECT n.*, b.break_id AS known_id, b.closed_on AS was_closed_on, b.type AS old_type, old.break_id AS continues_break_id,
					         old.opened_on AS old_opened_on, old.closed_on AS old_closed_on, old.owner, old.due_on, old.carried_to
					    FROM reconciliation_now n
					    LEFT JOIN reconciliation_break b ON b.nodal_account_id = :account AND b.break_key = n.key AND NOT b.is_continued
					    LEFT JOIN reconciliation_break old ON old.break_id = ANY (:continued::bigint[]) AND old.break_key = n.key
					   ORDER BY n.key
					), opened AS (
					  INSERT INTO reconciliation_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count, entry_count,
					         business_id, payout_id, bank_statement_id, line_number, transaction_id, detail, opened_on, owner, due_on, carried_to,
					         continues_break_id)
					  SELECT :account, c.key, c.type, c.difference_paise, c.amount_paise, c.lines, c.entries, c.business_id, c.payout_id,
					         c.bank_statement_id, c.line_number, c.transaction_id, c.detail,
					         CASE WHEN c.old_closed_on = :day THEN c.old_opened_on ELSE :day END, c.owner, c.due_on, c.carried_to,
					         c.continues_break_id
					    FROM changed c
					   WHERE c.known_id IS NULL
					  RETURNING break_id, 'OPENED' AS kind, type, detail
					), rewritten AS (
					  UPDATE reconciliation_break b
					     SET type = c.type, amount_paise = c.amount_paise, line_count = c.lines, entry_count = c.entries, business_id = c.business_id, payout_id = c.payout_id,
					         bank_statement_id = c.bank_statement_id, line_number = c.line_number, transaction_id = c.transaction_id,
					         detail = c.detail, opened_on = CASE WHEN b.closed_on IS NULL THEN b.opened_on ELSE :day END,
					         closed_on = NULL, closed_why = NULL, updated_at = now()
					    FROM changed c
					   WHERE b.break_id = c.known_id
					     AND (c.was_closed_on IS NOT NULL OR c.old_type <> c.type)
					  RETURNING b.break_id, CASE WHEN c.was_closed_on IS NULL THEN 'CHANGED' ELSE 'REOPENED' END AS kind, b.type, b.detail
					)
					INSERT INTO reconciliation_break_event (break_id, kind, run_id, detail)
					SELECT break_id, kind, :runId, left(type || ': ' || detail, 500)
					  FROM (SELECT * FROM opened UNION ALL SELECT * FROM rewritten) AS event
					""")
			.param("continued", continued)
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("runId", run.runId())
			.update();
	}

	/** Links each open item to its break. */
	private void linkItems() {
		this.jdbc
			.sql("""
					UPDATE reconciliation_open_line l SET break_id = b.break_id
					  FROM reconciliation_item i
					  JOIN reconciliation_break b ON b.break_key = i.key
					 WHERE i.line_number IS NOT NULL AND b.nodal_account_id = l.nodal_account_id AND NOT b.is_continued
					   AND l.bank_statement_id = i.bank_statement_id AND l.line_number = i.line_number AND l.break_id IS DISTINCT FROM b.break_id
					""")
			.update();
		this.jdbc.sql("""
				UPDATE reconciliation_open_entry e SET break_id = b.break_id
				  FROM reconciliation_item i
				  JOIN reconciliation_break b ON b.break_key = i.key
				 WHERE i.transaction_id IS NOT NULL AND b.nodal_account_id = e.nodal_account_id AND NOT b.is_continued
				   AND e.transaction_id = i.transaction_id AND e.break_id IS DISTINCT FROM b.break_id
				""").update();
	}

	private void close(ClaimedRun run) {
		this.jdbc
			.sql("""
					WITH ended AS (
					  SELECT b.break_id, coalesce(
					           (SELECT 'Matched by ' || m.rule || coalesce(' with line ' || l.line_number || ' of the statement of ' || l.business_date, '')
					              FROM reconciliation_match_item m
					              LEFT JOIN bank_statement_line l ON l.bank_statement_id = m.bank_statement_id AND l.line_number = m.line_number
					             WHERE m.transaction_id = b.transaction_id),
					           (SELECT 'Matched by ' || m.rule || coalesce(' with ledger transaction ' || m.transaction_id, '')
					              FROM reconciliation_match_item m
					             WHERE m.bank_statement_id = b.bank_statement_id AND m.line_number = b.line_number),
					           CASE WHEN b.break_key LIKE 'file:%' THEN (
					                  SELECT CASE WHEN EXISTS (SELECT FROM statement_file f
					                                             JOIN statement_file later ON later.file_name = f.file_name OR later.statement_file_id = f.statement_file_id
					                                            WHERE b.break_key = 'file:' || f.statement_file_id AND later.status = 'LOADED')
					                              THEN 'The file, or one of its name, is loaded'
					                              ELSE 'The file was not loaded, but the statements are contiguous beyond the day it was received on' END)
					                WHEN b.break_key LIKE 'reversed:%' THEN 'A statement shows the payment again'
					                WHEN EXISTS (SELECT FROM bank_statement s
					                              WHERE s.bank_statement_id = b.bank_statement_id AND s.status = 'WITHDRAWN')
					                  THEN 'Its statement is withdrawn'
					                WHEN b.type = 'STATEMENT_GAP' THEN 'Statements are complete and contiguous'
					                WHEN b.type = 'LEDGER_AGAINST_PAYOUT' THEN 'The rule holds again'
					                ELSE 'Its items are part of another break' END) AS why
					    FROM reconciliation_break b
					   WHERE b.nodal_account_id = :account AND b.closed_on IS NULL
					     AND NOT EXISTS (SELECT FROM reconciliation_now n WHERE n.key = b.break_key)
					), closed AS (
					  UPDATE reconciliation_break b SET closed_on = :day, closed_why = ended.why, updated_at = now()
					    FROM ended WHERE b.break_id = ended.break_id
					  RETURNING b.break_id, b.type, b.difference_paise, ended.why
					), recorded AS (
					  INSERT INTO reconciliation_break_event (break_id, kind, run_id, detail)
					  SELECT break_id, 'CLOSED', :runId, why FROM closed
					)
					SELECT type, count(*), sum(difference_paise) FROM closed GROUP BY type
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("runId", run.runId())
			.query((row, number) -> new ReconciliationFigure("CLOSED", row.getString(1), row.getLong(2),
					row.getLong(3)))
			.list()
			.forEach((figure) -> this.figures.add(run.runId(), figure));
	}

	/** The breaks that were open at the end of a run. */
	List<RunBreak> of(long runId) {
		return new Breaks(this.jdbc).ofRun(runId, Integer.MAX_VALUE);
	}

	/** Lists the breaks of a dry run, whose own list was rolled back. */
	void replace(long runId, List<RunBreak> breaks) {
		this.jdbc.sql("DELETE FROM reconciliation_run_break WHERE run_id = :runId").param("runId", runId).update();
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_run_break (run_id, break_id, type, difference_paise, amount_paise, bank_days, detail)
					SELECT :runId, * FROM unnest(:ids::bigint[], :types::text[], :differences::bigint[], :amounts::bigint[], :days::integer[], :details::text[])
					""")
			.param("runId", runId)
			.param("ids", breaks.stream().map(RunBreak::breakId).toArray(Long[]::new))
			.param("types", breaks.stream().map(RunBreak::type).toArray(String[]::new))
			.param("differences", breaks.stream().map(RunBreak::differencePaise).toArray(Long[]::new))
			.param("amounts", breaks.stream().map(RunBreak::amountPaise).toArray(Long[]::new))
			.param("days", breaks.stream().map(RunBreak::bankDays).toArray(Integer[]::new))
			.param("details", breaks.stream().map(RunBreak::detail).toArray(String[]::new))
			.update();
	}

	/** Stores the open breaks at the end of this run, for its report. */
	private void store(ClaimedRun run) {
		this.jdbc.sql("DELETE FROM reconciliation_run_break WHERE run_id = :runId")
			.param("runId", run.runId())
			.update();
		this.jdbc
			.sql("""
					WITH age AS MATERIALIZED (
					  SELECT opened_on, bank_days_between(opened_on, :day) AS bank_days
					    FROM (SELECT DISTINCT opened_on FROM reconciliation_break WHERE nodal_account_id = :account AND closed_on IS NULL) AS days
					)
					INSERT INTO reconciliation_run_break (run_id, break_id, type, difference_paise, amount_paise, bank_days, detail)
					SELECT :runId, b.break_id, b.type, b.difference_paise, b.amount_paise, age.bank_days, b.detail
					  FROM reconciliation_break b
					  JOIN age ON age.opened_on = b.opened_on
					 WHERE b.nodal_account_id = :account AND b.closed_on IS NULL
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("runId", run.runId())
			.update();
		this.figures.clear(run.runId(), "BREAK");
		this.jdbc
			.sql("""
					SELECT type, count(*), sum(difference_paise) FROM reconciliation_run_break WHERE run_id = :runId GROUP BY type
					""")
			.param("runId", run.runId())
			.query((row, number) -> new ReconciliationFigure("BREAK", row.getString(1), row.getLong(2), row.getLong(3)))
			.list()
			.forEach((figure) -> this.figures.set(run.runId(), figure));
	}

}

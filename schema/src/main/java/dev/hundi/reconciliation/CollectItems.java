package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.statement.ArrangeStatements;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Collects the lines of new accepted statements and the ledger transactions of the day,
 * joins them by UTR and amount with each other and with open items, confirms unique pairs
 * and leaves the rest open. The join comes first and only its remainder is stored as
 * open, because on a good day that is next to nothing of a million.
 */
final class CollectItems {

	private static final int MANY_LINES = 10_000;

	/**
	 * Lines with their match; charges have no counterpart in the ledger, but what only a
	 * word of the narration calls a charge may have one.
	 */
	private static final String NEW_LINES = """
			SELECT l.bank_statement_id, l.line_number, true AS is_new, l.booked_on,
			       CASE WHEN l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration THEN l.utr END AS utr,
			       CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END AS signed_paise
			  FROM bank_statement_line l
			 WHERE l.bank_statement_id = ANY (:statements)
			""";

	/**
	 * Transactions on the nodal account. A reversal is one only if the payout was settled
	 * before; its amount and that of a settlement are the payout's, which the proof of
	 * balances checks against the entries.
	 */
	private static final String NEW_ENTRIES = """
			SELECT t.business_id, t.transaction_id, true AS is_new, t.kind, t.payout_id, p.utr, -p.amount_paise AS signed_paise
			  FROM ledger_transaction t
			  JOIN payout p ON p.business_id = t.business_id AND p.payout_id = t.payout_id
			 WHERE t.kind = 'PAYOUT_SETTLEMENT' AND t.transaction_id >= :from AND t.transaction_id < :to
			UNION ALL
			SELECT t.business_id, t.transaction_id, true, t.kind, t.payout_id, p.utr, p.amount_paise
			  FROM ledger_transaction t
			  JOIN ledger_transaction s ON s.business_id = t.business_id AND s.payout_id = t.payout_id AND s.kind = 'PAYOUT_SETTLEMENT'
			  JOIN payout p ON p.business_id = t.business_id AND p.payout_id = t.payout_id
			 WHERE t.kind = 'PAYOUT_REVERSAL' AND t.transaction_id >= :from AND t.transaction_id < :to
			UNION ALL
			SELECT t.business_id, t.transaction_id, true, t.kind, NULL, t.reference, -e.amount_paise
			  FROM ledger_transaction t
			  JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id AND e.account_id = :nodal
			 WHERE t.reference IS NOT NULL AND t.transaction_id >= :from AND t.transaction_id < :to
			""";

	private final JdbcClient jdbc;

	private final ReconciliationBook book;

	private final ReconciliationFigures figures;

	private final ArrangeStatements arrange;

	private final Matches matches;

	CollectItems(JdbcClient jdbc, ReconciliationBook book, ReconciliationFigures figures, ArrangeStatements arrange) {
		this.jdbc = jdbc;
		this.arrange = arrange;
		this.book = book;
		this.figures = figures;
		this.matches = new Matches(jdbc);
	}

	void collect(ClaimedRun run, ReconciliationRules rules) {
		if (!run.dry()) {
			this.book.collects(run);
		}
		this.arrange.arrangeUpTo(run.accountId(), run.businessDate());
		new Resolutions(this.jdbc).assignTo(run);
		collectAccepted(run, rules);
	}

	/** Collects accepted statements only. */
	void collectAccepted(ClaimedRun run, ReconciliationRules rules) {
		LocalDate collectedTo = this.book.collectedTo(run.accountId());
		UUID from = TimeOrderedIds.first(India.startOf(collectedTo.plusDays(1)));
		UUID to = TimeOrderedIds.first(India.startOf(max(run.businessDate(), collectedTo).plusDays(1)));
		UUID[] statements = takeStatements(run);
		reviseOpenKinds(run);
		join(run, statements, from, to);
		putRestAside();
		Integer window = rules.windowBankDays();
		if (window != null) {
			putDistantAside(window);
		}
		this.matches.countInserted(confirm(run));
		keepOpen(run);
		if (run.businessDate().isAfter(collectedTo)) {
			this.book.collected(run, ledgerPaise(from, to));
		}
		this.jdbc.sql("DROP TABLE reconciliation_pair, reconciliation_rest").update();
		this.jdbc.sql("ANALYZE reconciliation_open_line").update();
		this.jdbc.sql("ANALYZE reconciliation_open_entry").update();
	}

	private UUID[] takeStatements(ClaimedRun run) {
		UUID[] taken = this.jdbc
			.sql("""
					INSERT INTO reconciliation_statement (bank_statement_id, run_id)
					SELECT s.bank_statement_id, :runId FROM bank_statement s
					 WHERE s.nodal_account_id = :account AND s.business_date <= :day AND s.status = 'ACCEPTED'
					   AND NOT EXISTS (SELECT FROM reconciliation_statement t WHERE t.bank_statement_id = s.bank_statement_id)
					 ORDER BY s.business_date, s.day_position
					RETURNING bank_statement_id
					""")
			.param("runId", run.runId())
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.query(UUID.class)
			.list()
			.toArray(UUID[]::new);
		ReconciliationFigure lines = this.jdbc.sql("""
				SELECT coalesce(sum(line_count), 0) AS lines, coalesce(sum(credit_paise - debit_paise), 0) AS paise
				  FROM bank_statement WHERE bank_statement_id = ANY (:statements)
				""")
			.param("statements", taken)
			.query((row, number) -> new ReconciliationFigure("LINES", "Lines of new statements", row.getLong(1),
					row.getLong(2)))
			.single();
		this.figures.add(run.runId(), lines);
		if (lines.count() >= MANY_LINES) {
			// They may be seconds old, without statistics for the planner.
			this.jdbc.sql("ANALYZE bank_statement_line (bank_statement_id, direction, amount_paise, kind, utr)")
				.update();
		}
		return taken;
	}

	/** The payout of a line may have got its UTR since the line was collected. */
	private void reviseOpenKinds(ClaimedRun run) {
		this.jdbc
			.sql("""
					UPDATE reconciliation_open_line o SET kind = revised.kind
					  FROM (SELECT l.bank_statement_id, l.line_number, %s AS kind
					          FROM reconciliation_open_line n
					          JOIN bank_statement_line l ON l.bank_statement_id = n.bank_statement_id AND l.line_number = n.line_number
					         WHERE n.nodal_account_id = :account AND n.kind IN ('CHARGE', 'GST', 'RETURN', 'REVERSAL') AND l.kind_from_narration) AS revised
					 WHERE o.bank_statement_id = revised.bank_statement_id AND o.line_number = revised.line_number AND o.kind <> revised.kind
					"""
				.formatted(LineKinds.KIND))
			.param("account", run.accountId())
			.update();
	}

	/**
	 * Joins a day, on several processors because it only reads. It hashes: sorting both
	 * sides of a day costs more, although the planner estimates less.
	 */
	private void join(ClaimedRun run, UUID[] statements, UUID from, UUID to) {
		this.jdbc.sql("SET LOCAL enable_mergejoin = off").update();
		this.jdbc
			.sql("""
					CREATE TEMPORARY TABLE reconciliation_pair ON COMMIT DROP AS
					SELECT l.bank_statement_id, l.line_number, l.is_new AS line_is_new, l.booked_on, e.business_id, e.transaction_id,
					       e.is_new AS entry_is_new, e.kind, e.payout_id, coalesce(l.utr, e.utr) AS utr, coalesce(l.signed_paise, e.signed_paise) AS signed_paise
					  FROM (%s
					        UNION ALL
					        SELECT bank_statement_id, line_number, false, booked_on, CASE WHEN kind NOT IN ('CHARGE', 'GST') THEN utr END, signed_paise
					          FROM reconciliation_open_line WHERE nodal_account_id = :account AND NOT by_hand_only) AS l
					  FULL JOIN (SELECT * FROM (%s) AS made
					              WHERE NOT EXISTS (SELECT FROM reconciliation_late_entry late
					                                 WHERE late.transaction_id = made.transaction_id)
					             UNION ALL
					             SELECT business_id, transaction_id, false, kind, payout_id, utr, signed_paise
					               FROM reconciliation_open_entry WHERE nodal_account_id = :account AND NOT by_hand_only) AS e
					    ON e.utr = l.utr AND e.signed_paise = l.signed_paise
					"""
				.formatted(NEW_LINES, NEW_ENTRIES))
			.param("statements", statements)
			.param("account", run.accountId())
			.param("from", from)
			.param("to", to)
			.param("nodal", LedgerAccount.NODAL.id())
			.update();
		// A dry run continues in the same transaction.
		this.jdbc.sql("SET LOCAL enable_mergejoin TO DEFAULT").update();
	}

	/** Removes lines and entries without a unique counterpart from the matches. */
	private void putRestAside() {
		this.jdbc.sql("CREATE TEMPORARY TABLE reconciliation_rest (LIKE reconciliation_pair) ON COMMIT DROP").update();
		this.jdbc.sql("""
				WITH twice AS MATERIALIZED (
				  SELECT utr, signed_paise FROM reconciliation_pair
				   WHERE bank_statement_id IS NOT NULL AND transaction_id IS NOT NULL
				   GROUP BY utr, signed_paise HAVING count(*) > 1
				), rest AS (
				  DELETE FROM reconciliation_pair
				   WHERE bank_statement_id IS NULL OR transaction_id IS NULL
				      OR (utr, signed_paise) IN (SELECT utr, signed_paise FROM twice)
				  RETURNING *
				)
				INSERT INTO reconciliation_rest SELECT * FROM rest
				""").update();
		this.jdbc.sql("ANALYZE reconciliation_rest").update();
	}

	/** Removes pairs that lie more bank days apart than the window of the rules. */
	private void putDistantAside(int windowBankDays) {
		this.jdbc
			.sql("""
					WITH days AS MATERIALIZED (
					  SELECT DISTINCT booked_on, (uuid_extract_timestamp(transaction_id) AT TIME ZONE 'Asia/Kolkata')::date AS posted_on
					    FROM reconciliation_pair
					), distant AS MATERIALIZED (
					  SELECT booked_on, posted_on FROM days
					   WHERE bank_days_between(least(booked_on, posted_on), greatest(booked_on, posted_on)) > :window
					), rest AS (
					  DELETE FROM reconciliation_pair p USING distant
					   WHERE p.booked_on = distant.booked_on
					     AND (uuid_extract_timestamp(p.transaction_id) AT TIME ZONE 'Asia/Kolkata')::date = distant.posted_on
					  RETURNING p.*
					)
					INSERT INTO reconciliation_rest SELECT * FROM rest
					""")
			.param("window", windowBankDays)
			.update();
	}

	/** Returns how many pairs it has confirmed. */
	private long confirm(ClaimedRun run) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number, business_id, transaction_id)
					SELECT nextval('reconciliation_match_id'), 'UTR_AMOUNT', :runId, p.bank_statement_id, p.line_number, p.business_id,
					       p.transaction_id
					  FROM reconciliation_pair p
					""")
			.param("runId", run.runId())
			.update();
		for (String side : new String[] { "line", "entry" }) {
			this.jdbc.sql("""
					DELETE FROM reconciliation_open_%s o USING reconciliation_pair p WHERE NOT p.%s_is_new AND %s
					""".formatted(side, side,
					side.equals("line") ? "o.bank_statement_id = p.bank_statement_id AND o.line_number = p.line_number"
							: "o.transaction_id = p.transaction_id"))
				.update();
		}
		return this.jdbc.sql("""
				SELECT count(*), coalesce(sum(p.signed_paise), 0), count(*) FILTER (WHERE p.entry_is_new),
				       coalesce(sum(p.signed_paise) FILTER (WHERE p.entry_is_new), 0)
				  FROM reconciliation_pair p
				""").query((row, number) -> {
			this.figures.add(run.runId(),
					new ReconciliationFigure("MATCHED", "UTR_AMOUNT", row.getLong(1), row.getLong(2)));
			this.figures.add(run.runId(), newEntries(row.getLong(3), row.getLong(4)));
			return row.getLong(1);
		}).single();
	}

	private void keepOpen(ClaimedRun run) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_open_line (bank_statement_id, line_number, nodal_account_id, business_date, booked_on,
					       signed_paise, kind, utr, reference, bank_reference, virtual_account_number, counterparty_account, item_count,
					       by_hand_only)
					SELECT l.bank_statement_id, l.line_number, l.nodal_account_id, l.business_date, l.booked_on,
					       CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END, %s, l.utr, l.reference,
					       l.bank_reference, l.virtual_account_number, l.counterparty_account, l.item_count, %s
					  FROM (SELECT DISTINCT bank_statement_id, line_number FROM reconciliation_rest WHERE line_is_new) AS rest
					  JOIN bank_statement_line l ON l.bank_statement_id = rest.bank_statement_id AND l.line_number = rest.line_number
					"""
				.formatted(LineKinds.KIND, LineKinds.BY_HAND_ONLY))
			.update();
		ReconciliationFigure kept = this.jdbc
			.sql("""
					WITH kept AS (
					  INSERT INTO reconciliation_open_entry (transaction_id, nodal_account_id, business_id, kind, payout_id, booked_on,
					         signed_paise, utr, reference, account_number)
					  SELECT DISTINCT rest.transaction_id, :account, rest.business_id, rest.kind, rest.payout_id,
					         (uuid_extract_timestamp(rest.transaction_id) AT TIME ZONE 'Asia/Kolkata')::date, rest.signed_paise, rest.utr,
					         a.reference, coalesce(p.account_number, p.vpa)
					    FROM reconciliation_rest rest
					    LEFT JOIN payout p ON p.business_id = rest.business_id AND p.payout_id = rest.payout_id
					    LEFT JOIN bank_attempt a ON a.business_id = rest.business_id AND a.payout_id = rest.payout_id AND a.attempt_number = 1
					   WHERE rest.entry_is_new
					  RETURNING signed_paise
					)
					SELECT count(*), coalesce(sum(signed_paise), 0) FROM kept
					""")
			.param("account", run.accountId())
			.query((row, number) -> newEntries(row.getLong(1), row.getLong(2)))
			.single();
		this.figures.add(run.runId(), kept);
	}

	private static ReconciliationFigure newEntries(long count, long paise) {
		return new ReconciliationFigure("ENTRIES", "New ledger transactions at the bank", count, paise);
	}

	private long ledgerPaise(UUID from, UUID to) {
		return this.jdbc.sql("""
				SELECT coalesce(-sum(amount_paise), 0) FROM ledger_entry
				 WHERE account_id = :nodal AND transaction_id >= :from AND transaction_id < :to
				""")
			.param("nodal", LedgerAccount.NODAL.id())
			.param("from", from)
			.param("to", to)
			.query(Long.class)
			.single();
	}

	private static LocalDate max(LocalDate one, LocalDate other) {
		return one.isAfter(other) ? one : other;
	}

}

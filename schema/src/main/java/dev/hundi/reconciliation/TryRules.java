package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Closes a past day again with other rules, on temporary tables that hide those of
 * reconciliation from the steps: they begin with what was open when the day was closed.
 * Nothing is posted, locked or kept, and the day stays as it was. Statuses of payouts and
 * statements are those of the present.
 */
final class TryRules {

	/** Temporary tables are found before those of the schema. */
	private static final List<String> HIDDEN = List.of("reconciliation_book", "reconciliation_statement",
			"reconciliation_match_item", "reconciliation_open_line", "reconciliation_open_entry",
			"reconciliation_late_entry", "reconciliation_figure");

	/** Sessions reserve match ids in blocks, so ids of one time lie apart. */
	private static final int ID_MARGIN = 100_000;

	private static final int SHOWN = 100;

	private final JdbcClient jdbc;

	private final LongTransactions transactions;

	private final CollectItems collect;

	private final MatchItems match;

	private final ApplyEffects effects;

	private final PostCharges charges;

	private final RecordBreaks breaks;

	private final CompareTrial compare;

	TryRules(JdbcClient jdbc, LongTransactions transactions, CollectItems collect, MatchItems match,
			ApplyEffects effects, PostCharges charges, RecordBreaks breaks) {
		this.jdbc = jdbc;
		this.transactions = transactions;
		this.collect = collect;
		this.match = match;
		this.effects = effects;
		this.charges = charges;
		this.breaks = breaks;
		this.compare = new CompareTrial(jdbc, SHOWN);
	}

	/**
	 * Tries rules on a day of the active account.
	 * @throws IllegalArgumentException if the day is not closed
	 */
	RulesTrial on(LocalDate day, ReconciliationRules rules) {
		return this.transactions.execute((status) -> {
			status.setRollbackOnly();
			Closed closed = closed(day);
			ClaimedRun run = closed.run;
			hideTables();
			begin(closed);
			ReconcileDay.hashInMemory(this.jdbc);
			this.collect.collectAccepted(run, rules);
			takeBackOwnPostings(run);
			addEarlierMatches(closed);
			this.match.byReference(run, rules);
			this.match.byBatchTotal(run, rules);
			this.match.debitsWithReturns(run);
			this.effects.dryRun(run);
			this.charges.dryRun(run, rules);
			this.breaks.group(run);
			RulesTrial trial = this.compare.with(run, closed.rulesVersion);
			showTables();
			return trial;
		});
	}

	/**
	 * The closing of a day.
	 *
	 * @param from first day whose ledger transactions it collected
	 * @param firstMatch no match of it, or made after it, has a lower id
	 */
	private record Closed(ClaimedRun run, @Nullable Integer rulesVersion, LocalDate from, Instant startedAt,
			long firstMatch) {
	}

	private Closed closed(LocalDate day) {
		return this.jdbc
			.sql("""
					SELECT r.run_id, r.nodal_account_id, r.rules_version, r.started_at,
					       coalesce((SELECT max(e.business_date) + 1 FROM reconciliation_run e
					                  WHERE e.nodal_account_id = r.nodal_account_id AND NOT e.is_dry AND e.business_date < r.business_date), b.first_date) AS from_day,
					       coalesce((SELECT min(m.match_id) FROM reconciliation_statement s
					                   JOIN reconciliation_match_item m ON m.bank_statement_id = s.bank_statement_id
					                  WHERE s.run_id = r.run_id), 0) - :margin AS first_match
					  FROM reconciliation_run r
					  JOIN nodal_account n ON n.nodal_account_id = r.nodal_account_id AND n.active
					  JOIN reconciliation_book b ON b.nodal_account_id = r.nodal_account_id
					 WHERE r.business_date = :day AND NOT r.is_dry AND r.state IN ('DONE', 'SIGNED')
					""")
			.param("day", day)
			.param("margin", ID_MARGIN)
			.query((row, number) -> new Closed(
					new ClaimedRun(row.getLong("run_id"), row.getLong("nodal_account_id"), day, true, 1, new UUID(0, 0),
							1),
					row.getObject("rules_version", Integer.class), row.getObject("from_day", LocalDate.class),
					Timestamps.instant(row, "started_at"), row.getLong("first_match")))
			.optional()
			.orElseThrow(() -> new IllegalArgumentException("day: " + day + " is not closed"));
	}

	/**
	 * Statements that the server has prepared on this connection name the tables of the
	 * schema until their plans are discarded.
	 */
	private void hideTables() {
		for (String table : HIDDEN) {
			this.jdbc
				.sql("CREATE TEMPORARY TABLE %1$s (LIKE public.%1$s INCLUDING ALL) ON COMMIT DROP".formatted(table))
				.update();
		}
		this.jdbc.sql("DISCARD PLANS").update();
	}

	/** Plans that name the temporary tables end with them. */
	private void showTables() {
		HIDDEN.forEach((table) -> this.jdbc.sql("DROP TABLE pg_temp." + table).update());
	}

	private void begin(Closed closed) {
		ClaimedRun run = closed.run;
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_book (nodal_account_id, first_date, baseline_paise, collected_to, ledger_paise)
					SELECT nodal_account_id, first_date, baseline_paise, :from::date - 1, 0
					  FROM public.reconciliation_book WHERE nodal_account_id = :account
					""")
			.param("from", closed.from)
			.param("account", run.accountId())
			.update();
		this.jdbc.sql("""
				INSERT INTO reconciliation_statement (bank_statement_id, run_id)
				SELECT s.bank_statement_id, :runId FROM bank_statement s
				 WHERE s.nodal_account_id = :account AND s.business_date <= :day
				   AND NOT EXISTS (SELECT FROM public.reconciliation_statement t
				                    WHERE t.bank_statement_id = s.bank_statement_id AND t.run_id = :runId)
				""")
			.param("runId", run.runId())
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.update();
		this.jdbc.sql("""
				INSERT INTO reconciliation_late_entry SELECT * FROM public.reconciliation_late_entry
				 WHERE nodal_account_id = :account AND transaction_id >= :from AND transaction_id < :to
				""")
			.param("account", run.accountId())
			.param("from", TimeOrderedIds.first(India.startOf(closed.from)))
			.param("to", TimeOrderedIds.first(India.startOf(run.businessDate().plusDays(1))))
			.update();
		openEarlierItems(closed);
	}

	/**
	 * Opens the lines and ledger transactions of earlier days that are open at present,
	 * or were matched by the closing or later.
	 */
	private void openEarlierItems(Closed closed) {
		ClaimedRun run = closed.run;
		this.jdbc
			.sql("""
					WITH since AS MATERIALIZED (
					  SELECT m.* FROM public.reconciliation_match_item m
					    LEFT JOIN reconciliation_run r ON r.run_id = m.run_id AND r.nodal_account_id = :account
					    LEFT JOIN reconciliation_resolution s ON s.resolution_id = m.resolution_id AND s.nodal_account_id = :account
					   WHERE m.match_id >= :firstMatch AND (r.business_date >= :day OR s.checked_at >= :startedAt)
					), item AS (
					  SELECT bank_statement_id, line_number, NULL::uuid AS business_id, NULL::uuid AS transaction_id
					    FROM (SELECT bank_statement_id, line_number FROM public.reconciliation_open_line WHERE nodal_account_id = :account
					          UNION SELECT bank_statement_id, line_number FROM since WHERE line_number IS NOT NULL) AS line
					   WHERE EXISTS (SELECT FROM public.reconciliation_statement t
					                   JOIN reconciliation_run r ON r.run_id = t.run_id
					                  WHERE t.bank_statement_id = line.bank_statement_id AND r.business_date < :day)
					  UNION ALL
					  SELECT NULL, NULL, business_id, transaction_id
					    FROM (SELECT business_id, transaction_id FROM public.reconciliation_open_entry WHERE nodal_account_id = :account
					          UNION SELECT business_id, transaction_id FROM since WHERE transaction_id IS NOT NULL) AS entry
					   WHERE transaction_id < :from AND transaction_id >= (SELECT first_id_of(first_date) FROM reconciliation_book)
					     AND NOT EXISTS (SELECT FROM public.reconciliation_late_entry late WHERE late.transaction_id = entry.transaction_id)
					)"""
					+ Matches.REOPEN)
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("from", TimeOrderedIds.first(India.startOf(closed.from)))
			.param("firstMatch", closed.firstMatch)
			.param("startedAt", closed.startedAt.atOffset(ZoneOffset.UTC))
			.param("except", new UUID(0, 0))
			.param("byHandOnly", false)
			.query(Integer.class)
			.single();
	}

	/** What the closing posted was no ledger transaction to match, and is found now. */
	private void takeBackOwnPostings(ClaimedRun run) {
		this.jdbc.sql("DELETE FROM reconciliation_late_entry WHERE run_id = :runId")
			.param("runId", run.runId())
			.update();
	}

	/** The matches made before the closing that concern payouts of open lines. */
	private void addEarlierMatches(Closed closed) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_match_item
					SELECT DISTINCT i.* FROM (
					  SELECT t.transaction_id FROM reconciliation_open_line o
					    JOIN bank_attempt a ON a.reference = o.reference
					    JOIN ledger_transaction t ON t.business_id = a.business_id AND t.payout_id = a.payout_id
					  UNION
					  SELECT m.transaction_id FROM reconciliation_open_line o
					    JOIN bank_statement_line d ON d.utr = o.utr
					    JOIN public.reconciliation_match_item m ON m.bank_statement_id = d.bank_statement_id AND m.line_number = d.line_number
					) AS posting
					  JOIN public.reconciliation_match_item m ON m.transaction_id = posting.transaction_id
					  JOIN public.reconciliation_match_item i ON i.match_id = m.match_id
					  LEFT JOIN reconciliation_run r ON r.run_id = m.run_id
					  LEFT JOIN reconciliation_resolution s ON s.resolution_id = m.resolution_id
					 WHERE r.business_date < :day OR s.checked_at < :startedAt
					""")
			.param("day", closed.run.businessDate())
			.param("startedAt", closed.startedAt.atOffset(ZoneOffset.UTC))
			.update();
	}

}

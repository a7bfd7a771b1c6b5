package dev.hundi.reconciliation;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares the bank's balance with the ledger's: the breaks must explain the whole
 * difference.
 */
final class ProveBalances {

	private final JdbcClient jdbc;

	private final ReconciliationFigures figures;

	ProveBalances(JdbcClient jdbc, ReconciliationFigures figures) {
		this.jdbc = jdbc;
		this.figures = figures;
	}

	/** The balances of a run, in paise. */
	record Proof(@Nullable Long bankOpeningPaise, long bankClosingPaise, long ledgerPaise, long latePaise,
			long breaksPaise, int violations) {
	}

	/**
	 * Checks every money invariant over whole tables: entries sum to zero, a wallet
	 * equals its entries and its newest movement, final payouts have their postings,
	 * clearing equals what is in flight.
	 */
	void proveBooks(ClaimedRun run) {
		this.jdbc.sql("DELETE FROM reconciliation_violation WHERE run_id = :runId")
			.param("runId", run.runId())
			.update();
		groupInOrderOfKeys();
		for (String view : new String[] { "posting_violation", "balance_violation" }) {
			// CREATE TABLE AS may run in parallel, INSERT may not.
			this.jdbc.sql(
					"CREATE TEMPORARY TABLE reconciliation_broken ON COMMIT DROP AS SELECT DISTINCT rule, subject FROM "
							+ view)
				.update();
			this.jdbc.sql("""
					INSERT INTO reconciliation_violation (run_id, rule, subject)
					SELECT :runId, rule, subject FROM reconciliation_broken
					""").param("runId", run.runId()).update();
			this.jdbc.sql("DROP TABLE reconciliation_broken").update();
		}
		planAsBefore();
	}

	/**
	 * The rules group millions of rows by indexed keys. Scanning the index in order costs
	 * less than a hash of them all, and needs no memory; with these costs the planner
	 * does so and runs rules in parallel.
	 */
	private void groupInOrderOfKeys() {
		this.jdbc.sql("SET LOCAL work_mem = '16MB'").update();
		this.jdbc.sql("SET LOCAL random_page_cost = 1.1").update();
		this.jdbc.sql("SET LOCAL parallel_setup_cost = 0").update();
		this.jdbc.sql("SET LOCAL parallel_tuple_cost = 0").update();
	}

	/** A rehearsal continues in the same transaction. */
	private void planAsBefore() {
		for (String cost : new String[] { "random_page_cost", "parallel_setup_cost", "parallel_tuple_cost" }) {
			this.jdbc.sql("SET LOCAL " + cost + " TO DEFAULT").update();
		}
	}

	void prove(ClaimedRun run) {
		Proof proof = this.jdbc
			.sql("""
					SELECT (SELECT opening_paise FROM bank_statement
					         WHERE nodal_account_id = :account AND business_date = :day AND status = 'ACCEPTED'
					         ORDER BY day_position LIMIT 1) AS opening,
					       coalesce((SELECT closing_paise FROM bank_statement
					                  WHERE nodal_account_id = :account AND business_date <= :day AND status = 'ACCEPTED'
					                  ORDER BY business_date DESC, day_position DESC LIMIT 1), b.baseline_paise) AS closing,
					       b.ledger_paise AS ledger,
					       coalesce((SELECT sum(signed_paise) FROM reconciliation_late_entry
					                  WHERE nodal_account_id = :account AND (is_outside OR transaction_id >= :after)), 0) AS late,
					       coalesce((SELECT sum(difference_paise) FROM reconciliation_break
					                  WHERE nodal_account_id = :account AND closed_on IS NULL), 0) AS breaks,
					       (SELECT count(*) FROM reconciliation_break
					         WHERE nodal_account_id = :account AND closed_on IS NULL AND type = 'LEDGER_AGAINST_PAYOUT') AS violations
					  FROM reconciliation_book b WHERE b.nodal_account_id = :account
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("after", TimeOrderedIds.first(India.startOf(run.businessDate().plusDays(1))))
			.query((row, number) -> new Proof(row.getObject("opening", Long.class), row.getLong("closing"),
					row.getLong("ledger"), row.getLong("late"), row.getLong("breaks"), row.getInt("violations")))
			.single();
		store(run.runId(), proof);
		suspense(run);
	}

	void store(long runId, Proof proof) {
		this.jdbc
			.sql("""
					UPDATE reconciliation_run
					   SET bank_opening_paise = :opening, bank_closing_paise = :closing, ledger_paise = :ledger, late_paise = :late,
					       breaks_paise = :breaks, violation_count = :violations
					 WHERE run_id = :runId
					""")
			.param("runId", runId)
			.param("opening", proof.bankOpeningPaise())
			.param("closing", proof.bankClosingPaise())
			.param("ledger", proof.ledgerPaise())
			.param("late", proof.latePaise())
			.param("breaks", proof.breaksPaise())
			.param("violations", proof.violations())
			.update();
	}

	Proof proof(long runId) {
		return this.jdbc.sql("""
				SELECT bank_opening_paise, bank_closing_paise, ledger_paise, late_paise, breaks_paise, violation_count
				  FROM reconciliation_run WHERE run_id = :runId
				""")
			.param("runId", runId)
			.query((row, number) -> new Proof(row.getObject(1, Long.class), row.getLong(2), row.getLong(3),
					row.getLong(4), row.getLong(5), row.getInt(6)))
			.single();
	}

	/** Records the balances of suspense and write-offs that resolutions posted. */
	private void suspense(ClaimedRun run) {
		for (LedgerAccount account : new LedgerAccount[] { LedgerAccount.SUSPENSE, LedgerAccount.ADJUSTMENTS }) {
			this.figures.set(run.runId(),
					this.jdbc
						.sql("""
								SELECT count(*), coalesce(sum(e.amount_paise), 0)
								  FROM (SELECT nodal_account_id, posted_for AS business_id, transaction_id FROM reconciliation_resolution
								        UNION ALL
								        SELECT r.nodal_account_id, v.business_id, posted.transaction_id
								          FROM reconciliation_reversal v
								          JOIN reconciliation_resolution r ON r.resolution_id = v.resolution_id
								         CROSS JOIN LATERAL unnest(ARRAY[v.counter_transaction_id, v.restored_transaction_id]) AS posted (transaction_id)
								       ) AS made
								  JOIN ledger_entry e ON e.business_id = made.business_id AND e.transaction_id = made.transaction_id
								   AND e.account_id = :account
								 WHERE made.nodal_account_id = :nodalAccount
								""")
						.param("account", account.id())
						.param("nodalAccount", run.accountId())
						.query((row, number) -> new ReconciliationFigure("SUSPENSE", "Balance of " + account.code(),
								row.getLong(1), row.getLong(2)))
						.single());
		}
	}

}

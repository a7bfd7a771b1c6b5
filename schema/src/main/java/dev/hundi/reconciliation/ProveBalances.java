package dev.hundi.reconciliation;

import java.sql.Types;
import java.time.LocalDate;

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

	/**
	 * The balances of a run, in paise.
	 *
	 * @param provedAfter the signed day whose proof of the books the run's continues
	 */
	record Proof(@Nullable Long bankOpeningPaise, long bankClosingPaise, long ledgerPaise, long latePaise,
			long breaksPaise, int violations, @Nullable LocalDate provedAfter) {
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
					         WHERE nodal_account_id = :account AND closed_on IS NULL AND type = 'LEDGER_AGAINST_PAYOUT') AS violations,
					       (SELECT proved_after FROM reconciliation_run WHERE run_id = :runId) AS proved_after
					  FROM reconciliation_book b WHERE b.nodal_account_id = :account
					""")
			.param("account", run.accountId())
			.param("runId", run.runId())
			.param("day", run.businessDate())
			.param("after", TimeOrderedIds.first(India.startOf(run.businessDate().plusDays(1))))
			.query((row, number) -> new Proof(row.getObject("opening", Long.class), row.getLong("closing"),
					row.getLong("ledger"), row.getLong("late"), row.getLong("breaks"), row.getInt("violations"),
					row.getObject("proved_after", LocalDate.class)))
			.single();
		store(run.runId(), proof);
		suspense(run);
	}

	void store(long runId, Proof proof) {
		this.jdbc
			.sql("""
					UPDATE reconciliation_run
					   SET bank_opening_paise = :opening, bank_closing_paise = :closing, ledger_paise = :ledger, late_paise = :late,
					       breaks_paise = :breaks, violation_count = :violations, proved_after = :provedAfter,
					       proved_at = coalesce(proved_at, clock_timestamp())
					 WHERE run_id = :runId
					""")
			.param("runId", runId)
			.param("opening", proof.bankOpeningPaise())
			.param("closing", proof.bankClosingPaise())
			.param("ledger", proof.ledgerPaise())
			.param("late", proof.latePaise())
			.param("breaks", proof.breaksPaise())
			.param("violations", proof.violations())
			.param("provedAfter", proof.provedAfter(), Types.DATE)
			.update();
	}

	Proof proof(long runId) {
		return this.jdbc
			.sql("""
					SELECT bank_opening_paise, bank_closing_paise, ledger_paise, late_paise, breaks_paise, violation_count, proved_after
					  FROM reconciliation_run WHERE run_id = :runId
					""")
			.param("runId", runId)
			.query((row, number) -> new Proof(row.getObject(1, Long.class), row.getLong(2), row.getLong(3),
					row.getLong(4), row.getLong(5), row.getInt(6), row.getObject(7, LocalDate.class)))
			.single();
	}

	/**
	 * Records the balances of suspense and write-offs that resolutions posted. What
	 * restored a top-up may belong to another business than its counter-posting, and be
	 * the posting of a resolution, which counts once. What a wallet repaid has moved
	 * nothing at the bank, so that it is no late entry.
	 */
	private void suspense(ClaimedRun run) {
		for (LedgerAccount account : new LedgerAccount[] { LedgerAccount.SUSPENSE, LedgerAccount.ADJUSTMENTS }) {
			this.figures.set(run.runId(),
					this.jdbc
						.sql("""
								SELECT count(*), coalesce(sum(e.amount_paise), 0)
								  FROM (SELECT nodal_account_id, posted_for AS business_id, transaction_id FROM reconciliation_resolution
								        UNION
								        SELECT r.nodal_account_id, v.business_id, posted.transaction_id
								          FROM reconciliation_reversal v
								          JOIN reconciliation_resolution r ON r.resolution_id = v.resolution_id
								         CROSS JOIN LATERAL (VALUES (v.counter_transaction_id), (v.restored_transaction_id)) AS posted (transaction_id)
								        UNION
								        SELECT late.nodal_account_id, late.business_id, late.transaction_id
								          FROM reconciliation_reversal v
								          JOIN reconciliation_late_entry late ON late.transaction_id = v.restored_transaction_id
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

package dev.hundi.reconciliation;

import java.time.LocalDate;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How far the books of an account are reconciled, and the lock on them.
 */
final class ReconciliationBook {

	private final JdbcClient jdbc;

	ReconciliationBook(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Holds the claim until the transaction ends: the run is neither claimed by another
	 * process nor signed meanwhile, but its lease is renewed. Names the claim to the
	 * database, which refuses rows of a run without it.
	 * @throws IllegalStateException if the claim is lost
	 */
	void requireClaim(ClaimedRun run) {
		if (this.jdbc
			.sql("""
					SELECT set_config('hundi.run_id', run_id::text, true), set_config('hundi.claim_id', claim_id::text, true)
					  FROM reconciliation_run WHERE run_id = :runId AND claim_id = :claimId AND state = 'RUNNING' FOR KEY SHARE
					""")
			.param("runId", run.runId())
			.param("claimId", run.claimId())
			.query()
			.listOfRows()
			.isEmpty()) {
			throw new IllegalStateException("The claim on run " + run.runId() + " is lost");
		}
	}

	/**
	 * Locks the book; creates it with the first statement.
	 * @throws IllegalStateException if there is no statement yet
	 */
	void lock(ClaimedRun run) {
		if (lockAccount(run.accountId())) {
			return;
		}
		LocalDate first = this.jdbc
			.sql("""
					SELECT min(business_date) FROM bank_statement
					 WHERE nodal_account_id = :account AND business_date <= :day AND (status IN ('LOADED', 'ACCEPTED') OR hold_reason = 'FUTURE')
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.query(LocalDate.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException(
					"Account %d has no statement up to %s".formatted(run.accountId(), run.businessDate())));
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_book (nodal_account_id, first_date, baseline_paise, collected_to, ledger_paise)
					SELECT :account, :first, paise, :first::date - 1, paise
					  FROM (SELECT coalesce(-sum(amount_paise), 0) AS paise FROM ledger_entry
					         WHERE account_id = :nodal AND transaction_id < :before) AS baseline
					ON CONFLICT DO NOTHING
					""")
			.param("account", run.accountId())
			.param("first", first)
			.param("nodal", LedgerAccount.NODAL.id())
			.param("before", TimeOrderedIds.first(India.startOf(first)))
			.update();
		if (!lockAccount(run.accountId())) {
			throw new IllegalStateException("The book of account " + run.accountId() + " does not exist");
		}
	}

	/**
	 * Locks the book of an account.
	 * @return whether it exists
	 */
	boolean lockAccount(long accountId) {
		return this.jdbc.sql("""
				SELECT collected_to FROM reconciliation_book WHERE nodal_account_id = :account FOR UPDATE
				""").param("account", accountId).query(LocalDate.class).optional().isPresent();
	}

	LocalDate collectedTo(long accountId) {
		return this.jdbc.sql("SELECT collected_to FROM reconciliation_book WHERE nodal_account_id = :account")
			.param("account", accountId)
			.query(LocalDate.class)
			.single();
	}

	/**
	 * The day that resolutions belong to: the newest collected one, or the next if that
	 * is signed.
	 */
	LocalDate openDay(long accountId) {
		return this.jdbc
			.sql("""
					SELECT b.collected_to + CASE WHEN r.state = 'SIGNED' THEN 1 ELSE 0 END
					  FROM reconciliation_book b
					  LEFT JOIN reconciliation_run r ON r.nodal_account_id = b.nodal_account_id AND r.business_date = b.collected_to AND NOT r.is_dry
					 WHERE b.nodal_account_id = :account
					""")
			.param("account", accountId)
			.query(LocalDate.class)
			.single();
	}

	/** Records the rules that a run uses. */
	void usesRules(ClaimedRun run, RuleVersions.Version version) {
		this.jdbc.sql("UPDATE reconciliation_run SET rules_version = :version WHERE run_id = :runId")
			.param("version", version.version())
			.param("runId", run.runId())
			.update();
	}

	/**
	 * Marks the newest day as outdated: its figures are older than a resolution that its
	 * report lists, or have a statement that is withdrawn. With the lock of the book, so
	 * that the day is collected either before this or after the resolution.
	 */
	void outdate(long accountId) {
		this.jdbc
			.sql("""
					UPDATE reconciliation_run SET is_outdated = true
					 WHERE nodal_account_id = :account AND NOT is_dry AND state <> 'SIGNED'
					   AND business_date = (SELECT max(business_date) FROM reconciliation_run WHERE nodal_account_id = :account AND NOT is_dry)
					""")
			.param("account", accountId)
			.update();
	}

	/**
	 * Records that a run collects after what was resolved and withdrawn. It is also the
	 * correction of earlier days, which cannot be closed again.
	 */
	void collects(ClaimedRun run) {
		this.jdbc.sql("""
				UPDATE reconciliation_run SET is_outdated = false
				 WHERE nodal_account_id = :account AND business_date <= :day AND is_outdated
				""").param("account", run.accountId()).param("day", run.businessDate()).update();
	}

	/** Records that the ledger is collected up to a day. */
	void collected(ClaimedRun run, long dayPaise) {
		this.jdbc.sql("""
				UPDATE reconciliation_book SET collected_to = :day, ledger_paise = ledger_paise + :paise
				 WHERE nodal_account_id = :account
				""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.param("paise", dayPaise)
			.update();
	}

	/**
	 * Whether the newest closed day lacks a statement that was loaded and is not held. An
	 * earlier day cannot be closed again: the newest one collects for it.
	 */
	boolean lacksStatement(ReconciliationRun run) {
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM bank_statement s
					                WHERE s.nodal_account_id = :account AND s.business_date <= :day AND s.status IN ('LOADED', 'ACCEPTED')
					                  AND NOT EXISTS (SELECT FROM reconciliation_statement t WHERE t.bank_statement_id = s.bank_statement_id))
					   AND NOT EXISTS (SELECT FROM reconciliation_run later
					                    WHERE later.nodal_account_id = :account AND NOT later.is_dry AND later.business_date > :day)
					""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.query(Boolean.class)
			.single();
	}

}

package dev.hundi.reconciliation;

import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks every money invariant: entries sum to zero, a wallet equals its entries and its
 * newest movement, final payouts have their postings, clearing equals what is in flight.
 * <p>
 * A proof continues the proof of the newest signed day: it reads the rows and payouts
 * that have changed since, and adds to the balances that the signed day proved. It reads
 * every row if no day is signed, if a full proof is requested, or if an earlier proof
 * found a violation, since only a full proof can show that an old row is right again. A
 * full proof also compares the entries of signed days with the balances that they proved.
 * <p>
 * Rows and payouts are checked while the day is collected. The proof checks those that
 * have changed since, and the balances.
 */
final class ProveBooks {

	private static final UUID FIRST = new UUID(0, 0);

	/** A proof that continues this one reads every row. */
	private static final Signed NOTHING = new Signed(0, null, FIRST);

	private final JdbcClient jdbc;

	ProveBooks(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The proof of a signed day.
	 *
	 * @param after the first id after the day
	 */
	private record Signed(long runId, @Nullable LocalDate day, UUID after) {
	}

	/**
	 * Checks rows and payouts before the run posts anything.
	 * @param committed no id before this moment is committed later
	 */
	void proveRows(ClaimedRun run, Instant committed) {
		Signed continued = continued(run, newestSigned(run));
		groupInOrderOfKeys();
		proveAllRows(run, continued);
		// The collection may hold the lock on the run until it ends.
		this.jdbc.sql("SET LOCAL lock_timeout = 0").update();
		// Last, because renewing the lease waits for the lock on the run.
		this.jdbc
			.sql("""
					UPDATE reconciliation_run SET rows_proved_after = :day, rows_proved_before = :before WHERE run_id = :runId
					""")
			.param("day", continued.day, Types.DATE)
			.param("before", TimeOrderedIds.first(committed))
			.param("runId", run.runId())
			.update();
	}

	/** Checks balances, and rows and payouts that were not checked before. */
	void prove(ClaimedRun run) {
		Signed signed = newestSigned(run);
		Signed continued = continued(run, signed);
		groupInOrderOfKeys();
		sumAccounts(run, continued, signed);
		Optional<UUID> provedBefore = rowsProvedBefore(run, continued);
		if (provedBefore.isPresent()) {
			proveChanged(run, new Signed(continued.runId, continued.day, provedBefore.get()));
		}
		else {
			proveAllRows(run, continued);
		}
		if (areAccountsForeign()) {
			record(run, FOREIGN_ACCOUNTS, NOTHING);
		}
		record(run, BALANCES, continued);
		if (!continued.equals(signed)) {
			record(run, SIGNED_BALANCES, signed);
		}
		keepBalances(run, continued);
		this.jdbc.sql("DROP TABLE reconciliation_account").update();
		planAsBefore();
		// Last, because renewing the lease waits for the lock on the run.
		this.jdbc.sql("""
				UPDATE reconciliation_run SET proved_after = :day, proved_at = clock_timestamp() WHERE run_id = :runId
				""").param("day", continued.day, Types.DATE).param("runId", run.runId()).update();
	}

	/** All rows since the proof that is continued. */
	private void proveAllRows(ClaimedRun run, Signed continued) {
		this.jdbc.sql("DELETE FROM reconciliation_violation WHERE run_id = :runId")
			.param("runId", run.runId())
			.update();
		if (continued.equals(NOTHING)) {
			record(run, EACH_ROW, NOTHING);
		}
		else {
			proveChanged(run, continued);
		}
	}

	private void proveChanged(ClaimedRun run, Signed since) {
		listChangedPayouts(since);
		record(run, CHANGED, since);
		this.jdbc.sql("DROP TABLE reconciliation_changed").update();
	}

	/**
	 * The first id that {@link #proveRows} did not check; empty if it did not check what
	 * this proof needs, as in a dry run.
	 */
	private Optional<UUID> rowsProvedBefore(ClaimedRun run, Signed continued) {
		return this.jdbc.sql("""
				SELECT rows_proved_before FROM reconciliation_run
				 WHERE run_id = :runId AND rows_proved_before IS NOT NULL
				   AND (rows_proved_after IS NULL OR rows_proved_after <= :day)
				""").param("runId", run.runId()).param("day", continued.day, Types.DATE).query(UUID.class).optional();
	}

	private Signed continued(ClaimedRun run, Signed signed) {
		return isFullProofNeeded(run) ? NOTHING : signed;
	}

	private Signed newestSigned(ClaimedRun run) {
		return this.jdbc.sql("""
				SELECT r.run_id, r.business_date FROM reconciliation_run r
				 WHERE r.nodal_account_id = :account AND r.state = 'SIGNED' AND r.business_date < :day
				   AND EXISTS (SELECT FROM reconciliation_proved_balance b WHERE b.run_id = r.run_id)
				 ORDER BY r.business_date DESC LIMIT 1
				""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.query((row, number) -> new Signed(row.getLong(1), row.getObject(2, LocalDate.class),
					firstAfter(row.getObject(2, LocalDate.class))))
			.optional()
			.orElse(NOTHING);
	}

	private static UUID firstAfter(LocalDate day) {
		return TimeOrderedIds.first(India.startOf(day.plusDays(1)));
	}

	private boolean isFullProofNeeded(ClaimedRun run) {
		return this.jdbc
			.sql("""
					SELECT (SELECT wants_full_proof FROM reconciliation_run WHERE run_id = :runId)
					    OR EXISTS (SELECT FROM reconciliation_break
					                WHERE nodal_account_id = :account AND type = 'LEDGER_AGAINST_PAYOUT' AND closed_on IS NULL)
					    OR coalesce((SELECT violation_count > 0 FROM reconciliation_run
					                  WHERE nodal_account_id = :account AND proved_after IS NULL AND proved_at IS NOT NULL
					                  ORDER BY proved_at DESC LIMIT 1), false)
					""")
			.param("runId", run.runId())
			.param("account", run.accountId())
			.query(Boolean.class)
			.single();
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

	/** A dry run continues in the same transaction. */
	private void planAsBefore() {
		for (String cost : new String[] { "random_page_cost", "parallel_setup_cost", "parallel_tuple_cost" }) {
			this.jdbc.sql("SET LOCAL " + cost + " TO DEFAULT").update();
		}
	}

	/** Stores violations: rows of rule and subject. */
	private void record(ClaimedRun run, String violations, Signed signed) {
		// CREATE TABLE AS may run in parallel, INSERT may not.
		this.jdbc
			.sql("CREATE TEMPORARY TABLE reconciliation_broken ON COMMIT DROP AS SELECT DISTINCT rule, subject FROM ("
					+ violations + ") AS violation")
			.param("from", signed.after)
			.param("signedRun", signed.runId)
			.update();
		this.jdbc.sql("""
				INSERT INTO reconciliation_violation (run_id, rule, subject)
				SELECT :runId, rule, subject FROM reconciliation_broken
				ON CONFLICT DO NOTHING
				""").param("runId", run.runId()).update();
		this.jdbc.sql("DROP TABLE reconciliation_broken").update();
	}

	/**
	 * Payouts that are new, open, or have an event or a posting since the signed day. The
	 * open ones are read from the indexes of those that are held and those that are not.
	 */
	private void listChangedPayouts(Signed signed) {
		this.jdbc
			.sql("""
					CREATE TEMPORARY TABLE reconciliation_changed ON COMMIT DROP AS
					SELECT business_id, payout_id FROM payout_event WHERE event_id >= :from
					UNION
					SELECT business_id, payout_id FROM ledger_transaction WHERE transaction_id >= :from AND payout_id IS NOT NULL
					UNION
					SELECT business_id, payout_id FROM payout WHERE payout_id >= :from
					UNION
					SELECT business_id, payout_id FROM payout WHERE status IN (3, 4) AND NOT held
					UNION
					SELECT business_id, payout_id FROM payout WHERE held
					""")
			.param("from", signed.after)
			.update();
		this.jdbc.sql("ANALYZE reconciliation_changed").update();
	}

	/** The sums of accounts show whether an entry is of a foreign account. */
	private boolean areAccountsForeign() {
		return this.jdbc.sql("SELECT coalesce(bool_or(are_entries_foreign), false) FROM reconciliation_account")
			.query(Boolean.class)
			.single();
	}

	/** Reads every entry, so it runs only if there is such an entry. */
	private static final String FOREIGN_ACCOUNTS = """
			SELECT rule, subject FROM orphan_violation WHERE rule = 'ledger entry of a foreign account'
			""";

	private static final String EACH_ROW = """
			SELECT rule, subject FROM posting_violation
			UNION ALL
			SELECT rule, subject FROM orphan_violation WHERE rule <> 'ledger entry of a foreign account'
			""";

	/**
	 * The rules of posting_violation over what changed since a signed day. Rows of a
	 * payout are found by its key, once for all rules: a join would scan the past as long
	 * as the past is not much larger than the day.
	 */
	private static final String CHANGED = """
			SELECT 'entries do not sum to zero' AS rule, transaction_id::text AS subject
			  FROM ledger_entry WHERE transaction_id >= :from GROUP BY business_id, transaction_id HAVING sum(amount_paise) <> 0
			UNION ALL
			SELECT 'wallet differs from its newest movement', w.business_id::text
			  FROM wallet w
			  LEFT JOIN wallet_movement m ON m.business_id = w.business_id AND m.sequence = w.last_sequence
			 WHERE w.balance_paise <> coalesce(m.balance_after_paise, 0) OR (w.last_sequence > 0 AND m.sequence IS NULL)
			UNION ALL
			SELECT 'movement sequence has a gap', w.business_id::text
			  FROM wallet w
			  LEFT JOIN reconciliation_proved_balance b ON b.run_id = :signedRun AND b.account_id = w.account_id
			 CROSS JOIN LATERAL (
			   SELECT count(*) AS movements, max(m.sequence) AS newest FROM wallet_movement m
			    WHERE m.business_id = w.business_id AND m.sequence > coalesce(b.last_sequence, 0)) AS added
			 WHERE added.movements <> coalesce(added.newest - coalesce(b.last_sequence, 0), 0)
			UNION ALL
			SELECT checked.rule, c.payout_id::text
			  FROM reconciliation_changed c
			  LEFT JOIN LATERAL (
			    SELECT p.status, p.last_sequence FROM payout p
			     WHERE p.business_id = c.business_id AND p.payout_id = c.payout_id OFFSET 0) AS p ON true
			 CROSS JOIN LATERAL (
			    SELECT count(*) AS postings, count(*) FILTER (WHERE t.kind = 'PAYOUT_DEBIT') AS debits,
			           count(*) FILTER (WHERE t.kind = 'PAYOUT_SETTLEMENT') AS settlements,
			           count(*) FILTER (WHERE t.kind = 'PAYOUT_REVERSAL') AS reversals
			      FROM ledger_transaction t WHERE t.business_id = c.business_id AND t.payout_id = c.payout_id) AS l
			 CROSS JOIN LATERAL (
			    SELECT count(*) AS events, max(e.sequence) AS newest, max(e.status) FILTER (WHERE e.sequence = p.last_sequence) AS status,
			           bool_or(e.from_status <> e.status AND (e.from_status, e.status) NOT IN (
			             SELECT from_status, to_status FROM payout_status_transition)) AS is_illegal
			      FROM payout_event e WHERE e.business_id = c.business_id AND e.payout_id = c.payout_id) AS e
			 CROSS JOIN LATERAL (VALUES
			   ('payout status disagrees with its postings', NOT CASE p.status
			      WHEN 3 THEN l.postings = 0
			      WHEN 4 THEN l.debits = 1 AND l.settlements = 0 AND l.reversals = 0
			      WHEN 11 THEN l.debits = 1 AND l.settlements = 1 AND l.reversals = 0
			      WHEN 12 THEN l.debits = l.reversals AND l.settlements <= l.debits
			      END),
			   ('payout differs from its newest event', p.status IS NOT NULL AND e.status IS DISTINCT FROM p.status),
			   ('payout events are not contiguous', e.newest <> e.events),
			   ('payout took an illegal path', e.is_illegal)) AS checked (rule, is_broken)
			 WHERE checked.is_broken
			""";

	/**
	 * Reads every account with its wallet, its money in flight and the sums of its
	 * entries since an id, in one statement, because all of them must be of one moment.
	 * No held payout is in flight, as the table checks.
	 */
	private void sumAccounts(ClaimedRun run, Signed continued, Signed signed) {
		this.jdbc
			.sql("""
					CREATE TEMPORARY TABLE reconciliation_account ON COMMIT DROP AS
					WITH own AS MATERIALIZED (
					  SELECT business_id, account_id, sum(amount_paise) AS amount_paise,
					         sum(amount_paise) FILTER (WHERE transaction_id >= :to) AS later_paise,
					         sum(amount_paise) FILTER (WHERE transaction_id < :signedAfter) AS signed_paise
					    FROM ledger_entry WHERE transaction_id >= :from
					   GROUP BY business_id, account_id
					)
					SELECT a.account_id, a.code, w.business_id, w.balance_paise, coalesce(w.last_sequence, 0) AS last_sequence,
					       coalesce(p.amount_paise, 0) AS flight_paise, coalesce(e.amount_paise, 0) AS amount_paise,
					       coalesce(e.later_paise, 0) AS later_paise, coalesce(e.signed_paise, 0) AS signed_paise,
					       EXISTS (SELECT FROM own
					                WHERE NOT EXISTS (SELECT FROM ledger_account f
					                                   WHERE f.account_id = own.account_id
					                                     AND coalesce(f.business_id, own.business_id) = own.business_id)) AS are_entries_foreign
					  FROM ledger_account a
					  LEFT JOIN wallet w ON w.account_id = a.account_id
					  LEFT JOIN (SELECT rail, sum(amount_paise) AS amount_paise FROM payout WHERE status = 4 AND NOT held GROUP BY rail) AS p
					    ON p.rail = CASE a.code WHEN 'clearing:IMPS' THEN 'I' WHEN 'clearing:NEFT' THEN 'N' WHEN 'clearing:RTGS' THEN 'R'
					                            WHEN 'clearing:SELF' THEN 'S' WHEN 'clearing:UPI' THEN 'U' END
					  LEFT JOIN (
					    SELECT own.account_id, sum(own.amount_paise) AS amount_paise, sum(own.later_paise) AS later_paise,
					           sum(own.signed_paise) AS signed_paise
					      FROM own
					      JOIN ledger_account a ON a.account_id = own.account_id AND coalesce(a.business_id, own.business_id) = own.business_id
					     GROUP BY own.account_id) AS e ON e.account_id = a.account_id
					""")
			.param("from", continued.after)
			.param("to", firstAfter(run.businessDate()))
			.param("signedAfter", signed.after)
			.update();
		this.jdbc.sql("ANALYZE reconciliation_account").update();
	}

	/** The rules of balance_violation, continuing from what a signed run proved. */
	private static final String BALANCES = """
			SELECT 'wallet differs from its ledger entries' AS rule, a.business_id::text AS subject
			  FROM reconciliation_account a
			  LEFT JOIN reconciliation_proved_balance b ON b.run_id = :signedRun AND b.account_id = a.account_id
			 WHERE a.balance_paise <> coalesce(b.amount_paise, 0) + a.amount_paise
			UNION ALL
			SELECT 'clearing holds what is not in flight', a.code
			  FROM reconciliation_account a
			  LEFT JOIN reconciliation_proved_balance b ON b.run_id = :signedRun AND b.account_id = a.account_id
			 WHERE a.code LIKE 'clearing:%' AND coalesce(b.amount_paise, 0) + a.amount_paise <> a.flight_paise
			""";

	/** Entries of signed days that are not as the newest signed day proved them. */
	private static final String SIGNED_BALANCES = """
			SELECT 'entries differ from what a signed day proved' AS rule, a.code AS subject
			  FROM reconciliation_account a
			  JOIN reconciliation_proved_balance b ON b.run_id = :signedRun AND b.account_id = a.account_id
			 WHERE b.amount_paise <> a.signed_paise
			""";

	/** Keeps what this proof summed, for the proofs after the day is signed. */
	private void keepBalances(ClaimedRun run, Signed continued) {
		this.jdbc.sql("DELETE FROM reconciliation_proved_balance WHERE run_id = :runId")
			.param("runId", run.runId())
			.update();
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_proved_balance (run_id, account_id, amount_paise, last_sequence)
					SELECT :runId, a.account_id, coalesce(b.amount_paise, 0) + a.amount_paise - a.later_paise, a.last_sequence
					  FROM reconciliation_account a
					  LEFT JOIN reconciliation_proved_balance b ON b.run_id = :signedRun AND b.account_id = a.account_id
					""")
			.param("runId", run.runId())
			.param("signedRun", continued.runId)
			.update();
	}

}

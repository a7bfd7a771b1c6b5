package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.text.Beginning;
import dev.hundi.time.India;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Runs by day: which are due, claimed, done and signed. The rows are the schedule, so
 * that days missed during an outage are caught up.
 */
@Repository
public class ReconciliationRuns {

	/** Requester of scheduled runs. */
	public static final String SCHEDULE = "schedule";

	private static final int MAX_FAILURE_CHARS = 500;

	private static final String COLUMNS = """
			run_id, nodal_account_id, business_date, is_dry, requested_by, rules_version, state, step, steps_done, failure, bank_opening_paise,
			bank_closing_paise, ledger_paise, late_paise, breaks_paise, unexplained_paise, violation_count, proved_after, created_at,
			started_at, completed_at, signed_at, signed_by
			""";

	private final JdbcClient jdbc;

	ReconciliationRuns(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Makes the next day of the active account due, if it is over and every earlier day
	 * is closed: once a statement of it is loaded and not held, or after
	 * {@code patience}.
	 * @param now decides which days are over, in Asia/Kolkata
	 * @param after how long after midnight a day is closed at the earliest
	 * @param patience how long after midnight to wait for the statement
	 * @return whether a day was made due
	 */
	public boolean makeNextDayDue(Instant now, Duration after, Duration patience) {
		return this.jdbc
			.sql("""
					WITH next AS (
					  SELECT n.nodal_account_id,
					         coalesce((SELECT max(r.business_date) + 1 FROM reconciliation_run r
					                    WHERE r.nodal_account_id = n.nodal_account_id AND NOT r.is_dry),
					                  (SELECT min(s.business_date) FROM bank_statement s
					                    WHERE s.nodal_account_id = n.nodal_account_id AND (s.status IN ('LOADED', 'ACCEPTED') OR s.hold_reason = 'FUTURE'))) AS day
					    FROM nodal_account n
					   WHERE n.active
					)
					INSERT INTO reconciliation_run (nodal_account_id, business_date, requested_by)
					SELECT nodal_account_id, day, :schedule FROM next
					 WHERE day < :today
					   AND NOT EXISTS (SELECT FROM reconciliation_run r
					                    WHERE r.nodal_account_id = next.nodal_account_id AND NOT r.is_dry AND r.state NOT IN ('DONE', 'SIGNED'))
					   AND (day < :patient OR EXISTS (SELECT FROM bank_statement s
					                                   WHERE s.nodal_account_id = next.nodal_account_id AND s.business_date = day
					                                     AND (s.status IN ('LOADED', 'ACCEPTED') OR s.hold_reason = 'FUTURE')))
					ON CONFLICT DO NOTHING
					""")
			.param("schedule", SCHEDULE)
			.param("today", India.dateOf(now.minus(after)))
			.param("patient", India.dateOf(now.minus(patience)))
			.update() == 1;
	}

	/**
	 * Requests a day of the active account, or the newest closed day again.
	 * @param now a day that is not over has dry runs only
	 * @throws IllegalStateException if there is no active account, the day is not over,
	 * in the future, signed or being closed, the day before is not closed, or a later day
	 * is closed
	 */
	@Transactional
	public ReconciliationRun request(LocalDate day, boolean dry, String by, Instant now) {
		return request(day, dry, false, by, now);
	}

	/**
	 * Requests a day as {@link #request(LocalDate, boolean, String, Instant)} does.
	 * @param fullProof whether the proof of the books reads every row, also those that a
	 * signed day proved
	 */
	@Transactional
	public ReconciliationRun request(LocalDate day, boolean dry, boolean fullProof, String by, Instant now) {
		long account = this.jdbc.sql("SELECT nodal_account_id FROM nodal_account WHERE active FOR UPDATE")
			.query(Long.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException("No nodal account is active"));
		LocalDate today = India.dateOf(now);
		if (day.isAfter(today)) {
			throw new IllegalStateException(day + " is in the future; no run of it is possible");
		}
		if (!dry && day.equals(today)) {
			throw new IllegalStateException(day + " is not over; only a dry run of it is possible");
		}
		if (this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM reconciliation_run
				                WHERE nodal_account_id = :account AND NOT is_dry AND business_date > :day)
				""").param("account", account).param("day", day).query(Boolean.class).single()) {
			throw new IllegalStateException("A day after " + day + " is closed already");
		}
		return find(dry ? dryRun(account, day, fullProof, by) : requestAgain(account, day, fullProof, by))
			.orElseThrow();
	}

	private long dryRun(long account, LocalDate day, boolean fullProof, String by) {
		return this.jdbc.sql("""
				INSERT INTO reconciliation_run (nodal_account_id, business_date, is_dry, wants_full_proof, requested_by)
				VALUES (:account, :day, true, :fullProof, :by) RETURNING run_id
				""")
			.param("account", account)
			.param("day", day)
			.param("fullProof", fullProof)
			.param("by", by)
			.query(Long.class)
			.single();
	}

	private long requestAgain(long account, LocalDate day, boolean fullProof, String by) {
		boolean openBefore = this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM reconciliation_run
				                WHERE nodal_account_id = :account AND NOT is_dry AND business_date < :day
				                  AND state NOT IN ('DONE', 'SIGNED'))
				""").param("account", account).param("day", day).query(Boolean.class).single();
		if (openBefore) {
			throw new IllegalStateException("A day before " + day + " is not closed");
		}
		requireNoGap(account, day);
		return this.jdbc.sql("""
				INSERT INTO reconciliation_run AS r (nodal_account_id, business_date, wants_full_proof, requested_by)
				VALUES (:account, :day, :fullProof, :by)
				ON CONFLICT (nodal_account_id, business_date) WHERE NOT is_dry DO UPDATE
				   SET state = 'DUE', due_at = now(), round = r.round + 1, requested_by = excluded.requested_by,
				       wants_full_proof = excluded.wants_full_proof, attempt_count = 0,
				       steps_done = 0, step = NULL, failure = NULL, completed_at = NULL
				 WHERE r.state IN ('DONE', 'FAILED')
				RETURNING run_id
				""")
			.param("account", account)
			.param("day", day)
			.param("fullProof", fullProof)
			.param("by", by)
			.query(Long.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException(whyNotAgain(account, day)));
	}

	private String whyNotAgain(long account, LocalDate day) {
		String state = this.jdbc.sql("""
				SELECT state FROM reconciliation_run
				 WHERE nodal_account_id = :account AND business_date = :day AND NOT is_dry
				""").param("account", account).param("day", day).query(String.class).single();
		return state.equals("SIGNED")
				? day + " is signed off and cannot be closed again; a correction belongs to the closing of a later day"
				: day + " is being closed";
	}

	/** A day that is skipped would never be closed, because a later one is. */
	private void requireNoGap(long account, LocalDate day) {
		Optional<LocalDate> newest = this.jdbc.sql("""
				SELECT max(business_date) FROM reconciliation_run WHERE nodal_account_id = :account AND NOT is_dry
				""").param("account", account).query(LocalDate.class).optional();
		LocalDate next = newest.map((date) -> date.plusDays(1)).orElseGet(() -> firstStatement(account));
		if (day.isAfter(next)) {
			throw new IllegalStateException("The day before %s is not closed; the next day is %s".formatted(day, next));
		}
		if (newest.isEmpty() && day.isBefore(next)) {
			throw new IllegalStateException("The first statement is of %s; no day before it is closed".formatted(next));
		}
	}

	private LocalDate firstStatement(long account) {
		return this.jdbc.sql("""
				SELECT min(business_date) FROM bank_statement
				 WHERE nodal_account_id = :account AND (status IN ('LOADED', 'ACCEPTED') OR hold_reason = 'FUTURE')
				""")
			.param("account", account)
			.query(LocalDate.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException("No statement is loaded, so no day can be closed"));
	}

	/** Claims a due run, the earliest day first. */
	public Optional<ClaimedRun> claim(Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT run_id FROM reconciliation_run
					   WHERE state IN ('DUE', 'RUNNING') AND due_at <= now()
					   ORDER BY business_date, run_id LIMIT 1 FOR UPDATE SKIP LOCKED
					)
					UPDATE reconciliation_run r
					   SET state = 'RUNNING', claim_id = gen_random_uuid(), due_at = now() + :leaseMs * interval '1 millisecond',
					       attempt_count = r.attempt_count + 1, started_at = coalesce(r.started_at, now())
					  FROM due WHERE r.run_id = due.run_id
					RETURNING r.run_id, r.nodal_account_id, r.business_date, r.is_dry, r.round, r.claim_id, r.attempt_count
					""")
			.param("leaseMs", lease.toMillis())
			.query(ReconciliationRuns::claimed)
			.optional();
	}

	/** The run, if the claim still holds. */
	public Optional<ClaimedRun> held(long runId, UUID claimId) {
		return this.jdbc.sql("""
				SELECT run_id, nodal_account_id, business_date, is_dry, round, claim_id, attempt_count
				  FROM reconciliation_run WHERE run_id = :runId AND claim_id = :claimId
				""").param("runId", runId).param("claimId", claimId).query(ReconciliationRuns::claimed).optional();
	}

	/**
	 * Renews the lease.
	 * @return whether the claim still holds
	 */
	public boolean renew(ClaimedRun run, Duration lease) {
		return ofClaim(run, "SET due_at = now() + :leaseMs * interval '1 millisecond'")
			.param("leaseMs", lease.toMillis())
			.update() == 1;
	}

	public void progress(ClaimedRun run, ReconciliationStep step, int stepsDone) {
		ofClaim(run, "SET step = :step, steps_done = :done").param("step", step.name())
			.param("done", stepsDone)
			.update();
	}

	/** Ends the claim: the day is closed. */
	public void done(ClaimedRun run) {
		ofClaim(run,
				"SET state = 'DONE', claim_id = NULL, due_at = NULL, completed_at = now(), failure = NULL, steps_done = :steps")
			.param("steps", ReconciliationStep.values().length)
			.update();
	}

	/** Gives a failed claim back; the run is due again after the delay. */
	public void retryLater(ClaimedRun run, String failure, Duration delay) {
		ofClaim(run,
				"SET state = 'DUE', claim_id = NULL, due_at = now() + :delayMs * interval '1 millisecond', failure = :failure")
			.param("delayMs", delay.toMillis())
			.param("failure", cut(failure))
			.update();
	}

	/** Gives the claim back at once and does not count the attempt. */
	public void giveBack(ClaimedRun run) {
		ofClaim(run,
				"SET state = 'DUE', claim_id = NULL, due_at = now(), attempt_count = greatest(attempt_count - 1, 0)")
			.update();
	}

	/**
	 * Ends the claim for good: a person must fix the cause and request the day again.
	 */
	public void failed(ClaimedRun run, String failure) {
		ofClaim(run, "SET state = 'FAILED', claim_id = NULL, due_at = NULL, completed_at = now(), failure = :failure")
			.param("failure", cut(failure))
			.update();
	}

	private JdbcClient.StatementSpec ofClaim(ClaimedRun run, String set) {
		return this.jdbc.sql("UPDATE reconciliation_run " + set + " WHERE run_id = :runId AND claim_id = :claimId")
			.param("runId", run.runId())
			.param("claimId", run.claimId());
	}

	/** Writes the files of a report. */
	@FunctionalInterface
	public interface ReportFiles {

		/** The file of each format of a run, as it is once signed. */
		Map<ReportFormat, byte[]> write(ReconciliationRun signed);

	}

	/**
	 * Signs a day off, which makes it final, and stores the files of its report. The book
	 * is locked, so no resolution is decided meanwhile.
	 * @param completedAt of the closing whose figures the person has read; null, for one
	 * that does not say it, signs nothing
	 * @throws IllegalStateException if it is not closed, has an unexplained difference or
	 * a violation, was requested by the same person, an earlier day is not signed, it was
	 * closed again, or since the run collected its lines a break was resolved or a
	 * statement withdrawn
	 */
	@Transactional
	public ReconciliationRun signOff(long runId, @Nullable Instant completedAt, String by, ReportFiles files) {
		ReconciliationRun run = find(runId).orElseThrow();
		new ReconciliationBook(this.jdbc).lockAccount(run.accountId());
		Instant now = this.jdbc.sql("""
				SELECT now() FROM reconciliation_run WHERE run_id = :runId FOR UPDATE
				""").param("runId", runId).query((row, number) -> row.getTimestamp(1).toInstant()).single();
		run = find(runId).orElseThrow();
		requireSignable(run, completedAt, by);
		files.write(run.signed(now, by))
			.forEach((format, content) -> new Reports(this.jdbc).store(runId, format, content));
		this.jdbc.sql("""
				UPDATE reconciliation_run SET state = 'SIGNED', signed_at = now(), signed_by = :by WHERE run_id = :runId
				""").param("runId", runId).param("by", by).update();
		return find(runId).orElseThrow();
	}

	private void requireSignable(ReconciliationRun run, @Nullable Instant completedAt, String by) {
		List<String> reasons = new ArrayList<>();
		if (run.dry()) {
			reasons.add("it is a dry run");
		}
		else if (!run.state().equals("DONE")) {
			reasons.add("it is " + run.state() + ", not DONE");
		}
		else if (!Long.valueOf(0).equals(run.unexplainedPaise())) {
			reasons.add(run.unexplainedPaise() + " paise are unexplained");
		}
		if (run.violations() != null && run.violations() > 0) {
			reasons.add(run.violations() + " money rules are violated");
		}
		if (run.completedAt() != null && !run.completedAt().equals(completedAt)) {
			reasons.add((completedAt != null)
					? "it was closed again at %s; read its present figures".formatted(run.completedAt())
					: "the request does not say which closing was read; ask again with its completedAt");
		}
		if (isOutdated(run.runId())) {
			reasons.add("a break was resolved or a statement was withdrawn since; close the day again");
		}
		if (lacksStatement(run)) {
			reasons.add("a statement up to its day was accepted since; close the day again");
		}
		if (run.requestedBy().strip().equalsIgnoreCase(by.strip())) {
			reasons.add("it must be signed by another person than its requester " + run.requestedBy());
		}
		this.jdbc.sql("""
				SELECT min(business_date) FROM reconciliation_run
				 WHERE nodal_account_id = :account AND NOT is_dry AND business_date < :day AND state <> 'SIGNED'
				""")
			.param("account", run.accountId())
			.param("day", run.businessDate())
			.query(LocalDate.class)
			.optional()
			.ifPresent((earlier) -> reasons.add(earlier + " is not signed"));
		if (!reasons.isEmpty()) {
			throw new IllegalStateException(
					"Run %d cannot be signed off: %s".formatted(run.runId(), String.join("; ", reasons)));
		}
	}

	/**
	 * Whether a closing can be repeated with a statement that was accepted since, and so
	 * is not signed.
	 */
	@Transactional(readOnly = true)
	public boolean lacksStatement(ReconciliationRun run) {
		return !run.dry() && run.state().equals("DONE") && new ReconciliationBook(this.jdbc).lacksStatement(run);
	}

	/** The figures of the day are older than a resolution that changed the books. */
	private boolean isOutdated(long runId) {
		return this.jdbc.sql("SELECT is_outdated FROM reconciliation_run WHERE run_id = :runId")
			.param("runId", runId)
			.query(Boolean.class)
			.single();
	}

	/** A file of the report that was stored at sign-off. */
	public Optional<StoredReport> report(long runId, ReportFormat format) {
		return new Reports(this.jdbc).find(runId, format);
	}

	/** The digests of the stored report files. */
	public List<StoredReport.Digest> reportDigests(long runId) {
		return new Reports(this.jdbc).digests(runId);
	}

	public Optional<ReconciliationRun> find(long runId) {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM reconciliation_run WHERE run_id = :runId")
			.param("runId", runId)
			.query(ReconciliationRuns::run)
			.optional();
	}

	/** The newest runs first. */
	public List<ReconciliationRun> newest(int limit) {
		return this.jdbc
			.sql("SELECT " + COLUMNS + " FROM reconciliation_run ORDER BY business_date DESC, run_id DESC LIMIT :limit")
			.param("limit", limit)
			.query(ReconciliationRuns::run)
			.list();
	}

	/** The status of the active account's books. */
	public ReconciliationStatus status() {
		Map<String, Long> breaks = new HashMap<>();
		this.jdbc.sql("""
				SELECT b.type, count(*) FROM reconciliation_break b
				  JOIN nodal_account n ON n.nodal_account_id = b.nodal_account_id AND n.active
				 WHERE b.closed_on IS NULL GROUP BY b.type
				""").query((row) -> {
			breaks.put(row.getString(1), row.getLong(2));
		});
		return this.jdbc
			.sql("""
					WITH ours AS (
					  SELECT r.business_date, r.state, r.unexplained_paise FROM reconciliation_run r
					    JOIN nodal_account n ON n.nodal_account_id = r.nodal_account_id AND n.active
					   WHERE NOT r.is_dry
					), newest AS (
					  SELECT * FROM ours WHERE state IN ('DONE', 'SIGNED') ORDER BY business_date DESC LIMIT 1
					)
					SELECT coalesce((SELECT extract(epoch FROM (r.business_date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')::bigint
					                   FROM newest r),
					                 (SELECT extract(epoch FROM created_at)::bigint FROM nodal_account WHERE active), 0),
					       coalesce((SELECT unexplained_paise FROM newest), 0),
					       (SELECT count(*) FROM ours WHERE state = 'FAILED')
					""")
			.query((row, number) -> new ReconciliationStatus(row.getLong(1), row.getLong(2), row.getInt(3), breaks))
			.single();
	}

	/** The versions of the profiles by which the statements of a run were read. */
	public List<String> profileVersions(long runId) {
		return this.jdbc.sql("""
				SELECT DISTINCT f.profile_versions
				  FROM reconciliation_statement t
				  JOIN bank_statement s ON s.bank_statement_id = t.bank_statement_id AND s.status <> 'WITHDRAWN'
				  JOIN statement_file f ON f.sha256 = s.sha256
				 WHERE t.run_id = :runId AND f.profile_versions IS NOT NULL ORDER BY 1
				""").param("runId", runId).query(String.class).list();
	}

	/** The figures of a run in the order of its report. */
	public List<ReconciliationFigure> figures(long runId) {
		return new ReconciliationFigures(this.jdbc).of(runId);
	}

	private static ClaimedRun claimed(ResultSet row, int number) throws SQLException {
		return new ClaimedRun(row.getLong(1), row.getLong(2), row.getObject(3, LocalDate.class), row.getBoolean(4),
				row.getInt(5), row.getObject(6, UUID.class), row.getInt(7));
	}

	private static ReconciliationRun run(ResultSet row, int number) throws SQLException {
		return new ReconciliationRun(row.getLong("run_id"), row.getLong("nodal_account_id"),
				row.getObject("business_date", LocalDate.class), row.getBoolean("is_dry"),
				row.getString("requested_by"), row.getObject("rules_version", Integer.class), progress(row), proof(row),
				new ReconciliationRun.Times(Timestamps.instant(row, "created_at"),
						Timestamps.nullable(row, "started_at"), Timestamps.nullable(row, "completed_at")),
				new ReconciliationRun.SignOff(Timestamps.nullable(row, "signed_at"), row.getString("signed_by")));
	}

	private static ReconciliationRun.Progress progress(ResultSet row) throws SQLException {
		return new ReconciliationRun.Progress(row.getString("state"), row.getString("step"), row.getInt("steps_done"),
				ReconciliationStep.values().length, row.getString("failure"));
	}

	private static ReconciliationRun.Proof proof(ResultSet row) throws SQLException {
		return new ReconciliationRun.Proof(row.getObject("bank_opening_paise", Long.class),
				row.getObject("bank_closing_paise", Long.class), row.getObject("ledger_paise", Long.class),
				row.getObject("late_paise", Long.class), row.getObject("breaks_paise", Long.class),
				row.getObject("unexplained_paise", Long.class), row.getObject("violation_count", Integer.class),
				row.getObject("proved_after", LocalDate.class));
	}

	private static String cut(String failure) {
		return Beginning.of(failure, MAX_FAILURE_CHARS);
	}

}

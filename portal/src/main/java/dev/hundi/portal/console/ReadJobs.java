package dev.hundi.portal.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Runs of batch jobs, newest first, as Spring Batch records them. */
@StaffOnly
@Repository
class ReadJobs {

	/** Of an exit message, which contains a stack trace. */
	private static final int FAILURE_CHARS = 500;

	private final JdbcClient jdbc;

	ReadJobs(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A run of a job.
	 *
	 * @param parameters those that identify its work, such as {@code exportId=…}
	 * @param failure why it failed, or null
	 * @param restartable whether it failed and no later run has taken its place
	 */
	record JobRun(long id, String job, JobStatus status, @Nullable String parameters, Times times, Progress progress,
			@Nullable String failure, boolean restartable) {
	}

	/** When a run began and ended. */
	record Times(@Nullable Instant startedAt, @Nullable Instant endedAt) {

		/** How long it took; null while it runs. */
		public @Nullable Long seconds() {
			return (this.startedAt != null && this.endedAt != null)
					? Duration.between(this.startedAt, this.endedAt).toSeconds() : null;
		}

	}

	/**
	 * How far a run is.
	 *
	 * @param step the last step that began, or null
	 * @param steps steps that began
	 * @param read items read by all steps
	 * @param written items written by all steps
	 */
	record Progress(@Nullable String step, int steps, long read, long written) {
	}

	/**
	 * A page of runs.
	 * @param job null for all
	 * @param before only runs with a lower id
	 */
	@Transactional(readOnly = true)
	Slice<JobRun> newest(@Nullable JobName job, @Nullable JobStatus status, long before) {
		// As a constant, so that failed ones are found by their index.
		String filter = (status != null) ? "AND e.status = '" + status.name() + "'" : "";
		return Slice.of(this.jdbc
			.sql("""
					SELECT e.*, s.step_name, coalesce(s.steps, 0) AS steps, coalesce(s.read, 0) AS read, coalesce(s.written, 0) AS written,
					       (SELECT string_agg(p.parameter_name || '=' || p.parameter_value, ', ' ORDER BY p.parameter_name)
					          FROM batch_job_execution_params p
					         WHERE p.job_execution_id = e.job_execution_id AND p.identifying = 'Y') AS parameters,
					       e.status IN ('FAILED', 'STOPPED') AND NOT EXISTS (
					         SELECT FROM batch_job_execution l
					          WHERE l.job_instance_id = e.job_instance_id AND l.job_execution_id > e.job_execution_id) AS is_last_failed
					  FROM (SELECT e.job_execution_id, e.job_instance_id, i.job_name, e.status, e.start_time, e.end_time,
					               left(e.exit_message, :failureChars) AS failure
					          FROM batch_job_execution e JOIN batch_job_instance i ON i.job_instance_id = e.job_instance_id
					         WHERE e.job_execution_id < :before AND (:job::text IS NULL OR i.job_name = :job) %s
					         ORDER BY e.job_execution_id DESC LIMIT :limit) e
					  LEFT JOIN LATERAL (
					    SELECT count(*)::integer AS steps, sum(read_count)::bigint AS read, sum(write_count)::bigint AS written,
					           (array_agg(step_name ORDER BY step_execution_id DESC))[1] AS step_name
					      FROM batch_step_execution WHERE job_execution_id = e.job_execution_id) s ON true
					 ORDER BY e.job_execution_id DESC
					"""
				.formatted(filter))
			.param("failureChars", FAILURE_CHARS)
			.param("before", before)
			.param("job", (job != null) ? job.text() : null)
			.param("limit", Slice.READ)
			.query(ReadJobs::read)
			.list());
	}

	private static JobRun read(ResultSet row, int number) throws SQLException {
		String failure = row.getString("failure");
		return new JobRun(row.getLong("job_execution_id"), row.getString("job_name"),
				JobStatus.valueOf(row.getString("status")), row.getString("parameters"),
				new Times(time(row, "start_time"), time(row, "end_time")),
				new Progress(row.getString("step_name"), row.getInt("steps"), row.getLong("read"),
						row.getLong("written")),
				(failure != null && !failure.isBlank()) ? failure : null, row.getBoolean("is_last_failed"));
	}

	/** Spring Batch records the time of its process, which runs in UTC. */
	private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
		LocalDateTime time = row.getObject(column, LocalDateTime.class);
		return (time != null) ? time.toInstant(ZoneOffset.UTC) : null;
	}

}

package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;

import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Purges the runs of all jobs from Spring Batch's job repository. Batch records times in
 * the time zone of the JVM.
 */
@Repository
class JobHistory implements HousekeepingStep {

	/** No run takes this long: an instance that was killed left it behind. */
	private static final Duration STALE_AFTER = Duration.ofDays(1);

	/** Of an instance {@code i}: it ended, and nothing of it changed since. */
	private static final String FINISHED = """
			EXISTS (SELECT 1 FROM batch_job_execution e WHERE e.job_instance_id = i.job_instance_id)
			AND NOT EXISTS (
			    SELECT 1 FROM batch_job_execution e
			    WHERE e.job_instance_id = i.job_instance_id
			      AND (e.status IN ('STARTING', 'STARTED', 'STOPPING')
			           OR COALESCE(e.last_updated, e.create_time) >= :before))
			""";

	private final JdbcClient jdbc;

	private final JobRepository jobRepository;

	private final JobOperator jobOperator;

	private final HousekeepingSettings settings;

	JobHistory(JdbcClient jdbc, JobRepository jobRepository, JobOperator jobOperator, HousekeepingSettings settings) {
		this.jdbc = jdbc;
		this.jobRepository = jobRepository;
		this.jobOperator = jobOperator;
		this.settings = settings;
	}

	@Override
	public String name() {
		return "job-history";
	}

	@Override
	public int removeExpired(int limit) {
		LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
		failStaleRuns(now.minus(STALE_AFTER));
		return deleteFinishedBefore(now.minus(this.settings.historyAge()), limit);
	}

	@Override
	public Proof prove() {
		Duration overdue = Proof.overdueAfter(this.settings.historyAge());
		return Proof.of(this.jdbc.sql("SELECT count(*) FROM batch_job_instance i WHERE " + FINISHED)
			.param("before", LocalDateTime.now(ZoneId.systemDefault()).minus(overdue))
			.query(Long.class)
			.single());
	}

	private void failStaleRuns(LocalDateTime before) {
		for (String job : this.jobRepository.getJobNames()) {
			for (JobExecution run : this.jobRepository.findRunningJobExecutions(job)) {
				if (run.getCreateTime().isBefore(before)) {
					this.jobOperator.recover(run);
				}
			}
		}
	}

	/**
	 * Deletes the oldest instances with all their executions, unless an execution is
	 * running or has changed since {@code before}. One statement, so that an instance is
	 * deleted completely or not at all.
	 */
	int deleteFinishedBefore(LocalDateTime before, int limit) {
		return this.jdbc.sql("""
				WITH old_instance AS (
				    SELECT i.job_instance_id
				    FROM batch_job_instance i
				    WHERE %s
				    ORDER BY i.job_instance_id
				    LIMIT :limit
				    FOR UPDATE OF i SKIP LOCKED
				), old_execution AS (
				    SELECT e.job_execution_id FROM batch_job_execution e JOIN old_instance USING (job_instance_id)
				), old_step AS (
				    SELECT s.step_execution_id FROM batch_step_execution s JOIN old_execution USING (job_execution_id)
				), step_contexts AS (
				    DELETE FROM batch_step_execution_context WHERE step_execution_id IN (TABLE old_step)
				), steps AS (
				    DELETE FROM batch_step_execution WHERE step_execution_id IN (TABLE old_step)
				), job_contexts AS (
				    DELETE FROM batch_job_execution_context WHERE job_execution_id IN (TABLE old_execution)
				), params AS (
				    DELETE FROM batch_job_execution_params WHERE job_execution_id IN (TABLE old_execution)
				), executions AS (
				    DELETE FROM batch_job_execution WHERE job_execution_id IN (TABLE old_execution)
				)
				DELETE FROM batch_job_instance WHERE job_instance_id IN (TABLE old_instance)
				""".formatted(FINISHED)).param("before", before).param("limit", limit).update();
	}

}

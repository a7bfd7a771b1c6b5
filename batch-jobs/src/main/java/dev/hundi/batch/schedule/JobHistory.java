package dev.hundi.batch.schedule;

import java.time.LocalDateTime;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Spring Batch's own records of past runs.
 */
@Repository
public class JobHistory {

	private final JdbcClient jdbc;

	public JobHistory(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Deletes the oldest instances of a job, with all their executions, of which no
	 * execution is running or has changed since {@code before}. One statement, so that an
	 * instance goes whole or not at all.
	 * @param before in the time zone of this JVM, which is how Batch writes its times
	 * @return how many instances went; fewer than {@code limit} when none were left
	 */
	public int deleteFinishedBefore(String jobName, LocalDateTime before, int limit) {
		return this.jdbc.sql("""
				WITH old_instance AS (
				    SELECT i.job_instance_id
				    FROM batch_job_instance i
				    WHERE i.job_name = :jobName
				      AND EXISTS (SELECT 1 FROM batch_job_execution e WHERE e.job_instance_id = i.job_instance_id)
				      AND NOT EXISTS (
				          SELECT 1 FROM batch_job_execution e
				          WHERE e.job_instance_id = i.job_instance_id
				            AND (e.status IN ('STARTING', 'STARTED', 'STOPPING')
				                 OR COALESCE(e.last_updated, e.create_time) >= :before))
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
				""").param("jobName", jobName).param("before", before).param("limit", limit).update();
	}

}

package dev.hundi.walletexport;

import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Exports past their retention.
 */
@Repository
public class ExpiredExports {

	private final JdbcClient jdbc;

	ExpiredExports(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Marks exports as expired, so that no new download begins, and returns the files to
	 * remove, including those left over from earlier calls.
	 * @param limit maximum number of files
	 */
	public List<String> expire(int limit) {
		return this.jdbc.sql("""
				WITH over AS (
				  SELECT business_id, export_id FROM wallet_export
				   WHERE status = 'DONE' AND expires_at <= now()
				   ORDER BY expires_at
				   LIMIT :limit
				   FOR UPDATE SKIP LOCKED
				), expired AS (
				  UPDATE wallet_export e SET status = 'EXPIRED' FROM over
				   WHERE e.business_id = over.business_id AND e.export_id = over.export_id
				  RETURNING e.stored_as
				)
				SELECT stored_as FROM expired
				UNION
				(SELECT stored_as FROM wallet_export WHERE status = 'EXPIRED' AND stored_as IS NOT NULL LIMIT :limit)
				LIMIT :limit
				""").param("limit", limit).query(String.class).list();
	}

	/** Counts the files of exports that expired longer ago than {@code age}. */
	public long overdue(Duration age) {
		return this.jdbc.sql("""
				SELECT count(*) FROM wallet_export
				 WHERE status IN ('DONE', 'EXPIRED') AND stored_as IS NOT NULL
				   AND expires_at <= now() - make_interval(secs => :ageSeconds)
				""").param("ageSeconds", age.toSeconds()).query(Long.class).single();
	}

	/** Records that files are removed from the store. */
	public void removed(List<String> storedAs) {
		this.jdbc.sql("""
				UPDATE wallet_export SET stored_as = NULL WHERE stored_as = ANY (:names) AND status = 'EXPIRED'
				""").param("names", storedAs.toArray(String[]::new)).update();
	}

}

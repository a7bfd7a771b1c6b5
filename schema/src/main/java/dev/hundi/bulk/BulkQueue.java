package dev.hundi.bulk;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.text.Beginning;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Files with work due: claimed under a lease, renewed by the worker, and given back. Any
 * number of processes may claim at once.
 */
@Repository
public class BulkQueue {

	private static final int MAX_REASON_CHARS = 500;

	private static final String CLAIMED = """
			f.business_id, f.bulk_file_id, f.claim_id, f.status, f.format, f.stored_as, f.sha256, f.release_mode,
			f.declared_rows, f.declared_total_paise, f.rows_read, f.attempt_count
			""";

	private final JdbcClient jdbc;

	BulkQueue(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Claims the file that has been due longest. Of the released files of one business
	 * only the one with a claim, else the one released first, so that each is checked
	 * against the payouts of its predecessor.
	 * @param statuses those that the caller has capacity for
	 */
	public Optional<ClaimedBulkFile> claim(Collection<BulkStatus> statuses, Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT business_id, bulk_file_id
					    FROM bulk_file f
					   WHERE due_at <= now() AND status = ANY (:statuses)
					     AND NOT (status = 'RELEASING' AND EXISTS (
					       SELECT FROM bulk_file o
					        WHERE o.business_id = f.business_id AND o.status = 'RELEASING' AND o.due_at IS NOT NULL
					          AND (o.claim_id IS NULL, o.released_at, o.bulk_file_id) < (f.claim_id IS NULL, f.released_at, f.bulk_file_id)))
					   ORDER BY due_at
					   LIMIT 1
					   FOR UPDATE SKIP LOCKED
					)
					UPDATE bulk_file f
					   SET claim_id = gen_random_uuid(), due_at = now() + :leaseMs * interval '1 millisecond',
					       attempt_count = f.attempt_count + 1
					  FROM due
					 WHERE f.business_id = due.business_id AND f.bulk_file_id = due.bulk_file_id
					RETURNING\s"""
					+ CLAIMED)
			.param("statuses", statuses.stream().map(BulkStatus::name).toArray(String[]::new))
			.param("leaseMs", lease.toMillis())
			.query(BulkQueue::claimed)
			.optional();
	}

	/** The file, if the claim still holds. */
	public Optional<ClaimedBulkFile> held(UUID businessId, UUID bulkFileId, UUID claimId) {
		return this.jdbc.sql("SELECT " + CLAIMED + """
				 FROM bulk_file f
				WHERE f.business_id = :businessId AND f.bulk_file_id = :bulkFileId AND f.claim_id = :claimId
				""")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("claimId", claimId)
			.query(BulkQueue::claimed)
			.optional();
	}

	/**
	 * Renews the lease. In a transaction it also locks the file against other claims
	 * until the commit, so that work and claim are atomic.
	 * @throws ClaimLostException if the claim is lost
	 */
	public void renew(ClaimedBulkFile file, Duration lease) {
		held(this.jdbc.sql("""
				UPDATE bulk_file SET due_at = now() + :leaseMs * interval '1 millisecond'
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
				""").param("leaseMs", lease.toMillis()), file);
	}

	/**
	 * Stores the merchant's columns.
	 * @throws ClaimLostException if the claim is lost
	 */
	public void headings(ClaimedBulkFile file, List<String> headings) {
		held(this.jdbc.sql("""
				UPDATE bulk_file SET headings = :headings
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
				""").param("headings", headings.toArray(String[]::new)), file);
	}

	/**
	 * Stores the number of loaded rows, renews the lease and resets the attempt count.
	 * @throws ClaimLostException if the claim is lost
	 */
	public void loaded(ClaimedBulkFile file, int rows, Duration lease) {
		held(this.jdbc.sql("""
				UPDATE bulk_file
				   SET rows_read = :rows, attempt_count = 1, due_at = now() + :leaseMs * interval '1 millisecond'
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
				""").param("rows", rows).param("leaseMs", lease.toMillis()), file);
	}

	/** Ends a file that cannot be paid as a whole; does nothing without the claim. */
	public void reject(ClaimedBulkFile file, String code, String reason) {
		bound(this.jdbc
			.sql("""
					UPDATE bulk_file
					   SET status = 'REJECTED', changed_by = 'batch-jobs', reason_code = :code, reason = :reason, claim_id = NULL,
					       due_at = NULL, completed_at = now()
					 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
					""")
			.param("code", code)
			.param("reason", cut(reason)), file).update();
	}

	/** Gives a failed claim back; the file is due again after the delay. */
	public void retryLater(ClaimedBulkFile file, Duration delay) {
		bound(this.jdbc.sql("""
				UPDATE bulk_file SET claim_id = NULL, due_at = now() + :delayMs * interval '1 millisecond'
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
				""").param("delayMs", delay.toMillis()), file).update();
	}

	/** Gives a claim back that made progress, so that other files get their turn. */
	public void continueLater(ClaimedBulkFile file, Duration delay) {
		bound(this.jdbc.sql("""
				UPDATE bulk_file
				   SET claim_id = NULL, attempt_count = 0, due_at = now() + :delayMs * interval '1 millisecond'
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
				""").param("delayMs", delay.toMillis()), file).update();
	}

	/**
	 * Ends the release: every valid row is a payout.
	 * @throws ClaimLostException if the claim is lost
	 * @throws IllegalStateException if the payouts are not as many as the valid rows
	 */
	public void released(ClaimedBulkFile file) {
		int ended = bound(
				this.jdbc
					.sql("""
							WITH released AS (
							  SELECT count(*) AS rows, coalesce(sum(amount_paise), 0) AS paise,
							         coalesce(sum(total_debit_paise), 0) AS debit_paise
							    FROM payout
							   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
							)
							UPDATE bulk_file f
							   SET status = 'PROCESSING', changed_by = 'batch-jobs', claim_id = NULL, due_at = now(), attempt_count = 0,
							       released_rows = released.rows, released_paise = released.paise,
							       released_debit_paise = released.debit_paise
							  FROM released
							 WHERE f.business_id = :businessId AND f.bulk_file_id = :bulkFileId AND f.claim_id = :claimId
							   AND released.rows = f.valid_rows
							"""),
				file)
			.update();
		if (ended == 0 && held(file.businessId(), file.bulkFileId(), file.claimId()).isPresent()) {
			throw new IllegalStateException(
					"Bulk file " + file.bulkFileId() + " has fewer or more payouts than valid rows");
		}
		if (ended == 0) {
			throw new ClaimLostException(file);
		}
	}

	/**
	 * Clears the uploads that are older than {@code keep} and returns their names in the
	 * file store.
	 */
	public List<String> expireUploads(Duration keep, int limit) {
		return this.jdbc.sql("""
				WITH old AS (
				  SELECT business_id, bulk_file_id, stored_as FROM bulk_file
				   WHERE stored_as IS NOT NULL AND status <> 'LOADING'
				     AND created_at < now() - :keepMs * interval '1 millisecond'
				   ORDER BY created_at LIMIT :limit
				   FOR UPDATE SKIP LOCKED
				), forgotten AS (
				  UPDATE bulk_file f SET stored_as = NULL FROM old
				   WHERE f.business_id = old.business_id AND f.bulk_file_id = old.bulk_file_id
				)
				SELECT stored_as FROM old
				""").param("keepMs", keep.toMillis()).param("limit", limit).query(String.class).list();
	}

	/** Counts the uploads that are stored for longer. */
	public long uploadsOlderThan(Duration keep) {
		return this.jdbc
			.sql("""
					SELECT count(*) FROM bulk_file
					 WHERE stored_as IS NOT NULL AND status <> 'LOADING' AND created_at < now() - :keepMs * interval '1 millisecond'
					""")
			.param("keepMs", keep.toMillis())
			.query(Long.class)
			.single();
	}

	/** The names that are no file's upload. */
	public Collection<String> unreferenced(Collection<String> storedAs) {
		return this.jdbc.sql("""
				SELECT name FROM unnest(:names::text[]) AS stored (name)
				 WHERE NOT EXISTS (SELECT FROM bulk_file f WHERE f.stored_as = stored.name)
				""").param("names", storedAs.toArray(String[]::new)).query(String.class).list();
	}

	private static JdbcClient.StatementSpec bound(JdbcClient.StatementSpec sql, ClaimedBulkFile file) {
		return sql.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.param("claimId", file.claimId());
	}

	private static void held(JdbcClient.StatementSpec sql, ClaimedBulkFile file) {
		if (bound(sql, file).update() != 1) {
			throw new ClaimLostException(file);
		}
	}

	private static String cut(String reason) {
		return Beginning.of(reason, MAX_REASON_CHARS);
	}

	private static ClaimedBulkFile claimed(ResultSet row, int number) throws SQLException {
		ClaimedBulkFile.Upload upload = new ClaimedBulkFile.Upload(BulkFormat.valueOf(row.getString("format")),
				row.getString("stored_as"), row.getBytes("sha256"), ReleaseMode.valueOf(row.getString("release_mode")),
				BulkFileRows.declared(row));
		return new ClaimedBulkFile(row.getObject("business_id", UUID.class), row.getObject("bulk_file_id", UUID.class),
				row.getObject("claim_id", UUID.class), BulkStatus.valueOf(row.getString("status")), upload,
				row.getInt("rows_read"), row.getInt("attempt_count"));
	}

}

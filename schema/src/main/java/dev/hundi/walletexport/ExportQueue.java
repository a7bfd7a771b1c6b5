package dev.hundi.walletexport;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.filestore.StoredFile;
import dev.hundi.text.Beginning;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Exports to write: claimed under a lease, renewed by the writer, and ended. Any number
 * of processes may claim at once.
 */
@Repository
public class ExportQueue {

	private static final int MAX_FAILURE_CHARS = 500;

	/** Columns of an export {@code e} and its business {@code b}. */
	private static final String CLAIMED = """
			e.business_id, b.business_name, b.business_code, b.gstin, b.registered_address, e.export_id, e.claim_id, e.kind,
			e.format, e.search, e.since, e.until, e.last_sequence, e.attempt_count, e.created_at
			""";

	private final JdbcClient jdbc;

	private final TransactionTemplate ownTransaction;

	ExportQueue(JdbcClient jdbc, PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.ownTransaction = new TransactionTemplate(transactionManager);
		this.ownTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
	}

	/**
	 * Claims the export that has been due longest, requested ones before monthly ones.
	 * @param formats those that the caller has capacity for
	 */
	public Optional<ClaimedExport> claim(Collection<ExportFormat> formats, Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT business_id, export_id
					    FROM wallet_export
					   WHERE status IN ('PENDING', 'RUNNING') AND due_at <= now() AND format = ANY (:formats)
					   ORDER BY kind, due_at
					   LIMIT 1
					   FOR UPDATE SKIP LOCKED
					)
					UPDATE wallet_export e
					   SET status = 'RUNNING', claim_id = gen_random_uuid(), due_at = now() + :leaseMs * interval '1 millisecond',
					       attempt_count = e.attempt_count + 1, rows_written = 0, rows_expected = NULL
					  FROM due
					  JOIN business b ON b.business_id = due.business_id
					 WHERE e.business_id = due.business_id AND e.export_id = due.export_id
					RETURNING\s"""
					+ CLAIMED)
			.param("formats", formats.stream().map(ExportFormat::name).toArray(String[]::new))
			.param("leaseMs", lease.toMillis())
			.query(ExportQueue::claimed)
			.optional();
	}

	/** The export, if the claim still holds. */
	public Optional<ClaimedExport> held(UUID businessId, UUID exportId, UUID claimId) {
		return this.jdbc.sql("SELECT " + CLAIMED + """
				  FROM wallet_export e
				  JOIN business b ON b.business_id = e.business_id
				 WHERE e.business_id = :businessId AND e.export_id = :exportId AND e.claim_id = :claimId
				""")
			.param("businessId", businessId)
			.param("exportId", exportId)
			.param("claimId", claimId)
			.query(ExportQueue::claimed)
			.optional();
	}

	/**
	 * Records the progress and renews the lease; in a transaction of its own, because the
	 * writer is in its reading one.
	 * @return whether the claim still holds
	 */
	public boolean progress(ClaimedExport export, int rowsWritten, int rowsExpected, Duration lease) {
		Integer renewed = this.ownTransaction.execute((status) -> bind(this.jdbc
			.sql("""
					UPDATE wallet_export
					   SET rows_written = :written, rows_expected = :expected, due_at = now() + :leaseMs * interval '1 millisecond'
					 WHERE business_id = :businessId AND export_id = :exportId AND claim_id = :claimId
					""")
			.param("written", rowsWritten)
			.param("expected", rowsExpected)
			.param("leaseMs", lease.toMillis()), export).update());
		return renewed != null && renewed == 1;
	}

	/**
	 * Renews the lease.
	 * @return whether the claim is still held
	 */
	public boolean renew(ClaimedExport export, Duration lease) {
		return this.jdbc.sql("""
				UPDATE wallet_export SET due_at = now() + :leaseMs * interval '1 millisecond'
				 WHERE business_id = :businessId AND export_id = :exportId AND claim_id = :claimId
				""")
			.param("leaseMs", lease.toMillis())
			.param("businessId", export.businessId())
			.param("exportId", export.exportId())
			.param("claimId", export.claimId())
			.update() == 1;
	}

	/**
	 * Ends a claim with a file in the store.
	 * @param keep how long the file is kept
	 * @return whether the claim still held; if not, the file is unreferenced
	 */
	public boolean done(ClaimedExport export, int rowCount, boolean truncated, StoredFile file, Duration keep) {
		return ended(this.jdbc
			.sql("""
					UPDATE wallet_export
					   SET status = 'DONE', claim_id = NULL, due_at = NULL, rows_written = :rows, rows_expected = :rows,
					       row_count = :rows, truncated = :truncated, size_bytes = :sizeBytes, sha256 = :sha256,
					       stored_as = :storedAs, completed_at = now(), expires_at = now() + :keepMs * interval '1 millisecond'
					 WHERE business_id = :businessId AND export_id = :exportId AND claim_id = :claimId
					RETURNING pg_notify(:channel, export_id::text)
					""")
			.param("rows", rowCount)
			.param("truncated", truncated)
			.param("sizeBytes", file.sizeBytes())
			.param("sha256", file.sha256())
			.param("storedAs", export.storedAs())
			.param("keepMs", keep.toMillis()), export);
	}

	/** Ends a claim for good without a file. */
	public boolean failed(ClaimedExport export, String reason) {
		return ended(this.jdbc.sql("""
				UPDATE wallet_export
				   SET status = 'FAILED', claim_id = NULL, due_at = NULL, failure = :reason, completed_at = now()
				 WHERE business_id = :businessId AND export_id = :exportId AND claim_id = :claimId
				RETURNING pg_notify(:channel, export_id::text)
				""").param("reason", cut(reason)), export);
	}

	/** Gives a failed claim back; the export is due again after the delay. */
	public void retryLater(ClaimedExport export, String reason, Duration delay) {
		endClaim(this.jdbc.sql("""
				WITH released AS (
				  UPDATE wallet_export
				     SET status = 'PENDING', claim_id = NULL, due_at = now() + :delayMs * interval '1 millisecond',
				         failure = :reason
				   WHERE business_id = :businessId AND export_id = :exportId AND claim_id = :claimId
				  RETURNING 1
				)
				SELECT pg_notify(:channel, '') FROM released
				""").param("reason", cut(reason)).param("delayMs", delay.toMillis()), export);
	}

	/**
	 * Gives a claim back at once as if it had never been made, because the process stops.
	 */
	public void giveBack(ClaimedExport export) {
		endClaim(this.jdbc.sql("""
				WITH released AS (
				  UPDATE wallet_export
				     SET status = 'PENDING', claim_id = NULL, due_at = now(), attempt_count = attempt_count - 1
				   WHERE business_id = :businessId AND export_id = :exportId AND claim_id = :claimId
				  RETURNING 1
				)
				SELECT pg_notify(:channel, '') FROM released
				"""), export);
	}

	/** The names that are no export's file. */
	public Collection<String> unreferenced(Collection<String> storedAs) {
		return this.jdbc
			.sql("""
					SELECT name FROM unnest(:names::text[]) AS stored (name)
					 WHERE NOT EXISTS (SELECT FROM wallet_export e WHERE e.stored_as = stored.name)
					   AND NOT EXISTS (SELECT FROM wallet_export e WHERE e.status = 'RUNNING' AND name LIKE '%' || e.export_id || '%')
					""")
			.param("names", storedAs.toArray(String[]::new))
			.query(String.class)
			.list();
	}

	private boolean ended(JdbcClient.StatementSpec sql, ClaimedExport export) {
		return bind(sql, export).param("channel", WalletExports.ENDED)
			.query((row, number) -> true)
			.optional()
			.isPresent();
	}

	private static void endClaim(JdbcClient.StatementSpec sql, ClaimedExport export) {
		bind(sql, export).param("channel", WalletExports.DUE).query((row) -> {
		});
	}

	private static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec sql, ClaimedExport export) {
		return sql.param("businessId", export.businessId())
			.param("exportId", export.exportId())
			.param("claimId", export.claimId());
	}

	private static String cut(String reason) {
		return Beginning.of(reason, MAX_FAILURE_CHARS);
	}

	private static ClaimedExport claimed(ResultSet row, int number) throws SQLException {
		return new ClaimedExport(row.getObject("business_id", UUID.class),
				new ClaimedExport.Holder(row.getString("business_name"), row.getString("business_code"),
						row.getString("gstin"), row.getString("registered_address")),
				row.getObject("export_id", UUID.class), row.getObject("claim_id", UUID.class),
				row.getString("kind").equals("STATEMENT"), ExportFormat.valueOf(row.getString("format")),
				WalletExports.search(row), WalletExports.window(row), row.getLong("last_sequence"),
				row.getInt("attempt_count"), Timestamps.instant(row, "created_at"));
	}

}

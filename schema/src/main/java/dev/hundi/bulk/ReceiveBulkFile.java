package dev.hundi.bulk;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.bulk.BulkUploadResult.Accepted;
import dev.hundi.bulk.BulkUploadResult.Duplicate;
import dev.hundi.bulk.BulkUploadResult.TooManyFiles;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Records an upload for batch-jobs, unless an earlier file that was neither rejected nor
 * cancelled has the same content or client reference, or pays the same failed rows again.
 */
@Component
public class ReceiveBulkFile {

	/**
	 * Files of one business in loading unless the API is set otherwise; the portal has no
	 * setting for them.
	 */
	public static final int MAX_LOADING = 5;

	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	ReceiveBulkFile(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Stores the upload. Of two concurrent ones with the same content, one is accepted.
	 * @param maxLoading maximum number of files of one business in loading
	 */
	public BulkUploadResult receive(NewBulkFile upload, int maxLoading) {
		if (loading(upload) >= maxLoading) {
			return new TooManyFiles();
		}
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			Optional<BulkUploadResult> received = insert(upload).<BulkUploadResult>map(Accepted::new)
				.or(() -> earlier(upload).map(Duplicate::new));
			if (received.isPresent()) {
				return received.get();
			}
		}
		throw new IllegalStateException("A bulk file could neither be stored nor found");
	}

	private int loading(NewBulkFile upload) {
		return this.jdbc.sql("SELECT count(*) FROM bulk_file WHERE business_id = :businessId AND status = 'LOADING'")
			.param("businessId", upload.businessId())
			.query(Integer.class)
			.single();
	}

	private Optional<BulkFile> insert(NewBulkFile upload) {
		return this.jdbc
			.sql("""
					WITH f AS (
					  INSERT INTO bulk_file (business_id, file_name, client_reference, format, size_bytes, sha256, stored_as,
					                         release_mode, declared_rows, declared_total_paise, changed_by, uploaded_by, rerun_of,
					                         rerun_rows)
					  VALUES (:businessId, :fileName, :clientReference, :format, :sizeBytes, :sha256, :storedAs, :releaseMode,
					          :declaredRows, :declaredTotalPaise, :uploadedBy, :uploadedBy, :rerunOf,
					          (SELECT range_agg(int4range(n, n + 1)) FROM unnest(:rerunRows::integer[]) AS n))
					  ON CONFLICT DO NOTHING
					  RETURNING *
					)
					SELECT %s, pg_notify(:channel, '') FROM f
					"""
				.formatted(BulkFileRows.COLUMNS))
			.param("businessId", upload.businessId())
			.param("fileName", upload.fileName())
			.param("clientReference", upload.clientReference())
			.param("format", upload.format().name())
			.param("sizeBytes", upload.file().sizeBytes())
			.param("sha256", upload.file().sha256())
			.param("storedAs", upload.storedAs())
			.param("releaseMode", upload.releaseMode().name())
			.param("declaredRows", upload.declaredRows())
			.param("declaredTotalPaise", upload.declaredTotalPaise())
			.param("uploadedBy", upload.uploadedBy())
			.param("rerunOf", rerunOf(upload))
			.param("rerunRows", (upload.rerun() != null) ? upload.rerun().rows().toArray(Integer[]::new) : null)
			.param("channel", BulkFiles.DUE)
			.query(BulkFileRows::file)
			.optional();
	}

	private Optional<BulkFile> earlier(NewBulkFile upload) {
		return this.jdbc
			.sql("SELECT " + BulkFileRows.COLUMNS
					+ """
							 FROM bulk_file f
							WHERE f.business_id = :businessId AND f.status NOT IN ('REJECTED', 'CANCELLED')
							  AND ((f.sha256 = :sha256 AND f.rerun_of IS NOT DISTINCT FROM :rerunOf::uuid) OR f.client_reference = :clientReference
							       OR f.rerun_of = :rerunOf)
							ORDER BY f.bulk_file_id
							LIMIT 1
							""")
			.param("businessId", upload.businessId())
			.param("sha256", upload.file().sha256())
			.param("clientReference", upload.clientReference())
			.param("rerunOf", rerunOf(upload))
			.query(BulkFileRows::file)
			.optional();
	}

	private static @Nullable UUID rerunOf(NewBulkFile upload) {
		return (upload.rerun() != null) ? upload.rerun().of() : null;
	}

}

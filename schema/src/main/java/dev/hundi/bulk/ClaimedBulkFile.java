package dev.hundi.bulk;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A bulk file claimed under a lease.
 *
 * @param status the work due: loading, releasing, or counting final payouts
 * @param storedAs its name in the file store, or null once it is removed
 * @param sha256 of the upload
 * @param attempt claims since the last progress, from 1
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClaimedBulkFile(UUID businessId, UUID bulkFileId, UUID claimId, BulkStatus status, BulkFormat format,
		@Nullable String storedAs, byte[] sha256, ReleaseMode releaseMode, @Nullable Integer declaredRows,
		@Nullable Long declaredTotalPaise, int validRows, int rowsRead, int attempt) {

	@Override
	public String toString() {
		return "ClaimedBulkFile[" + this.bulkFileId + ", " + this.status + "]";
	}

}

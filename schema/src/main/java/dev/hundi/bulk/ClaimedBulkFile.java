package dev.hundi.bulk;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A bulk file claimed under a lease.
 *
 * @param status the work due: loading, releasing, or counting final payouts
 * @param attempt claims since the last progress, from 1
 */
public record ClaimedBulkFile(UUID businessId, UUID bulkFileId, UUID claimId, BulkStatus status, Upload upload,
		int rowsRead, int attempt) {

	/**
	 * What was uploaded.
	 *
	 * @param storedAs its name in the file store, or null once it is removed
	 */
	@SuppressWarnings("ArrayRecordComponent")
	public record Upload(BulkFormat format, @Nullable String storedAs, byte[] sha256, ReleaseMode releaseMode,
			BulkFile.Declared declared) {
	}

	@Override
	public String toString() {
		return "ClaimedBulkFile[" + this.bulkFileId + ", " + this.status + "]";
	}

}

package dev.hundi.bulk;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A file under the lease of the one who works on it.
 *
 * @param claimId of this claim and no other
 * @param status what is to be done: loading, releasing, or counting the ends of its
 * payouts
 * @param storedAs its name in the file store, or null where it was removed
 * @param sha256 of what was uploaded
 * @param attempt claims since there was progress, from 1
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClaimedBulkFile(UUID businessId, UUID bulkFileId, UUID claimId, BulkStatus status, BulkFormat format,
		@Nullable String storedAs, byte[] sha256, ReleaseMode releaseMode, @Nullable Integer declaredRows,
		@Nullable Long declaredTotalPaise, int validRows, int rowsRead, int attempt) {

	/** Short enough for a log. */
	@Override
	public String toString() {
		return "ClaimedBulkFile[" + this.bulkFileId + ", " + this.status + "]";
	}

}

package dev.hundi.bulk;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A bulk file as its business sees it.
 *
 * @param clientReference the merchant's own reference, or null
 * @param declaredRows number of rows that the merchant declared, or null
 * @param declaredTotalPaise sum that the merchant declared, or null
 * @param uploadedBy API key of the maker
 * @param releasedBy API key of the checker, or null before the release
 * @param peopleNeeded 1, or 2 if the checker must not be the maker; null before it is
 * loaded
 * @param headings the merchant's columns in their order, empty before it is read
 * @param reasonCode why it was rejected, or null
 * @param reason the text for {@code reasonCode}, or null
 */
public record BulkFile(UUID businessId, UUID bulkFileId, String fileName, @Nullable String clientReference,
		BulkFormat format, long sizeBytes, String sha256, @Nullable String storedAs, ReleaseMode releaseMode,
		@Nullable Integer declaredRows, @Nullable Long declaredTotalPaise, BulkStatus status, String uploadedBy,
		@Nullable String releasedBy, @Nullable Integer peopleNeeded, List<String> headings, Counts counts,
		@Nullable String reasonCode, @Nullable String reason, Instant createdAt, @Nullable Instant loadedAt,
		@Nullable Instant releasedAt, @Nullable Instant completedAt) {

	public BulkFile {
		headings = List.copyOf(headings);
	}

	/**
	 * Rows and amounts in paise.
	 *
	 * @param read rows read so far
	 * @param released rows that are payouts
	 * @param totalPaise every amount that could be read
	 * @param debitPaise what valid rows take from the wallet, with commission and GST
	 */
	public record Counts(int read, int valid, int invalid, int duplicate, int released, int successful, int failed,
			long totalPaise, long validPaise, long debitPaise, long releasedPaise, long successfulPaise,
			long failedPaise) {
	}

	/**
	 * Progress in percent: loading is the first 10, releasing the next 40, and final
	 * payouts the rest; 100 once the file has ended.
	 */
	public int percent() {
		return switch (this.status) {
			case LOADING -> (this.declaredRows != null && this.declaredRows > 0)
					? (int) Math.min(9, 10L * this.counts.read / this.declaredRows) : 0;
			case AWAITING_RELEASE -> 10;
			case RELEASING -> 10 + share(40, this.counts.released);
			case PROCESSING -> 50 + Math.min(49, share(50, this.counts.successful + this.counts.failed));
			case REJECTED, CANCELLED, COMPLETED, PARTIALLY_COMPLETED, FAILED -> 100;
		};
	}

	private int share(int percent, int rows) {
		return (this.counts.valid == 0) ? percent : (int) ((long) percent * rows / this.counts.valid);
	}

}

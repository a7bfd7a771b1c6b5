package dev.hundi.bulk;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A bulk file as its business sees it.
 *
 * @param headings the merchant's columns in their order, empty before it is read
 * @param rejection why it was rejected, or null
 */
public record BulkFile(UUID businessId, UUID bulkFileId, Upload upload, BulkStatus status, Approval approval,
		List<String> headings, Rows rows, Amounts amounts, @Nullable Rejection rejection, Times times) {

	public BulkFile {
		headings = List.copyOf(headings);
	}

	/**
	 * What was uploaded.
	 *
	 * @param clientReference the merchant's own reference, or null
	 * @param sha256 in hex
	 * @param storedAs its name in the file store, or null once it is removed
	 * @param rerunOf the file whose failed rows it pays again, or null
	 */
	public record Upload(String fileName, @Nullable String clientReference, BulkFormat format, long sizeBytes,
			String sha256, @Nullable String storedAs, ReleaseMode releaseMode, Declared declared,
			@Nullable UUID rerunOf) {
	}

	/**
	 * What the merchant declared at the upload.
	 *
	 * @param rows number of rows, or null
	 * @param totalPaise sum of all amounts in paise, or null
	 */
	public record Declared(@Nullable Integer rows, @Nullable Long totalPaise) {
	}

	/**
	 * Maker and checker.
	 *
	 * @param uploadedBy the maker: an API key, or {@code person:} and the id of a person
	 * @param releasedBy the checker in the same form, or null before the release
	 * @param peopleNeeded 1, or 2 if the checker must not be the maker; null before it is
	 * loaded
	 * @param plan when to release it, or null if that is not planned
	 */
	public record Approval(String uploadedBy, @Nullable String releasedBy, @Nullable Integer peopleNeeded,
			@Nullable Plan plan) {
	}

	/**
	 * A planned release.
	 *
	 * @param notBefore the earliest time, UTC; the file waits longer while the wallet
	 * does not cover it
	 * @param by the checker
	 */
	public record Plan(Instant notBefore, String by) {
	}

	/**
	 * Numbers of rows.
	 *
	 * @param read rows read so far
	 * @param warned valid rows with warnings
	 * @param released rows that are payouts
	 */
	public record Rows(int read, int valid, int invalid, int duplicate, int warned, int released, int successful,
			int failed) {
	}

	/**
	 * Sums in paise.
	 *
	 * @param totalPaise every amount that could be read
	 * @param debitPaise what valid rows take from the wallet, with commission and GST
	 */
	public record Amounts(long totalPaise, long validPaise, long debitPaise, long releasedPaise, long successfulPaise,
			long failedPaise) {
	}

	/**
	 * Why the file as a whole is not paid.
	 *
	 * @param code stable upper-case code
	 * @param reason text for people
	 */
	public record Rejection(String code, String reason) {
	}

	/**
	 * Times of the file, UTC, null before they are reached.
	 *
	 * @param loadedAt when every row was checked
	 * @param completedAt when the file ended
	 */
	public record Times(Instant createdAt, @Nullable Instant loadedAt, @Nullable Instant releasedAt,
			@Nullable Instant completedAt) {
	}

	/**
	 * Progress in percent: loading is the first 10, releasing the next 40, and final
	 * payouts the rest; 100 once the file has ended.
	 */
	public int percent() {
		Integer declared = this.upload.declared.rows;
		return switch (this.status) {
			case LOADING -> (declared != null && declared > 0) ? (int) Math.min(9, 10L * this.rows.read / declared) : 0;
			case AWAITING_RELEASE -> 10;
			case RELEASING -> 10 + share(40, this.rows.released);
			case PROCESSING -> 50 + Math.min(49, share(50, this.rows.successful + this.rows.failed));
			case REJECTED, CANCELLED, COMPLETED, PARTIALLY_COMPLETED, FAILED -> 100;
		};
	}

	/**
	 * Whether all of its rows are stored and checked. One that was refused or cancelled
	 * before has some of them at most.
	 */
	public boolean isLoaded() {
		return this.times.loadedAt != null && !this.headings.isEmpty();
	}

	/** Whether it ended before any of its rows became a payout. */
	boolean paysNothing() {
		return this.status == BulkStatus.REJECTED || this.status == BulkStatus.CANCELLED;
	}

	/** What became of the rows, or null while it is open or if nothing was released. */
	public @Nullable BulkOutcome outcome() {
		return switch (this.status) {
			case COMPLETED -> BulkOutcome.ALL_ROWS_PAID;
			case PARTIALLY_COMPLETED ->
				(this.rows.failed == 0) ? BulkOutcome.ALL_VALID_ROWS_PAID : BulkOutcome.SOME_ROWS_PAID;
			case FAILED -> BulkOutcome.NO_ROW_PAID;
			case LOADING, AWAITING_RELEASE, RELEASING, PROCESSING, REJECTED, CANCELLED -> null;
		};
	}

	private int share(int percent, int part) {
		return (this.rows.valid == 0) ? percent : (int) ((long) percent * part / this.rows.valid);
	}

}

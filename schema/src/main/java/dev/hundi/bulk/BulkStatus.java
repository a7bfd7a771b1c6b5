package dev.hundi.bulk;

import java.util.EnumSet;
import java.util.Set;

/**
 * Status of a bulk file. The database holds the same transitions in
 * {@code bulk_file_transition}.
 */
public enum BulkStatus {

	/** Rows are being read and checked. */
	LOADING,
	/** Every row is checked; the business must release or cancel the file. */
	AWAITING_RELEASE,
	/**
	 * The file as a whole cannot be paid; nothing was paid. Also after its release, which
	 * repeats the checks of its rows.
	 */
	REJECTED,
	/** Cancelled by the business; nothing was paid. */
	CANCELLED,
	/** Valid rows are becoming payouts. */
	RELEASING,
	/** Every valid row is a payout; some are not final. */
	PROCESSING,
	/** Every payout is final, and every row was paid. */
	COMPLETED,
	/**
	 * Every payout is final, and some rows were paid; {@link BulkOutcome} says whether
	 * all valid ones were.
	 */
	PARTIALLY_COMPLETED,
	/** Every payout is final, and no row was paid. */
	FAILED;

	/** Statuses that may follow. A returned payout may downgrade a completed file. */
	public Set<BulkStatus> successors() {
		return switch (this) {
			case LOADING -> EnumSet.of(AWAITING_RELEASE, REJECTED, CANCELLED);
			case AWAITING_RELEASE -> EnumSet.of(RELEASING, CANCELLED);
			case RELEASING -> EnumSet.of(PROCESSING, REJECTED);
			case PROCESSING -> EnumSet.of(COMPLETED, PARTIALLY_COMPLETED, FAILED);
			case COMPLETED -> EnumSet.of(PARTIALLY_COMPLETED, FAILED);
			case PARTIALLY_COMPLETED -> EnumSet.of(FAILED);
			case REJECTED, CANCELLED, FAILED -> EnumSet.noneOf(BulkStatus.class);
		};
	}

	/** Whether the file needs no more work. */
	public boolean isEnded() {
		return switch (this) {
			case LOADING, AWAITING_RELEASE, RELEASING, PROCESSING -> false;
			case REJECTED, CANCELLED, COMPLETED, PARTIALLY_COMPLETED, FAILED -> true;
		};
	}

}

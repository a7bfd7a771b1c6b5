package dev.hundi.bulk;

import java.util.EnumSet;
import java.util.Set;

/**
 * How far a bulk file is. The database holds the same table of successors in
 * {@code bulk_file_transition}.
 */
public enum BulkStatus {

	/** Its rows are being read and checked. */
	LOADING,
	/** Every row is judged; somebody has to release or cancel it. */
	AWAITING_RELEASE,
	/** The file as a whole cannot be paid; nothing of it was. */
	REJECTED,
	/** Given up by the business; nothing of it was paid. */
	CANCELLED,
	/** Its valid rows are becoming payouts. */
	RELEASING,
	/** Every valid row is a payout; some have not ended. */
	PROCESSING,
	/** Every payout has ended, and every row of the file was paid. */
	COMPLETED,
	/** Every payout has ended, and some rows were paid. */
	PARTIALLY_COMPLETED,
	/** Every payout has ended, and no row was paid. */
	FAILED;

	/** Statuses that may follow. A returned payout leads away from the better ends. */
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

	/** Whether its rows are known and judged. */
	public boolean isLoaded() {
		return this != LOADING;
	}

	/** Whether nothing more is done for it by itself. */
	public boolean isEnded() {
		return switch (this) {
			case LOADING, AWAITING_RELEASE, RELEASING, PROCESSING -> false;
			case REJECTED, CANCELLED, COMPLETED, PARTIALLY_COMPLETED, FAILED -> true;
		};
	}

}

package dev.hundi.bulk;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A row of a bulk file with its payout.
 *
 * @param rowNumber from 1, without the headings
 * @param cells the merchant's cells in the merchant's order
 * @param errors every rule it breaks
 * @param warnings what a person should know of its cells before the release
 * @param narration what the beneficiary's bank receives, cleaned from the remarks, or
 * null
 * @param payout its payout, or null
 */
public record BulkRow(int rowNumber, RowStatus status, List<String> cells, @Nullable String merchantReferenceId,
		@Nullable Long amountPaise, List<RowError> errors, List<RowError> warnings, @Nullable String narration,
		@Nullable Paid payout) {

	private static final String DUPLICATE_IN_FILE = "DUPLICATE_IN_FILE";

	public BulkRow {
		cells = List.copyOf(cells);
		errors = List.copyOf(errors);
		warnings = List.copyOf(warnings);
	}

	/** Whether it repeats an earlier row of its file. */
	public boolean isRepeated() {
		return this.errors.stream().anyMatch((error) -> error.code().equals(DUPLICATE_IN_FILE));
	}

	/**
	 * The payout of a row.
	 *
	 * @param updatedAt of its latest change, UTC
	 */
	public record Paid(UUID payoutId, String transactionId, int status, @Nullable String utr, String responseCode,
			String responseMessage, Instant updatedAt) {
	}

}

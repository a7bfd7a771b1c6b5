package dev.hundi.bank;

import org.jspecify.annotations.Nullable;

/**
 * An operator's settlement of a manual review.
 *
 * @param settledBy the operator, 1 to 100 characters
 * @param note what the bank or the merchant said, 1 to 2000 characters
 */
public record ManualSettlement(String settledBy, String note) {

	private static final int LONGEST_NAME = 100;

	private static final int LONGEST_NOTE = 2_000;

	/**
	 * @throws IllegalArgumentException if one is missing, blank or too long
	 */
	public ManualSettlement {
		require("settledBy", settledBy, LONGEST_NAME);
		require("note", note, LONGEST_NOTE);
	}

	private static void require(String field, @Nullable String value, int longest) {
		if (value == null || value.isBlank() || value.length() > longest) {
			throw new IllegalArgumentException(
					"%s must have 1 to %d characters and not be blank".formatted(field, longest));
		}
	}

}

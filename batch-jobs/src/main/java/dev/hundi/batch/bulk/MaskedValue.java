package dev.hundi.batch.bulk;

import dev.hundi.bulk.BulkColumn;

/**
 * What of a wrong cell may be shown and stored beside its error: enough to find it, not
 * enough to pay or call somebody.
 */
final class MaskedValue {

	private static final int MAX_CHARS = 40;

	private static final int SHOWN = 4;

	private MaskedValue() {
	}

	static String of(BulkColumn column, String value) {
		return switch (column) {
			case AMOUNT, RAIL, IFSC, MERCHANT_REFERENCE, BENEFICIARY_ID, BENEFICIARY_CODE -> cut(value);
			case NAME, PHONE, EMAIL, ACCOUNT_NUMBER, VPA, REMARKS -> masked(value);
		};
	}

	/** The last four characters of eight or more. */
	private static String masked(String value) {
		if (value.length() < 2 * SHOWN) {
			return "•".repeat(value.length());
		}
		return "•".repeat(SHOWN) + value.substring(value.length() - SHOWN);
	}

	private static String cut(String value) {
		return (value.length() <= MAX_CHARS) ? value : value.substring(0, MAX_CHARS) + "…";
	}

}

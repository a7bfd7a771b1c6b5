package dev.hundi.batch.bulk;

import dev.hundi.bulk.BulkColumn;
import dev.hundi.text.Beginning;

/**
 * The part of an invalid cell that may be stored and shown with its error: enough to find
 * the cell, too little to pay or call the payee.
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

	/** Shows the last four characters of eight or more. */
	private static String masked(String value) {
		if (value.length() < 2 * SHOWN) {
			return "•".repeat(value.length());
		}
		int from = value.length() - SHOWN;
		return "•".repeat(SHOWN) + value.substring(Character.isLowSurrogate(value.charAt(from)) ? from + 1 : from);
	}

	private static String cut(String value) {
		return (value.length() <= MAX_CHARS) ? value : Beginning.of(value, MAX_CHARS) + "…";
	}

}

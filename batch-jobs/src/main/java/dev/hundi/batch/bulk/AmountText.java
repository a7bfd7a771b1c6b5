package dev.hundi.batch.bulk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts as people and spreadsheets write them: with a sign of the rupee and with groups
 * of digits, {@code ₹ 1,50,000.00} or {@code 150,000.00}.
 */
final class AmountText {

	/** Groups of three digits, or in the Indian way of two after the last three. */
	private static final Pattern AMOUNT = Pattern
		.compile("(?:(?:₹|Rs\\.?|INR)\\h*)?([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3})"
				+ "(\\.[0-9]*)?", Pattern.CASE_INSENSITIVE);

	private AmountText() {
	}

	/** The amount without sign and groups, or the text itself if it is none. */
	static String plain(String text) {
		if (isPlain(text)) {
			return text;
		}
		Matcher amount = AMOUNT.matcher(text);
		if (!amount.matches()) {
			return text;
		}
		String rupees = amount.group(1).replace(",", "");
		return (amount.group(2) != null) ? rupees + amount.group(2) : rupees;
	}

	/** Digits with at most one point after the first, as programs write amounts. */
	private static boolean isPlain(String text) {
		boolean point = false;
		for (int i = 0; i < text.length(); i++) {
			char next = text.charAt(i);
			if (next == '.' && i > 0 && !point) {
				point = true;
			}
			else if (next < '0' || next > '9') {
				return false;
			}
		}
		return true;
	}

}

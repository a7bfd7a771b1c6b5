package dev.hundi.api.payout;

import java.util.regex.Pattern;

/**
 * An amount as merchants write it: rupees with exactly two decimals, no sign, exponent,
 * grouping or needless zero.
 */
final class RupeeAmount {

	static final Pattern FORM = Pattern.compile("(?:0|[1-9][0-9]*)\\.[0-9]{2}");

	/** The digits and the point of the largest amount that surely fits a long. */
	private static final int MAX_LENGTH = 18;

	private RupeeAmount() {
	}

	static boolean isOne(String text) {
		return FORM.matcher(text).matches();
	}

	/**
	 * Paise of a text that {@link #isOne}; an amount beyond every limit counts as the
	 * largest number.
	 */
	static long paise(String text) {
		if (text.length() > MAX_LENGTH) {
			return Long.MAX_VALUE;
		}
		int point = text.length() - 3;
		return Long.parseLong(text, 0, point, 10) * 100 + Long.parseLong(text, point + 1, text.length(), 10);
	}

}

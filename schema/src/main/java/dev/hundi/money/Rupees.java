package dev.hundi.money;

import java.util.OptionalLong;

/**
 * Formats paise as rupee text and parses rupee text into paise.
 */
public final class Rupees {

	private static final int PAISE_PER_RUPEE = 100;

	private static final int PAISE_DIGITS = 2;

	/** Digits of the largest number of rupees whose paise are sure to fit a long. */
	private static final int MAX_RUPEE_DIGITS = 16;

	private Rupees() {
	}

	/**
	 * Rupees with two decimals and without grouping, such as {@code 1500.00}. Exact for
	 * every {@code long}.
	 */
	public static String format(long paise) {
		// -Long.MIN_VALUE equals itself, and its unsigned value is the right magnitude.
		long magnitude = (paise < 0) ? -paise : paise;
		long rest = Long.remainderUnsigned(magnitude, PAISE_PER_RUPEE);
		return ((paise < 0) ? "-" : "") + Long.toUnsignedString(Long.divideUnsigned(magnitude, PAISE_PER_RUPEE))
				+ ((rest < 10) ? ".0" : ".") + rest;
	}

	/**
	 * Rupees for people: grouped by thousand, lakh and crore, such as
	 * {@code 12,34,567.89}.
	 */
	public static String formatGrouped(long paise) {
		String plain = format(paise);
		int first = (paise < 0) ? 1 : 0;
		int point = plain.length() - 3;
		if (point - first <= 3) {
			return plain;
		}
		StringBuilder grouped = new StringBuilder(plain.length() + 8).append(plain, 0, first);
		for (int i = first; i < point; i++) {
			grouped.append(plain.charAt(i));
			int after = point - 1 - i;
			if (after >= 3 && after % 2 == 1) {
				grouped.append(',');
			}
		}
		return grouped.append(plain, point, plain.length()).toString();
	}

	/** A number grouped as rupees are, such as {@code 1,50,000}. */
	public static String groupCount(long number) {
		String rupees = formatGrouped(Math.multiplyExact(number, (long) PAISE_PER_RUPEE));
		return rupees.substring(0, rupees.length() - PAISE_DIGITS - 1);
	}

	/** {@link #parse(CharSequence, char)} with a point before the paise. */
	public static OptionalLong parse(CharSequence text) {
		return parse(text, '.');
	}

	/**
	 * Paise of unsigned rupee text such as {@code 1500}, {@code 1500.5} or
	 * {@code 1500.00}. Zeros may follow the second decimal.
	 * @param text digits with at most one separator, without sign, grouping or blanks
	 * @param separator the character before the paise
	 * @return the paise, or empty if the text is no such amount or has more than 16
	 * digits of rupees
	 */
	public static OptionalLong parse(CharSequence text, char separator) {
		long paise = 0;
		int point = -1;
		int length = text.length();
		for (int i = 0; i < length; i++) {
			char next = text.charAt(i);
			if (next == separator && point < 0) {
				point = i;
				continue;
			}
			boolean beyondPaise = point >= 0 && i - point > PAISE_DIGITS;
			if (next < '0' || next > '9' || (beyondPaise && next != '0')) {
				return OptionalLong.empty();
			}
			paise = beyondPaise ? paise : paise * 10 + (next - '0');
		}
		int rupeeDigits = (point < 0) ? length : point;
		if (rupeeDigits == 0 || rupeeDigits > MAX_RUPEE_DIGITS) {
			return OptionalLong.empty();
		}
		int decimals = (point < 0) ? 0 : Math.min(PAISE_DIGITS, length - point - 1);
		for (int i = decimals; i < PAISE_DIGITS; i++) {
			paise *= 10;
		}
		return OptionalLong.of(paise);
	}

}

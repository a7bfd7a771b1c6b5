package dev.hundi.export;

import java.time.Instant;

/**
 * The limits of exact numbers in a spreadsheet.
 */
final class XlsNumbers {

	/** Characters of an instant in the format of {@link XlsStyles}. */
	static final int MOMENT_WIDTH = "2026-11-21 13:45:30.123 IST".length();

	/** Spreadsheets keep 15 significant digits. */
	private static final long MAX_EXACT = 999_999_999_999_999L;

	private static final long INDIA_AHEAD_MS = (5 * 60 + 30) * 60_000L;

	private static final double DAY_MS = 86_400_000;

	/** The serial number of 1970-01-01. */
	private static final double EPOCH_SERIAL = 25_569;

	/** Earlier offsets of Indian time differ from +05:30. */
	private static final Instant FIRST_MOMENT = Instant.parse("1946-01-01T00:00:00Z");

	/** Spreadsheets end with the year 9999. */
	private static final Instant END_OF_MOMENTS = Instant.parse("9999-12-31T00:00:00Z");

	private XlsNumbers() {
	}

	static boolean isExact(long number) {
		return number >= -MAX_EXACT && number <= MAX_EXACT;
	}

	static boolean isExact(Instant instant) {
		return !instant.isBefore(FIRST_MOMENT) && instant.isBefore(END_OF_MOMENTS);
	}

	/** Days since 31 December 1899, in Indian time, to the millisecond. */
	static double serial(Instant instant) {
		return (instant.toEpochMilli() + INDIA_AHEAD_MS) / DAY_MS + EPOCH_SERIAL;
	}

	static int digits(long number) {
		int digits = 1;
		for (long rest = number / 10; rest != 0; rest /= 10) {
			digits++;
		}
		return digits;
	}

	/**
	 * Characters of an amount with its decimals, separators and sign.
	 */
	static int rupeesWidth(long paise) {
		int whole = Math.max(1, digits(paise) - 2);
		return whole + whole / 2 + 4;
	}

}

package dev.hundi.export;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Amounts and times as text that both a person in India and a program read alike.
 */
final class IndianFormats {

	private static final int PAISE_PER_RUPEE = 100;

	private static final DateTimeFormatter MOMENT = DateTimeFormatter
		.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT)
		.withZone(ZoneId.of("Asia/Kolkata"));

	private IndianFormats() {
	}

	/**
	 * Rupees with two decimals and without grouping, exact for every {@code long}.
	 */
	static String rupees(long paise) {
		// -Long.MIN_VALUE is itself, and read as unsigned it is the right magnitude.
		long magnitude = (paise < 0) ? -paise : paise;
		long rest = Long.remainderUnsigned(magnitude, PAISE_PER_RUPEE);
		return ((paise < 0) ? "-" : "") + Long.toUnsignedString(Long.divideUnsigned(magnitude, PAISE_PER_RUPEE))
				+ ((rest < 10) ? ".0" : ".") + rest;
	}

	/**
	 * Indian time with milliseconds and its offset, such as
	 * {@code 2026-11-21T13:45:30.123+05:30}.
	 */
	static String moment(Instant instant) {
		return MOMENT.format(instant);
	}

}

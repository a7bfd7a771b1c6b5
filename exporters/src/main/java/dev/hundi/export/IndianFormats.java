package dev.hundi.export;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Amounts and times as text.
 */
final class IndianFormats {

	private static final int PAISE_PER_RUPEE = 100;

	private static final ZoneId INDIA = ZoneId.of("Asia/Kolkata");

	private static final ZoneOffset INDIA_AHEAD = ZoneOffset.ofHoursMinutes(5, 30);

	/** From here on, Indian time was always five and a half hours ahead. */
	private static final long FIRST_STEADY_S = Instant.parse("1946-01-01T00:00:00Z").getEpochSecond();

	/** The last second of the year 9999 in India. */
	private static final long LAST_FOUR_DIGIT_S = Instant.parse("9999-12-31T18:29:59Z").getEpochSecond();

	private static final DateTimeFormatter ANY_MOMENT = DateTimeFormatter
		.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT)
		.withZone(INDIA);

	private static final String OFFSET = "+05:30";

	private static final String ZONE = " IST";

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
	 * Rupees for people: grouped by lakh and crore, such as {@code 12,34,567.89}.
	 */
	static String groupedRupees(long paise) {
		String plain = rupees(paise);
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

	/**
	 * Indian time with milliseconds and its offset, such as
	 * {@code 2026-11-21T13:45:30.123+05:30}.
	 */
	static String moment(Instant instant) {
		return isUsual(instant) ? usualMoment(instant, 'T', OFFSET) : ANY_MOMENT.format(instant);
	}

	/**
	 * Indian time for people, such as {@code 2026-11-21 13:45:30.123 IST}.
	 */
	static String readableMoment(Instant instant) {
		return isUsual(instant) ? usualMoment(instant, ' ', ZONE) : ANY_MOMENT.format(instant);
	}

	private static boolean isUsual(Instant instant) {
		return instant.getEpochSecond() >= FIRST_STEADY_S && instant.getEpochSecond() <= LAST_FOUR_DIGIT_S;
	}

	/**
	 * Writes the digits by hand: a file has a moment on every line, and a formatter would
	 * take longer for it than all the rest of the line takes.
	 */
	private static String usualMoment(Instant instant, char between, String zone) {
		LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), INDIA_AHEAD);
		byte[] text = new byte[23 + zone.length()];
		digits(text, 0, 4, time.getYear());
		text[4] = '-';
		digits(text, 5, 2, time.getMonthValue());
		text[7] = '-';
		digits(text, 8, 2, time.getDayOfMonth());
		text[10] = (byte) between;
		digits(text, 11, 2, time.getHour());
		text[13] = ':';
		digits(text, 14, 2, time.getMinute());
		text[16] = ':';
		digits(text, 17, 2, time.getSecond());
		text[19] = '.';
		digits(text, 20, 3, time.getNano() / 1_000_000);
		for (int i = 0; i < zone.length(); i++) {
			text[23 + i] = (byte) zone.charAt(i);
		}
		return new String(text, StandardCharsets.ISO_8859_1);
	}

	private static void digits(byte[] text, int start, int count, int number) {
		int rest = number;
		for (int i = start + count - 1; i >= start; i--) {
			text[i] = (byte) ('0' + rest % 10);
			rest /= 10;
		}
	}

}

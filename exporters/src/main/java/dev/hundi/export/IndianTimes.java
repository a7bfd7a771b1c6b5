package dev.hundi.export;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import dev.hundi.time.India;

/**
 * Formats instants in Indian time.
 */
final class IndianTimes {

	private static final ZoneOffset INDIA_AHEAD = ZoneOffset.ofHoursMinutes(5, 30);

	/** Since then the offset of Indian time is always +05:30. */
	private static final long FIRST_STEADY_S = Instant.parse("1946-01-01T00:00:00Z").getEpochSecond();

	/** The last second of the year 9999 in India. */
	private static final long LAST_FOUR_DIGIT_S = Instant.parse("9999-12-31T18:29:59Z").getEpochSecond();

	private static final DateTimeFormatter ANY_MOMENT = DateTimeFormatter
		.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT)
		.withZone(India.ZONE);

	private static final String OFFSET = "+05:30";

	private static final String ZONE = " IST";

	private static final int SECOND_CHARS = "2026-11-21 13:45:30".length();

	private IndianTimes() {
	}

	/**
	 * Indian time with milliseconds and its offset, such as
	 * {@code 2026-11-21T13:45:30.123+05:30}.
	 */
	static String moment(Instant instant) {
		return isUsual(instant) ? usualMoment(instant, 'T', OFFSET) : ANY_MOMENT.format(instant);
	}

	/**
	 * For people, such as {@code 2026-11-21 13:45:30.123 IST}.
	 */
	static String readableMoment(Instant instant) {
		return isUsual(instant) ? usualMoment(instant, ' ', ZONE) : ANY_MOMENT.format(instant);
	}

	/**
	 * To the second and without zone, such as {@code 2026-11-21 13:45:30}, for a column
	 * whose heading names the zone.
	 */
	static String readableSecond(Instant instant) {
		String moment = readableMoment(instant);
		return isUsual(instant) ? moment.substring(0, SECOND_CHARS) : moment;
	}

	private static boolean isUsual(Instant instant) {
		return instant.getEpochSecond() >= FIRST_STEADY_S && instant.getEpochSecond() <= LAST_FOUR_DIGIT_S;
	}

	/**
	 * Writes the digits directly: every line of a file has an instant, and a formatter
	 * would take longer than the rest of the line.
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

package dev.hundi.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The form of times in the JSON of the API and of webhooks: ISO 8601 in UTC with
 * milliseconds. Commands of the staff write and compare the microseconds of the database.
 */
public final class IsoTime {

	private static final DateTimeFormatter milliseconds = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	private IsoTime() {
	}

	public static String text(Instant time) {
		return milliseconds.format(time);
	}

}

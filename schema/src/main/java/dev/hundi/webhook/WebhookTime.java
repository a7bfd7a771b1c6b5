package dev.hundi.webhook;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The form of every time in webhooks: ISO 8601 in UTC with milliseconds. */
public final class WebhookTime {

	private static final DateTimeFormatter milliseconds = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	private WebhookTime() {
	}

	public static String text(Instant time) {
		return milliseconds.format(time);
	}

}

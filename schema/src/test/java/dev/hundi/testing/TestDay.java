package dev.hundi.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;

import dev.hundi.time.India;

import static org.awaitility.Awaitility.await;

/**
 * The day of a test that computes a date and uses it later. Such a test would fail if
 * midnight passed in between, which also may end a month.
 */
public final class TestDay {

	private TestDay() {
	}

	/**
	 * Today in India, after a wait for the next day if less is left of it.
	 * @param least more than the test takes
	 */
	public static LocalDate inIndia(Duration least) {
		return in(India.ZONE, least, InstantSource.system());
	}

	/** {@link #inIndia(Duration)} for another time zone. */
	public static LocalDate in(ZoneId zone, Duration least) {
		return in(zone, least, InstantSource.system());
	}

	static LocalDate in(ZoneId zone, Duration least, InstantSource clock) {
		return await().atMost(least.plusMinutes(1))
			.until(() -> clock.instant().atZone(zone), (now) -> left(now).compareTo(least) >= 0)
			.toLocalDate();
	}

	private static Duration left(ZonedDateTime now) {
		Instant end = now.toLocalDate().plusDays(1).atStartOfDay(now.getZone()).toInstant();
		return Duration.between(now.toInstant(), end);
	}

}

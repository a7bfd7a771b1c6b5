package dev.hundi.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * Indian Standard Time, in which business days begin and end.
 */
public final class India {

	public static final ZoneId ZONE = ZoneId.of("Asia/Kolkata");

	private India() {
	}

	/** The business day that contains an instant. */
	public static LocalDate dateOf(Instant instant) {
		return LocalDate.ofInstant(instant, ZONE);
	}

	/** The first instant of a business day. */
	public static Instant startOf(LocalDate day) {
		return day.atStartOfDay(ZONE).toInstant();
	}

}

package dev.hundi.time;

import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Days that people name, of the years 2000 to 2999: Java knows years that PostgreSQL does
 * not.
 */
public final class NamedDay {

	public static final int FIRST_YEAR = 2000;

	public static final int LAST_YEAR = 2999;

	/** How far ahead people plan. A later day has most likely a mistyped year. */
	public static final int YEARS_AHEAD = 2;

	private NamedDay() {
	}

	/** Whether a person may name the day. */
	public static boolean isAllowed(LocalDate day) {
		return day.getYear() >= FIRST_YEAR && day.getYear() <= LAST_YEAR;
	}

	/**
	 * Whether a person may plan for the day.
	 * @param today from when on
	 */
	public static boolean isAhead(LocalDate day, LocalDate today) {
		return !day.isBefore(today) && !isTooFar(day, today);
	}

	/** Whether the day is further ahead than people plan. */
	public static boolean isTooFar(LocalDate day, LocalDate today) {
		return day.isAfter(today.plusYears(YEARS_AHEAD));
	}

	/**
	 * Reads a day such as {@code 2026-11-21}.
	 * @throws DateTimeException if it is none, or of another millennium
	 */
	public static LocalDate parse(String text) {
		LocalDate day = LocalDate.parse(text);
		if (!isAllowed(day)) {
			throw new DateTimeException("Not of the years 2000 to 2999: " + day);
		}
		return day;
	}

}

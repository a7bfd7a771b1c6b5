package dev.hundi.portal.web;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;

import dev.hundi.time.NamedDay;

/** The month that a page of closings or of statements shows. */
public final class ShownMonth {

	private ShownMonth() {
	}

	/**
	 * The month that a person chose, or else that of yesterday: a day is closed once it
	 * is over, so that the work of the first of a month is in the month before.
	 * @param text such as {@code 2026-11}
	 * @param today Asia/Kolkata
	 */
	public static YearMonth of(String text, LocalDate today) {
		return chosen(text).orElseGet(() -> YearMonth.from(today.minusDays(1)));
	}

	private static Optional<YearMonth> chosen(String text) {
		try {
			return Optional.of(YearMonth.parse(text)).filter((month) -> NamedDay.isAllowed(month.atDay(1)));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}

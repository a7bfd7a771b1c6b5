package dev.hundi.portal.wallet;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;

import dev.hundi.list.Window;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

/**
 * A window of whole days in Asia/Kolkata; null sides are open.
 *
 * @param from first day
 * @param to last day
 */
record Days(@Nullable LocalDate from, @Nullable LocalDate to) {

	/** Reads two days; empty if one is no day, or the last is before the first. */
	static Optional<Days> of(String from, String to) {
		try {
			Days days = new Days(day(from), day(to));
			return (days.from != null && days.to != null && days.to.isBefore(days.from)) ? Optional.empty()
					: Optional.of(days);
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	Window window() {
		return new Window((this.from != null) ? India.startOf(this.from) : null,
				(this.to != null) ? India.startOf(this.to.plusDays(1)) : null);
	}

	private static @Nullable LocalDate day(String text) {
		return text.isBlank() ? null : NamedDay.parse(text.strip());
	}

}

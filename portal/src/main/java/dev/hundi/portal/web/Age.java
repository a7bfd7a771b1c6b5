package dev.hundi.portal.web;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/**
 * An age as pages show it.
 *
 * @param number rounded down
 * @param unit key of the text for the number
 */
public record Age(long number, String unit) {

	public static Age of(Duration duration) {
		long hours = duration.toHours();
		return (hours >= 48) ? new Age(duration.toDays(), "age.days") : (hours >= 1) ? new Age(hours, "age.hours")
				: new Age(Math.max(0, duration.toMinutes()), "age.minutes");
	}

	/** Null stands for no age. */
	public static @Nullable Age ofNullable(@Nullable Duration duration) {
		return (duration != null) ? of(duration) : null;
	}

	/** Ages in templates: {@code ages.since(moment)}. */
	@ControllerAdvice
	static final class Ages {

		@ModelAttribute("ages")
		Ages ages() {
			return this;
		}

		public Age since(Instant moment) {
			return of(Duration.between(moment, Instant.now()));
		}

	}

}

package dev.hundi.api.limit;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rate limit, written as {@code 50/s}, {@code 6/min}, {@code 1000/h} or {@code off}.
 *
 * @param requests at least 1
 * @param period zero if there is no limit
 */
public record Rate(long requests, Duration period) {

	public static final Rate OFF = new Rate(1, Duration.ZERO);

	private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})/(s|min|h)");

	public Rate {
		if (requests < 1 || period.isNegative()) {
			throw new IllegalArgumentException("A rate must allow at least one request");
		}
	}

	/**
	 * Parses a rate. To close the API to a business, disable its API access instead.
	 * @throws IllegalArgumentException if the text is not a rate
	 */
	public static Rate valueOf(String text) {
		if (text.equals("off") || text.equals("false")) {
			// YAML parses an unquoted off as false.
			return OFF;
		}
		Matcher matcher = FORM.matcher(text);
		if (!matcher.matches()) {
			throw new IllegalArgumentException("A rate is written as 50/s, 6/min, 1000/h or off, not " + text);
		}
		return new Rate(Long.parseLong(matcher.group(1)), switch (matcher.group(2)) {
			case "s" -> Duration.ofSeconds(1);
			case "min" -> Duration.ofMinutes(1);
			default -> Duration.ofHours(1);
		});
	}

	boolean isOff() {
		return this.period.isZero();
	}

}

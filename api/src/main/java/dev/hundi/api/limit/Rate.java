package dev.hundi.api.limit;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * So many requests in so long a time, written as {@code 50/s}, {@code 6/min} or
 * {@code 1000/h}; or {@code off} for any number.
 *
 * @param requests at least 1
 * @param period what they are counted over; zero where there is no limit
 */
public record Rate(long requests, Duration period) {

	/** Any number of requests. */
	public static final Rate OFF = new Rate(1, Duration.ZERO);

	private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})/(s|min|h)");

	public Rate {
		if (requests < 1 || period.isNegative()) {
			throw new IllegalArgumentException("A rate allows one request at least");
		}
	}

	/**
	 * Reads a rate. None is smaller than one request in its period: what may not call at
	 * all has its API access disabled.
	 * @throws IllegalArgumentException if the text is no rate
	 */
	public static Rate valueOf(String text) {
		if (text.equals("off") || text.equals("false")) {
			// YAML reads an unquoted off as false.
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

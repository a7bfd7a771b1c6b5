package dev.hundi.work;

import java.time.Duration;

/**
 * The interval between the starts of two groups of work. Under load a longer interval
 * makes larger groups, which cost the database less for each member; with little to do,
 * nothing waits for long. Work that arrives later than the interval does not wait.
 *
 * @param shortest after a small group
 * @param longest after a group of at least {@code busy} members
 */
public record Pace(Duration shortest, Duration longest, int busy) {

	public Pace {
		if (shortest.isNegative() || longest.compareTo(shortest) < 0 || busy < 1) {
			throw new IllegalArgumentException(
					"No negative interval, none longer than the longest, and a busy group has members");
		}
	}

	/** The same interval after every group. */
	public static Pace steady(Duration interval) {
		return new Pace(interval, interval, 1);
	}

	/** Returns the interval after the start of a group with so many members. */
	public Duration after(int members) {
		return (members < this.busy) ? this.shortest : this.longest;
	}

}

package dev.hundi.work;

import java.time.Duration;

/**
 * The interval between the starts of two groups of work. Under load a longer interval
 * makes larger groups, which cost the database less for each member; with little to do,
 * nothing waits for long. Work that arrives later than the interval does not wait.
 *
 * @param shortest after a small group
 * @param longer after a group of at least {@code busy} members
 * @param longest after a group of at least {@code crowded} members
 */
public record Pace(Duration shortest, Duration longer, int busy, Duration longest, int crowded) {

	public Pace {
		if (shortest.isNegative() || longer.compareTo(shortest) < 0 || longest.compareTo(longer) < 0) {
			throw new IllegalArgumentException("No interval is negative, and none is shorter than one before it");
		}
		if (busy < 1 || crowded < busy) {
			throw new IllegalArgumentException("busy must be 1 or more, crowded not below busy");
		}
	}

	/** A pace without crowded groups. */
	public Pace(Duration shortest, Duration longest, int busy) {
		this(shortest, longest, busy, longest, busy);
	}

	/** The same interval after every group. */
	public static Pace steady(Duration interval) {
		return new Pace(interval, interval, 1);
	}

	/** Returns the interval after the start of a group with so many members. */
	public Duration after(int members) {
		if (members < this.busy) {
			return this.shortest;
		}
		return (members < this.crowded) ? this.longer : this.longest;
	}

}

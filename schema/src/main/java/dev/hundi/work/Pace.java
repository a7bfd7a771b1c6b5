package dev.hundi.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The interval between the starts of two groups of work. Under load a longer interval
 * makes larger groups, which cost the database less for each member; with little to do,
 * nothing waits for long. Work that arrives later than the interval does not wait.
 *
 * @param shortest after a small group
 * @param steps longer intervals after larger groups, the smallest first
 */
public record Pace(Duration shortest, List<Step> steps) {

	/**
	 * Creates a pace.
	 * @throws IllegalArgumentException if the shortest interval is negative, or a step
	 * does not have more members and at least the interval of the step before
	 */
	public Pace {
		if (shortest.isNegative()) {
			throw new IllegalArgumentException("No interval is negative: " + shortest);
		}
		steps = List.copyOf(steps);
		Step last = new Step(0, shortest);
		for (Step step : steps) {
			if (step.members <= last.members || step.interval.compareTo(last.interval) < 0) {
				throw new IllegalArgumentException(
						step + " must have more members and no shorter interval than " + last);
			}
			last = step;
		}
	}

	/** The interval after a group of at least so many members. */
	public record Step(int members, Duration interval) {
	}

	/**
	 * The same interval after every group.
	 * @throws IllegalArgumentException if the interval is negative
	 */
	public static Pace steady(Duration interval) {
		return new Pace(interval, List.of());
	}

	/**
	 * Returns this pace with one more step.
	 * @param members more than those of the step before
	 * @param interval not shorter than the one before
	 */
	public Pace from(int members, Duration interval) {
		List<Step> more = new ArrayList<>(this.steps);
		more.add(new Step(members, interval));
		return new Pace(this.shortest, more);
	}

	/** Returns the interval after the start of a group with so many members. */
	public Duration after(int members) {
		Duration interval = this.shortest;
		for (Step step : this.steps) {
			if (members < step.members) {
				break;
			}
			interval = step.interval;
		}
		return interval;
	}

}

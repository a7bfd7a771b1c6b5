package dev.hundi.work;

import java.time.Duration;
import java.util.Map;

import org.springframework.util.Assert;

/**
 * How one instance claims and runs the items of a queue.
 *
 * @param name prefix of the thread names
 * @param permits items that may run at once, by kind
 * @param atOnce items of all kinds that may run at once
 * @param lease how long a claim is valid unless it is renewed
 * @param pollInterval time between two polls without a wake-up; longer for an idle queue
 * that notifies
 */
public record LeaseTerms<K>(String name, Map<K, Integer> permits, int atOnce, Duration lease, Duration pollInterval) {

	static final Duration IDLE_AFTER = Duration.ofSeconds(30);

	private static final int IDLE_POLLS = 5;

	public LeaseTerms {
		permits = Map.copyOf(permits);
		Assert.isTrue(!permits.isEmpty() && permits.values().stream().allMatch((count) -> count > 0) && atOnce > 0,
				"Each kind needs a permit");
		Assert.isTrue(lease.isPositive() && pollInterval.isPositive(), "lease and pollInterval must be positive");
	}

	/**
	 * The pause before the next poll of a queue that notifies: longer, once nothing has
	 * run for a while. A poll finds only retries then, and items of a copy that died:
	 * both have waited for longer than this pause.
	 * @param idle since the last item was claimed or its run ended
	 */
	Duration pollAfter(Duration idle) {
		return (idle.compareTo(IDLE_AFTER) > 0) ? this.pollInterval.multipliedBy(IDLE_POLLS) : this.pollInterval;
	}

	/** Terms whose only limits are those of the kinds. */
	public LeaseTerms(String name, Map<K, Integer> permits, Duration lease, Duration pollInterval) {
		this(name, permits, permits.values().stream().mapToInt(Integer::intValue).sum(), lease, pollInterval);
	}

}

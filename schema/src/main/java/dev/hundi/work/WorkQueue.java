package dev.hundi.work;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A queue in the database whose items are claimed under a lease. Each claim has an id of
 * its own, and every method except {@link #claim} has no effect on an item whose claim
 * has ended.
 *
 * @param <K> kind of an item, which has its own concurrency limit
 * @param <T> claimed item
 */
public interface WorkQueue<K, T> {

	/** The queue of a store that has these methods. */
	static <K, T> WorkQueue<K, T> of(Function<T, K> kindOf, BiFunction<Set<K>, Duration, Optional<T>> claim,
			BiPredicate<T, Duration> renew, Consumer<T> giveBack) {
		return new WorkQueue<>() {

			@Override
			public Optional<T> claim(Set<K> kinds, Duration lease) {
				return claim.apply(kinds, lease);
			}

			@Override
			public K kindOf(T item) {
				return kindOf.apply(item);
			}

			@Override
			public boolean renew(T item, Duration lease) {
				return renew.test(item, lease);
			}

			@Override
			public void giveBack(T item) {
				giveBack.accept(item);
			}

		};
	}

	/**
	 * Claims the item that has been due longest.
	 * @param kinds kinds that may run now; never empty
	 * @param lease how long no other instance may claim it
	 */
	Optional<T> claim(Set<K> kinds, Duration lease);

	K kindOf(T item);

	/**
	 * Renews the lease.
	 * @return whether the claim is still held
	 */
	boolean renew(T item, Duration lease);

	/**
	 * Releases the claim because this instance stops. Another instance may claim the item
	 * at once, and the interrupted run is not counted as a failed attempt.
	 */
	void giveBack(T item);

}

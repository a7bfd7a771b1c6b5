package dev.hundi.work;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A queue in the database whose items are claimed under a lease. Each claim has an id of
 * its own, and every method except {@link #claim} has no effect on an item whose claim
 * has ended.
 *
 * @param <K> kind of an item, which has its own concurrency limit
 * @param <T> claimed item
 */
public interface WorkQueue<K, T> {

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

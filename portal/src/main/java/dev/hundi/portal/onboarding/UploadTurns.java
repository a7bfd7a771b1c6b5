package dev.hundi.portal.onboarding;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Who opens an upload next: one at a time, which bounds the memory, and only one of a
 * business waits for it. So uploads of one business, however many and slow, delay those
 * of another by one.
 */
final class UploadTurns {

	/** Two businesses that share one wait for each other, as for any upload. */
	private static final int LANES = 256;

	private final Semaphore turn = new Semaphore(1, true);

	private final Semaphore[] lanes = Stream.generate(() -> new Semaphore(1, true))
		.limit(LANES)
		.toArray(Semaphore[]::new);

	/**
	 * Waits for a turn.
	 * @param owner of the upload
	 * @return false if there is none within the time; then there is nothing to end
	 */
	boolean begin(UUID owner, Duration atMost) throws InterruptedException {
		long end = System.nanoTime() + atMost.toNanos();
		Semaphore lane = lane(owner);
		if (!lane.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
			return false;
		}
		boolean begun = false;
		try {
			begun = this.turn.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS);
			return begun;
		}
		finally {
			if (!begun) {
				lane.release();
			}
		}
	}

	void end(UUID owner) {
		this.turn.release();
		lane(owner).release();
	}

	/** How many uploads wait for a turn. */
	int waiting() {
		return this.turn.getQueueLength() + Stream.of(this.lanes).mapToInt(Semaphore::getQueueLength).sum();
	}

	private Semaphore lane(UUID owner) {
		return this.lanes[Math.floorMod(owner.hashCode(), LANES)];
	}

}

package dev.hundi.batch.bulk;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseBulkRows.Range;

/**
 * Releases rows only as fast as the stream takes them: at most a {@link ReleaseWindow} of
 * them waits between acceptance and a bank, so an API payout never queues behind more
 * ({@code docs/decisions/0015}). Shared by the partitions of a release.
 */
final class ReleasePace {

	private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

	/** Polls take at most a tenth of the time. */
	private static final int PAUSE_PER_POLL = 9;

	private final ReleaseBulkRows release;

	private final ClaimedBulkFile file;

	private final BulkSettings settings;

	private final Lock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final ReleaseWindow window;

	/** When each released range with waiting rows was released, as of the last poll. */
	private final Map<Range, Long> waiting = new HashMap<>();

	private int waitingRows;

	private int rowsInProgress;

	private long pollNanos = MIN_PAUSE_NANOS;

	ReleasePace(ReleaseBulkRows release, ClaimedBulkFile file, BulkSettings settings) {
		this.release = release;
		this.file = file;
		this.settings = settings;
		this.window = new ReleaseWindow(settings.window(), settings.passWithin());
	}

	/** Includes rows that an earlier run released. */
	void begin() {
		if (isPaced() && this.release.anyReleased(this.file)) {
			int length = this.settings.releaseChunk();
			this.lock.lock();
			try {
				Map<Range, Integer> now = this.release.waiting(this.file,
						IntStream.iterate(1, (from) -> from <= this.file.rowsRead(), (from) -> from + length)
							.mapToObj((from) -> new Range(from, from + length))
							.toList());
				now.keySet().forEach((range) -> this.waiting.put(range, System.nanoTime()));
				this.waitingRows = sum(now);
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	/**
	 * Waits until the next rows may be released; {@link #released} must follow.
	 * @param from the first of them
	 * @param end the row after the last one
	 * @return the rows that may be released in one transaction, or empty if the window
	 * stays full or the claim ends
	 */
	Optional<Range> await(int from, int end, BooleanSupplier ended) throws InterruptedException {
		this.lock.lock();
		try {
			long deadline = System.nanoTime() + this.settings.patience().toNanos();
			while (!hasCapacity()) {
				poll();
				if (!hasCapacity()) {
					if (ended.getAsBoolean() || System.nanoTime() > deadline) {
						return Optional.empty();
					}
					pause();
				}
			}
			Range next = new Range(from, Math.min(from + chunk(), end));
			this.rowsInProgress += rows(next);
			return Optional.of(next);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** The transaction of a range has ended. */
	void released(Range range) {
		this.lock.lock();
		try {
			this.rowsInProgress -= rows(range);
			if (isPaced()) {
				this.waiting.put(range, System.nanoTime());
				this.waitingRows += rows(range);
			}
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isPaced() {
		return this.settings.window() > 0;
	}

	private boolean hasCapacity() {
		return !isPaced() || this.waitingRows + this.rowsInProgress + chunk() <= this.window.rows();
	}

	/**
	 * Half of the window, so that the stream takes one half while the other is released.
	 */
	private int chunk() {
		int max = this.settings.releaseChunk();
		return isPaced() ? Math.clamp(this.window.rows() / 2, 1, max) : max;
	}

	private static int rows(Range range) {
		return range.to() - range.from();
	}

	private void pause() throws InterruptedException {
		long nanos = Math.max(MIN_PAUSE_NANOS, PAUSE_PER_POLL * this.pollNanos);
		while (nanos > 0) {
			nanos = this.changed.awaitNanos(nanos);
		}
	}

	private void poll() {
		long begin = System.nanoTime();
		Map<Range, Integer> now = this.release.waiting(this.file, this.waiting.keySet());
		this.waiting.entrySet()
			.stream()
			.filter((entry) -> !now.containsKey(entry.getKey()))
			.map(Map.Entry::getValue)
			.sorted()
			.forEach((releasedNanos) -> this.window.passed(releasedNanos, begin));
		this.waiting.keySet().retainAll(now.keySet());
		this.waitingRows = sum(now);
		this.pollNanos = System.nanoTime() - begin;
	}

	private static int sum(Map<Range, Integer> waiting) {
		return waiting.values().stream().mapToInt(Integer::intValue).sum();
	}

}

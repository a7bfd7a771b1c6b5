package dev.hundi.batch.bulk;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseBulkRows.Range;

/**
 * Lets rows go only as fast as the stream takes them: no more than a {@link Window} of
 * them wait between their acceptance and a bank, so that a payout of the API never has
 * more than these before it ({@code docs/decisions/0015}).
 */
final class Pace {

	private static final long LEAST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

	/** Looking takes at most a fifth of the time. */
	private static final int WAITS_PER_LOOK = 4;

	private final ReleaseBulkRows release;

	private final BulkQueue queue;

	private final ClaimedBulkFile file;

	private final BulkSettings settings;

	private final Lock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Window window;

	/**
	 * Released ranges of which rows were waiting when last looked at, and when each was
	 * released.
	 */
	private final Map<Range, Long> waiting = new HashMap<>();

	private int waitingRows;

	private int underWay;

	private long lookNanos = LEAST_WAIT_NANOS;

	private long kept = System.nanoTime();

	Pace(ReleaseBulkRows release, BulkQueue queue, ClaimedBulkFile file, BulkSettings settings) {
		this.release = release;
		this.queue = queue;
		this.file = file;
		this.settings = settings;
		this.window = new Window(settings.window(), settings.passWithin());
	}

	/** What an earlier run released counts too. */
	void begin() {
		if (isPaced() && this.release.anyReleased(this.file)) {
			List<Range> ranges = IntStream
				.iterate(1, (from) -> from <= this.file.rowsRead(), (from) -> from + this.settings.releaseChunk())
				.mapToObj((from) -> new Range(from, from + this.settings.releaseChunk()))
				.toList();
			this.lock.lock();
			try {
				Map<Range, Integer> now = this.release.waiting(this.file, ranges);
				now.keySet().forEach((range) -> this.waiting.put(range, System.nanoTime()));
				this.waitingRows = sum(now);
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	/**
	 * Waits until the next rows may be released; then {@link #released} must follow.
	 * @param from the first of them
	 * @param end the row after the last there is
	 * @return as many as may go in one transaction
	 * @throws RestException if the window stays full, or the copy stops
	 */
	Range await(int from, int end, Run run) throws InterruptedException {
		this.lock.lock();
		try {
			long deadline = System.nanoTime() + this.settings.patience().toNanos();
			while (!hasRoom()) {
				run.check();
				look();
				if (!hasRoom()) {
					if (System.nanoTime() > deadline) {
						throw new RestException("The stream takes no more rows for now");
					}
					keep();
					pause();
				}
			}
			Range next = new Range(from, Math.min(from + chunk(), end));
			this.underWay += rows(next);
			return next;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** A range has left, or has failed to. */
	void released(Range range) {
		this.lock.lock();
		try {
			this.underWay -= rows(range);
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

	private boolean hasRoom() {
		return !isPaced() || this.waitingRows + this.underWay + chunk() <= this.window.rows();
	}

	/** Half of the window, so that the stream has the one half while the other goes. */
	private int chunk() {
		int most = this.settings.releaseChunk();
		return isPaced() ? Math.clamp(this.window.rows() / 2, 1, most) : most;
	}

	private static int rows(Range range) {
		return range.to() - range.from();
	}

	private void pause() throws InterruptedException {
		long nanos = Math.max(LEAST_WAIT_NANOS, WAITS_PER_LOOK * this.lookNanos);
		while (nanos > 0) {
			nanos = this.changed.awaitNanos(nanos);
		}
	}

	private void look() {
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
		this.lookNanos = System.nanoTime() - begin;
	}

	private static int sum(Map<Range, Integer> waiting) {
		return waiting.values().stream().mapToInt(Integer::intValue).sum();
	}

	private void keep() {
		Duration lease = this.settings.lease();
		if (System.nanoTime() - this.kept > lease.toNanos() / 4) {
			this.kept = System.nanoTime();
			this.queue.renew(this.file, lease);
		}
	}

}

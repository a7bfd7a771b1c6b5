package dev.hundi.batch.bulk;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseBulkRows.Range;

/**
 * Lets rows go only as fast as the stream takes them: no more than a window of them wait
 * between their acceptance and a bank, so that a payout of the API never has more than
 * these before it ({@code docs/decisions/0015}).
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

	/** Released ranges of which rows were waiting when last looked at. */
	private final Set<Range> waiting = new HashSet<>();

	private int waitingRows;

	private int underWay;

	private long lookNanos = LEAST_WAIT_NANOS;

	private long kept = System.nanoTime();

	Pace(ReleaseBulkRows release, BulkQueue queue, ClaimedBulkFile file, BulkSettings settings) {
		this.release = release;
		this.queue = queue;
		this.file = file;
		this.settings = settings;
	}

	/** What an earlier run released counts too. */
	void begin() {
		if (this.settings.window() > 0 && this.release.anyReleased(this.file)) {
			for (int from = 1; from <= this.file.rowsRead(); from += this.settings.releaseChunk()) {
				this.waiting.add(new Range(from, from + this.settings.releaseChunk()));
			}
			this.lock.lock();
			try {
				look();
			}
			finally {
				this.lock.unlock();
			}
		}
	}

	/**
	 * Waits until a range may be released; then {@link #released} must follow.
	 * @throws RestException if the window stays full, or the copy stops
	 */
	void await(Range range, Run run) throws InterruptedException {
		int rows = range.to() - range.from();
		this.lock.lock();
		try {
			long deadline = System.nanoTime() + this.settings.patience().toNanos();
			while (!hasRoom(rows)) {
				run.check();
				look();
				if (!hasRoom(rows)) {
					if (System.nanoTime() > deadline) {
						throw new RestException("The stream takes no more rows for now");
					}
					keep();
					pause();
				}
			}
			this.underWay += rows;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** A range has left, or has failed to. */
	void released(Range range) {
		this.lock.lock();
		try {
			int rows = range.to() - range.from();
			this.underWay -= rows;
			if (this.settings.window() > 0 && this.waiting.add(range)) {
				this.waitingRows += rows;
			}
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean hasRoom(int rows) {
		return this.settings.window() == 0 || this.waitingRows + this.underWay + rows <= this.settings.window();
	}

	private void pause() throws InterruptedException {
		long nanos = Math.max(LEAST_WAIT_NANOS, WAITS_PER_LOOK * this.lookNanos);
		while (nanos > 0) {
			nanos = this.changed.awaitNanos(nanos);
		}
	}

	private void look() {
		long begin = System.nanoTime();
		Map<Range, Integer> now = this.release.waiting(this.file, this.waiting);
		this.waiting.retainAll(now.keySet());
		this.waitingRows = now.values().stream().mapToInt(Integer::intValue).sum();
		this.lookNanos = System.nanoTime() - begin;
	}

	private void keep() {
		Duration lease = this.settings.lease();
		if (System.nanoTime() - this.kept > lease.toNanos() / 4) {
			this.kept = System.nanoTime();
			this.queue.keep(this.file, lease);
		}
	}

}

package dev.hundi.batch.bulk;

import java.time.Duration;

/**
 * How many released rows may wait for a bank: as many as reach a bank within a given
 * time, however fast the stream is. Starts small, because the rate is unknown at first.
 */
final class ReleaseWindow {

	/** Fewer rows would not keep a stream busy that takes them one at a time. */
	static final int MIN_ROWS = 20;

	private static final double MAX_CHANGE = 2;

	private final int maxRows;

	private final long passNanos;

	private int rows;

	private boolean changed;

	private long changedNanos;

	/**
	 * A window for an unknown rate.
	 * @param maxRows limit for any rate
	 * @param passWithin time in which rows must reach a bank
	 */
	ReleaseWindow(int maxRows, Duration passWithin) {
		this.maxRows = maxRows;
		this.passNanos = passWithin.toNanos();
		this.rows = Math.min(MIN_ROWS, maxRows);
	}

	int rows() {
		return this.rows;
	}

	/**
	 * Adjusts the window after the last row of a range has passed. A range that was
	 * released before the last adjustment met the rows of another window and has no
	 * effect.
	 * @param releasedNanos when the range was released, by {@link System#nanoTime()}
	 * @param nowNanos when the range was found to have passed
	 */
	void passed(long releasedNanos, long nowNanos) {
		if (this.changed && releasedNanos - this.changedNanos < 0) {
			return;
		}
		double fits = (double) this.passNanos / Math.max(1, nowNanos - releasedNanos);
		double change = Math.clamp(fits, 1 / MAX_CHANGE, MAX_CHANGE);
		this.rows = Math.clamp(Math.round(this.rows * change), Math.min(MIN_ROWS, this.maxRows), this.maxRows);
		this.changed = true;
		this.changedNanos = nowNanos;
	}

}

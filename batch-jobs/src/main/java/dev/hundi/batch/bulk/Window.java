package dev.hundi.batch.bulk;

import java.time.Duration;

/**
 * How many released rows may wait for a bank: as many as pass to it within a time. A
 * number alone would bound the wait of a payout behind them only for a stream whose rate
 * is known. Begins with few, because nothing is known then.
 */
final class Window {

	/** Fewer would not keep a stream busy that takes them one transaction at a time. */
	static final int LEAST_ROWS = 20;

	private static final double MOST_CHANGE = 2;

	private final int mostRows;

	private final long passNanos;

	private int rows;

	private boolean changed;

	private long changedNanos;

	/**
	 * A window that nothing has passed yet.
	 * @param mostRows however fast the stream is
	 * @param passWithin how long rows may take
	 */
	Window(int mostRows, Duration passWithin) {
		this.mostRows = mostRows;
		this.passNanos = passWithin.toNanos();
		this.rows = Math.min(LEAST_ROWS, mostRows);
	}

	int rows() {
		return this.rows;
	}

	/**
	 * The last row of a range has passed. A range that was released before the window
	 * last changed met the rows of another window, and changes nothing.
	 * @param releasedNanos when the range was released, by {@link System#nanoTime()}
	 * @param nowNanos when it was seen to have passed
	 */
	void passed(long releasedNanos, long nowNanos) {
		if (this.changed && releasedNanos - this.changedNanos < 0) {
			return;
		}
		double fits = (double) this.passNanos / Math.max(1, nowNanos - releasedNanos);
		double change = Math.clamp(fits, 1 / MOST_CHANGE, MOST_CHANGE);
		this.rows = Math.clamp(Math.round(this.rows * change), Math.min(LEAST_ROWS, this.mostRows), this.mostRows);
		this.changed = true;
		this.changedNanos = nowNanos;
	}

}

package dev.hundi.portal.onboarding;

import java.io.Serial;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the pages of a document may take to draw: each one, and all together from now
 * on, because other uploads wait meanwhile.
 */
final class DrawingTime {

	private final LongSupplier nanoTime;

	private final long pageNanos;

	private final long documentEnd;

	/**
	 * Begins.
	 * @param page for drawing one page
	 * @param document for all that is done with the document
	 * @param nanoTime the clock, such as {@link System#nanoTime()}
	 */
	DrawingTime(Duration page, Duration document, LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.pageNanos = page.toNanos();
		this.documentEnd = nanoTime.getAsLong() + document.toNanos();
	}

	/** When a page that is begun now has to be drawn, in nanoseconds of the clock. */
	long endOfPage() {
		long now = this.nanoTime.getAsLong();
		return now + Math.min(this.pageNanos, this.documentEnd - now);
	}

	/**
	 * Goes on.
	 * @throws TooSlowException if the end is reached
	 */
	void check(long end) {
		if (this.nanoTime.getAsLong() - end >= 0) {
			throw new TooSlowException();
		}
	}

	/** A page or the document took too long. */
	static final class TooSlowException extends RuntimeException {

		@Serial
		private static final long serialVersionUID = 1L;

	}

}

package dev.hundi.batch.bulk;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The window for streams of different rates.
 */
class ReleaseWindowTests {

	private static final Duration WITHIN = Duration.ofMillis(400);

	/** Close to overflow, as {@link System#nanoTime()} may be. */
	private long nowNanos = Long.MAX_VALUE - 1_000;

	@Test
	void startsSmall() {
		assertThat(new ReleaseWindow(500, WITHIN).rows()).isEqualTo(20);
		assertThat(new ReleaseWindow(10, WITHIN).rows()).isEqualTo(10);
	}

	@Test
	void fitsTheRateOfTheStream() {
		for (int rowsPerSecond : new int[] { 100, 200, 1_000 }) {
			ReleaseWindow window = new ReleaseWindow(500, WITHIN);
			IntStream.range(0, 10).forEach((i) -> pass(window, window.rows() * 1_000 / rowsPerSecond));
			assertThat(window.rows()).isEqualTo(rowsPerSecond * 4 / 10);
		}
	}

	@Test
	void staysWithinItsLimits() {
		ReleaseWindow window = new ReleaseWindow(500, WITHIN);
		IntStream.range(0, 10).forEach((i) -> pass(window, 0));
		assertThat(window.rows()).isEqualTo(500);
		IntStream.range(0, 10).forEach((i) -> pass(window, 60_000));
		assertThat(window.rows()).isEqualTo(20);
	}

	@Test
	void changesOnceForRangesReleasedTogether() {
		ReleaseWindow window = new ReleaseWindow(500, WITHIN);
		long releasedNanos = this.nowNanos;
		pass(window, 100);
		assertThat(window.rows()).isEqualTo(40);
		window.passed(releasedNanos, this.nowNanos);
		assertThat(window.rows()).isEqualTo(40);
	}

	/** A range is released now and passes some milliseconds later. */
	private void pass(ReleaseWindow window, int tookMs) {
		long releasedNanos = this.nowNanos;
		this.nowNanos += Duration.ofMillis(tookMs).toNanos();
		window.passed(releasedNanos, this.nowNanos);
	}

}

package dev.hundi.port;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeastRateTests {

	private final AtomicLong nowNanos = new AtomicLong();

	private final LeastRate rate = new LeastRate(1000, this.nowNanos::get);

	@Test
	void requiresTheRateInEveryWindow() {
		assertThat(after(4, 0)).isTrue();
		assertThat(after(1, 5000)).isTrue();
		assertThat(after(4, 1_000_000)).isTrue();
		assertThat(after(1, 0)).isTrue();
		assertThat(after(5, 4999)).isFalse();
	}

	@Test
	void requiresTheRateOfALongPause() {
		assertThat(after(10, 9999)).isFalse();
		assertThat(after(10, 10_000)).isTrue();
	}

	private boolean after(int seconds, long bytes) {
		this.nowNanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
		return this.rate.add(bytes);
	}

}

package dev.hundi.api.limit;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RateLimitsTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private final AtomicLong nowNanos = new AtomicLong();

	private final RateLimits limits = new RateLimits(
			new RateLimitSettings(Rate.valueOf("50/s"), Rate.valueOf("20/s"), Rate.OFF, Rate.valueOf("6/min")),
			this.nowNanos::get);

	@Test
	void allowsBurstOfOnePeriodAndThenTheRefillRate() {
		assertThat(taken("pk_one", CallKind.PAYOUT, 60)).isEqualTo(50);
		this.nowNanos.addAndGet(SECOND / 50);
		assertThat(taken("pk_one", CallKind.PAYOUT, 60)).isEqualTo(1);
		this.nowNanos.addAndGet(SECOND / 2);
		assertThat(taken("pk_one", CallKind.PAYOUT, 60)).isEqualTo(25);
		this.nowNanos.addAndGet(100 * SECOND);
		assertThat(taken("pk_one", CallKind.PAYOUT, 60)).isEqualTo(50);
	}

	@Test
	void returnsWaitingTime() {
		assertThat(taken("pk_one", CallKind.EXPORT, 6)).isEqualTo(6);
		assertThat(this.limits.take("pk_one", CallKind.EXPORT)).isEqualTo(10 * SECOND);
		this.nowNanos.addAndGet(4 * SECOND);
		assertThat(this.limits.take("pk_one", CallKind.EXPORT)).isEqualTo(6 * SECOND);
		this.nowNanos.addAndGet(6 * SECOND);
		assertThat(this.limits.take("pk_one", CallKind.EXPORT)).isZero();
	}

	@Test
	void limitsKeysAndKindsSeparately() {
		assertThat(taken("pk_one", CallKind.PAYOUT, 60)).isEqualTo(50);
		assertThat(taken("pk_one", CallKind.WRITE, 60)).isEqualTo(20);
		assertThat(taken("pk_two", CallKind.PAYOUT, 60)).isEqualTo(50);
	}

	@Test
	void disabledRateAllowsAnyNumber() {
		assertThat(taken("pk_one", CallKind.READ, 100_000)).isEqualTo(100_000);
		assertThat(this.limits.size()).isZero();
	}

	@Test
	void returnedRequestsDoNotExceedCapacity() {
		assertThat(taken("pk_one", CallKind.WRITE, 20)).isEqualTo(20);
		this.limits.giveBack("pk_one", CallKind.WRITE);
		assertThat(taken("pk_one", CallKind.WRITE, 20)).isEqualTo(1);
		this.nowNanos.addAndGet(SECOND);
		this.limits.giveBack("pk_one", CallKind.WRITE);
		assertThat(taken("pk_one", CallKind.WRITE, 60)).isEqualTo(20);
	}

	@Test
	void concurrentRequestsDoNotExceedLimit() throws Exception {
		Callable<Integer> take = () -> taken("pk_one", CallKind.PAYOUT, 10);
		int taken = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var part : threads.invokeAll(Collections.nCopies(50, take))) {
				taken += part.get();
			}
		}
		assertThat(taken).isEqualTo(50);
	}

	@Test
	void evictsIdleBuckets() {
		for (int i = 0; i < 1000; i++) {
			assertThat(this.limits.take("pk_" + i, CallKind.EXPORT)).isZero();
		}
		assertThat(this.limits.size()).isEqualTo(1000);
		this.nowNanos.addAndGet(61 * SECOND);
		assertThat(this.limits.take("pk_1", CallKind.EXPORT)).isZero();
		assertThat(this.limits.size()).isEqualTo(1);
	}

	@Test
	void boundsNumberOfBuckets() {
		for (int i = 0; i < 100_000; i++) {
			assertThat(this.limits.take("pk_" + i, CallKind.PAYOUT)).isZero();
		}
		assertThat(this.limits.size()).isLessThanOrEqualTo(40_000);
	}

	@ParameterizedTest
	@CsvSource({ "50/s, 50, PT1S", "6/min, 6, PT1M", "1000/h, 1000, PT1H", "999999999/s, 999999999, PT1S" })
	void parsesRates(String text, long requests, Duration period) {
		assertThat(Rate.valueOf(text)).isEqualTo(new Rate(requests, period));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "0/s", "-1/s", "50", "50/d", "50/ s", "1.5/s", "1e3/s", "1000000000/s", "on" })
	void rejectsInvalidRates(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Rate.valueOf(text));
	}

	@ParameterizedTest
	@ValueSource(strings = { "off", "false" })
	void parsesOff(String text) {
		assertThat(Rate.valueOf(text)).isSameAs(Rate.OFF);
	}

	private int taken(String apiKey, CallKind kind, int attempts) {
		int taken = 0;
		for (int i = 0; i < attempts; i++) {
			taken += (this.limits.take(apiKey, kind) == 0) ? 1 : 0;
		}
		return taken;
	}

}

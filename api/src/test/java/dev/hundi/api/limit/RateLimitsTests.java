package dev.hundi.api.limit;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.business.RateAllowances.Grant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class RateLimitsTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private static final RateLimitSettings SETTINGS = new RateLimitSettings(Rate.valueOf("50/s"), Rate.valueOf("20/s"),
			Rate.OFF, Rate.valueOf("6/min"), Rate.valueOf("10/min"));

	private final UUID business = UUID.randomUUID();

	private final AtomicLong nowNanos = new AtomicLong();

	private final Buckets buckets = new Buckets();

	private final RateLimits limits = new RateLimits(SETTINGS, this.buckets, this.nowNanos::get);

	@Test
	void takesTheNextBlockWhenLessThanOneIsLeft() {
		assertThat(take(CallKind.PAYOUT)).isZero();
		await().until(() -> this.buckets.queries() == 2);
		assertThat(taken(CallKind.PAYOUT, 9)).isEqualTo(9);
		assertThat(this.buckets.queries()).isEqualTo(2);
	}

	@Test
	void takesRequestsInBlocksOfAFifth() {
		assertThat(taken(CallKind.PAYOUT, 50)).isEqualTo(50);
		// A request that finds none does not wait for those that are taken ahead, so that
		// both may find the bucket empty.
		assertThat(this.buckets.granted(CallKind.PAYOUT).stream().filter((granted) -> granted > 0)).hasSize(5)
			.containsOnly(10L);
		assertThat(this.buckets.granted(CallKind.PAYOUT)).hasSizeLessThanOrEqualTo(7);
		assertThat(taken(CallKind.EXPORT, 6)).isEqualTo(6);
		assertThat(this.buckets.granted(CallKind.EXPORT)).hasSize(6).containsOnly(1L);
	}

	@Test
	void waitsWithoutQueryUntilARequestIsAvailable() {
		assertThat(taken(CallKind.EXPORT, 6)).isEqualTo(6);
		assertThat(take(CallKind.EXPORT)).isEqualTo(10 * SECOND);
		long queries = this.buckets.queries();
		this.nowNanos.addAndGet(4 * SECOND);
		assertThat(take(CallKind.EXPORT)).isEqualTo(6 * SECOND);
		assertThat(this.buckets.queries()).isEqualTo(queries);
		this.nowNanos.addAndGet(6 * SECOND);
		this.buckets.used.clear();
		assertThat(take(CallKind.EXPORT)).isZero();
	}

	@Test
	void limitsBusinessesAndKindsSeparately() {
		assertThat(taken(CallKind.PAYOUT, 60)).isEqualTo(50);
		assertThat(taken(CallKind.WRITE, 60)).isEqualTo(20);
		assertThat(this.limits.take(UUID.randomUUID(), CallKind.PAYOUT)).isZero();
	}

	@Test
	void disabledRateAllowsAnyNumber() {
		assertThat(taken(CallKind.READ, 100_000)).isEqualTo(100_000);
		assertThat(this.limits.size()).isZero();
		assertThat(this.buckets.queries()).isZero();
	}

	@Test
	void returnedRequestsAreAvailableAgain() {
		assertThat(taken(CallKind.WRITE, 20)).isEqualTo(20);
		this.limits.giveBack(this.business, CallKind.WRITE);
		assertThat(taken(CallKind.WRITE, 20)).isEqualTo(1);
		for (int i = 0; i < 30; i++) {
			this.limits.giveBack(this.business, CallKind.WRITE);
		}
		assertThat(taken(CallKind.WRITE, 60)).isEqualTo(20);
	}

	@Test
	void concurrentRequestsDoNotExceedLimit() throws Exception {
		Callable<Integer> take = () -> taken(CallKind.PAYOUT, 10);
		int taken = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var part : threads.invokeAll(Collections.nCopies(50, take))) {
				taken += part.get();
			}
		}
		assertThat(taken).isEqualTo(50);
	}

	@Test
	void recoversFromAFailedQuery() {
		this.buckets.down = true;
		assertThatIllegalStateException().isThrownBy(() -> take(CallKind.PAYOUT)).withMessage("down");
		this.buckets.down = false;
		assertThat(take(CallKind.PAYOUT)).isZero();
	}

	@Test
	void evictsIdleAllowances() {
		for (int i = 0; i < 1000; i++) {
			assertThat(this.limits.take(UUID.randomUUID(), CallKind.EXPORT)).isZero();
		}
		assertThat(this.limits.size()).isEqualTo(1000);
		this.nowNanos.addAndGet(61 * SECOND);
		assertThat(take(CallKind.EXPORT)).isZero();
		assertThat(this.limits.size()).isEqualTo(1);
	}

	@Test
	void boundsNumberOfAllowances() {
		for (int i = 0; i < 100_000; i++) {
			assertThat(this.limits.take(UUID.randomUUID(), CallKind.PAYOUT)).isZero();
		}
		assertThat(this.limits.size()).isLessThanOrEqualTo(40_000);
	}

	@Test
	void limitsFailuresOfAnAddressOrIpv6Network() {
		for (String address : List.of("203.0.113.7", "2001:db8::1")) {
			assertThat(waitOf(address)).isZero();
			for (int i = 0; i < 20; i++) {
				this.limits.failed(InetAddress.ofLiteral(address));
			}
			assertThat(waitOf(address)).isEqualTo(6 * SECOND);
		}
		assertThat(waitOf("2001:db8::2:1")).isEqualTo(6 * SECOND);
		assertThat(waitOf("2001:db8:0:1::1")).isZero();
		assertThat(waitOf("203.0.113.8")).isZero();
		this.nowNanos.addAndGet(6 * SECOND);
		assertThat(waitOf("203.0.113.7")).isZero();
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

	private long waitOf(String address) {
		return this.limits.waitAfterFailures(InetAddress.ofLiteral(address));
	}

	private long take(CallKind kind) {
		return this.limits.take(this.business, kind);
	}

	private int taken(CallKind kind, int attempts) {
		int taken = 0;
		for (int i = 0; i < attempts; i++) {
			taken += (take(kind) == 0) ? 1 : 0;
		}
		return taken;
	}

	/** Buckets that do not refill. */
	private static final class Buckets implements RateLimits.SharedBuckets {

		private final Map<String, Long> used = new HashMap<>();

		private final Map<CallKind, List<Long>> grants = new EnumMap<>(CallKind.class);

		private long queries;

		private boolean down;

		@Override
		public synchronized Map<UUID, Grant> take(Collection<UUID> businessIds, CallKind kind, Rate rate, long wanted) {
			if (this.down) {
				throw new IllegalStateException("down");
			}
			this.queries++;
			return businessIds.stream()
				.collect(Collectors.toMap(Function.identity(), (business) -> take(business, kind, rate, wanted)));
		}

		private Grant take(UUID business, CallKind kind, Rate rate, long wanted) {
			long free = rate.requests() - this.used.getOrDefault(business + "/" + kind, 0L);
			long granted = Math.min(wanted, free);
			this.used.merge(business + "/" + kind, granted, Long::sum);
			this.grants.computeIfAbsent(kind, (key) -> new ArrayList<>()).add(granted);
			return new Grant(granted, rate.period().dividedBy(rate.requests()));
		}

		synchronized long queries() {
			return this.queries;
		}

		/** By each query about one business. */
		synchronized List<Long> granted(CallKind kind) {
			return List.copyOf(this.grants.getOrDefault(kind, List.of()));
		}

	}

}

package dev.hundi.api.limit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import dev.hundi.business.RateAllowances.Grant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class AllowanceTests {

	private static final Grant BLOCK = new Grant(10, Duration.ZERO);

	private final AtomicInteger takenNow = new AtomicInteger();

	private final CompletableFuture<Grant> ahead = new CompletableFuture<>();

	@Test
	void aRequestThatFindsNoneDoesNotWaitForThoseTakenAhead() {
		Allowance allowance = allowance(() -> this.ahead);
		for (int i = 0; i < 20; i++) {
			assertThat(allowance.take()).isZero();
		}
		assertThat(this.takenNow).hasValue(2);
		this.ahead.complete(BLOCK);
		for (int i = 0; i < 10; i++) {
			assertThat(allowance.take()).isZero();
		}
		assertThat(this.takenNow).hasValue(2);
	}

	@Test
	void anEmptyBucketIsNoRefusalBeforeThoseTakenAheadHaveArrived() {
		Allowance allowance = new Allowance(50, 5,
				() -> (this.takenNow.incrementAndGet() == 1) ? BLOCK : new Grant(0, Duration.ofMinutes(1)),
				() -> this.ahead, System::nanoTime);
		for (int i = 0; i < 10; i++) {
			assertThat(allowance.take()).isZero();
		}
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Long> eleventh = threads.submit(allowance::take);
			Awaitility.await().until(() -> this.takenNow.get() == 2);
			this.ahead.complete(BLOCK);
			assertThat(eleventh).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(0L);
		}
	}

	@Test
	void takesAheadAgainAfterAFailure() {
		AtomicInteger tries = new AtomicInteger();
		Allowance allowance = allowance(() -> {
			tries.incrementAndGet();
			return CompletableFuture.failedFuture(new IllegalStateException("down"));
		});
		for (int i = 0; i < 10; i++) {
			assertThat(allowance.take()).isZero();
		}
		assertThat(tries).hasValue(5);
	}

	@Test
	void takesAgainAfterAnError() {
		Allowance allowance = new Allowance(50, 5, () -> {
			if (this.takenNow.incrementAndGet() == 1) {
				throw new NoClassDefFoundError("no file descriptor is left");
			}
			return BLOCK;
		}, () -> this.ahead, System::nanoTime);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(allowance::take)
			.withCauseInstanceOf(NoClassDefFoundError.class);
		ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
		assertThat(threads.submit(allowance::take)).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(0L);
		threads.shutdown();
	}

	private Allowance allowance(Supplier<CompletableFuture<Grant>> takeAhead) {
		return new Allowance(50, 5, () -> {
			this.takenNow.incrementAndGet();
			return BLOCK;
		}, takeAhead, System::nanoTime);
	}

}

package dev.hundi.api.limit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import dev.hundi.business.RateAllowances.Grant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AllowanceTests {

	private static final Grant BLOCK = new Grant(10, Duration.ZERO);

	private final AtomicInteger takenNow = new AtomicInteger();

	private final CountDownLatch ahead = new CountDownLatch(1);

	@Test
	void aRequestThatFindsNoneDoesNotWaitForThoseTakenAhead() {
		Allowance allowance = allowance(() -> {
			await(this.ahead);
			return BLOCK;
		});
		for (int i = 0; i < 20; i++) {
			assertThat(allowance.take()).isZero();
		}
		assertThat(this.takenNow).hasValue(2);
		this.ahead.countDown();
	}

	@Test
	void anEmptyBucketIsNoRefusalBeforeThoseTakenAheadHaveArrived() {
		Allowance allowance = new Allowance(50, 5,
				() -> (this.takenNow.incrementAndGet() == 1) ? BLOCK : new Grant(0, Duration.ofMinutes(1)), () -> {
					await(this.ahead);
					return BLOCK;
				}, System::nanoTime);
		for (int i = 0; i < 10; i++) {
			assertThat(allowance.take()).isZero();
		}
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Long> eleventh = threads.submit(allowance::take);
			Awaitility.await().until(() -> this.takenNow.get() == 2);
			this.ahead.countDown();
			assertThat(eleventh).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(0L);
		}
	}

	@Test
	void takesAheadAgainAfterAFailure() {
		AtomicInteger tries = new AtomicInteger();
		Allowance allowance = allowance(() -> {
			if (tries.incrementAndGet() == 1) {
				throw new IllegalStateException("down");
			}
			return BLOCK;
		});
		Awaitility.await().until(() -> {
			assertThat(allowance.take()).isZero();
			return tries.get() == 2;
		});
	}

	private Allowance allowance(Supplier<Grant> takeAhead) {
		return new Allowance(50, 5, () -> {
			this.takenNow.incrementAndGet();
			return BLOCK;
		}, takeAhead, System::nanoTime);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

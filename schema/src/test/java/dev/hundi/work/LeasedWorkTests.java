package dev.hundi.work;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class LeasedWorkTests {

	private static final Duration NEVER = Duration.ofHours(1);

	private final FakeQueue queue = new FakeQueue();

	private final Set<String> started = ConcurrentHashMap.newKeySet();

	private final CountDownLatch mayEnd = new CountDownLatch(1);

	private LeasedWork<Character, String> work = work(Map.of('a', 1), NEVER, this::runUntilAllowed);

	@AfterEach
	void stop() {
		this.mayEnd.countDown();
		this.work.stop();
	}

	@Test
	void runsNoMoreItemsOfAKindThanItHasPermits() {
		this.work = work(Map.of('a', 2, 'b', 1), NEVER, this::runUntilAllowed);
		this.queue.add("a1", "a2", "a3", "b1", "b2");
		this.work.start();
		await().until(() -> this.started.size() == 3);
		this.work.wake();
		assertThat(this.started).containsExactlyInAnyOrder("a1", "a2", "b1");
		this.mayEnd.countDown();
		await().until(() -> this.started.size() == 5 && this.queue.held().isEmpty());
	}

	@Test
	void runsNoMoreItemsThanAllKindsShare() {
		this.work = new LeasedWork<>(new LeaseTerms<>("test", Map.of('a', 2, 'b', 2), 3, NEVER, NEVER), this.queue,
				this::runUntilAllowed);
		this.queue.add("a1", "a2", "b1", "b2");
		this.work.start();
		await().until(() -> this.started.size() == 3);
		assertThat(this.queue.held()).containsExactly("a1", "a2", "b1");
	}

	@Test
	void claimsWhenWoken() {
		this.mayEnd.countDown();
		this.work.start();
		this.queue.add("a1");
		this.work.wake();
		await().until(() -> this.started.contains("a1"));
	}

	@Test
	void claimsAtThePollIntervalAndAfterAFailedClaim() {
		this.mayEnd.countDown();
		this.queue.failClaims(3);
		this.work = new LeasedWork<>(new LeaseTerms<>("test", Map.of('a', 1), NEVER, Duration.ofMillis(5)), this.queue,
				this::runUntilAllowed);
		this.work.start();
		this.queue.add("a1");
		await().until(() -> this.started.contains("a1"));
	}

	@Test
	void givesAnItemBackForWhichThereIsNoThread() {
		this.mayEnd.countDown();
		AtomicInteger threads = new AtomicInteger();
		this.work = new LeasedWork<>(new LeaseTerms<>("test", Map.of('a', 1), NEVER, Duration.ofMillis(5)), this.queue,
				this::runUntilAllowed, System::nanoTime, (run) -> {
					if (threads.getAndIncrement() == 0) {
						throw new OutOfMemoryError("unable to create native thread");
					}
					return new Thread(run);
				});
		this.queue.add("a1", "a2");
		this.work.start();
		await().until(() -> this.started.contains("a2"));
		assertThat(this.queue.givenBack()).containsExactly("a1");
	}

	@Test
	void renewsTheLeaseWhileTheItemRuns() {
		this.work = work(Map.of('a', 1), Duration.ofMillis(40), this::runUntilAllowed);
		this.queue.add("a1");
		this.work.start();
		await().until(() -> this.queue.renewals() >= 3);
		assertThat(this.queue.held()).containsExactly("a1");
	}

	@Test
	void reportsALostClaimToItsRun() {
		AtomicReference<Exception> failure = new AtomicReference<>();
		this.work = work(Map.of('a', 1), Duration.ofMillis(40), (claim) -> {
			this.queue.end(claim.item());
			await().until(claim::isLost);
			try {
				claim.check();
			}
			catch (ClaimEndedException ex) {
				failure.set(ex);
			}
		});
		this.queue.add("a1");
		this.work.start();
		await().until(() -> failure.get() != null);
		assertThat(failure.get()).hasMessageContaining("a1").hasMessageContaining("expired");
	}

	@Test
	void leavesTheClaimOfAFailedRunToItsLeaseAndRunsTheNextItem() {
		this.work = work(Map.of('a', 1), NEVER, (claim) -> {
			this.started.add(claim.item());
			throw new IllegalStateException("broken");
		});
		this.queue.add("a1", "a2");
		this.work.start();
		await().until(() -> this.started.size() == 2);
		this.work.stop();
		assertThat(this.queue.held()).contains("a1");
	}

	@Test
	void givesBackWhatIsNotEndedWhenItStops() {
		this.work = work(Map.of('a', 2), NEVER, (claim) -> {
			this.started.add(claim.item());
			await().until(claim::isStopping);
			if (claim.item().equals("a2")) {
				this.queue.end("a2");
			}
			claim.check();
		});
		this.queue.add("a1", "a2", "a3");
		this.work.start();
		await().until(() -> this.started.size() == 2);
		this.work.stop();
		assertThat(this.work.isRunning()).isFalse();
		assertThat(this.queue.givenBack()).containsExactly("a1");
		assertThat(this.queue.held()).isEmpty();
		assertThat(this.started).doesNotContain("a3");
	}

	@Test
	void startsAgainAfterAStop() {
		this.mayEnd.countDown();
		this.work.start();
		this.work.stop();
		this.queue.add("a1");
		this.work.start();
		await().until(() -> this.started.contains("a1"));
	}

	@Test
	void rejectsTermsWithoutPermits() {
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaseTerms<>("test", Map.of(), 1, NEVER, NEVER));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new LeaseTerms<>("test", Map.of('a', 1), 1, Duration.ZERO, NEVER));
		assertThat(new LeaseTerms<>("test", Map.of('a', 1, 'b', 2), NEVER, NEVER).atOnce()).isEqualTo(3);
	}

	private LeasedWork<Character, String> work(Map<Character, Integer> permits, Duration lease,
			LeasedWork.Run<String> run) {
		return new LeasedWork<>(new LeaseTerms<>("test", permits, lease, NEVER), this.queue, run);
	}

	private void runUntilAllowed(Claim<String> claim) throws InterruptedException {
		this.started.add(claim.item());
		assertThat(this.mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
		this.queue.end(claim.item());
	}

}

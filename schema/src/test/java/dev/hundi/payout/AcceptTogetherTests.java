package dev.hundi.payout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import dev.hundi.payout.AcceptTogether.Limits;
import dev.hundi.payout.Acceptance.Refused;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

import static org.assertj.core.api.Assertions.assertThat;

class AcceptTogetherTests {

	private static final Acceptance ANSWER = new Refused(Acceptance.Reason.WALLET_NOT_PROVISIONED);

	/** Longer than a busy machine pauses between two steps of a test. */
	private static final Duration QUEUE_TIMEOUT = Duration.ofSeconds(2);

	private final Statements statements = new Statements();

	private final AcceptTogether together = new AcceptTogether(limits(2, 4), this.statements);

	@Test
	void storesASinglePayoutAtOnce() {
		this.statements.permits.release(100);
		assertThat(this.together.accept(payout("a"))).contains(ANSWER);
		assertThat(this.together.accept(payout("b"))).contains(ANSWER);
		assertThat(this.statements.nonces()).containsExactly(List.of("a"), List.of("b"));
	}

	@Test
	void groupsPayoutsThatArriveWhileEveryLaneIsBusyInOrder() {
		Caller first = call("a").untilStarted(1);
		Caller second = call("b").untilStarted(2);
		List<Caller> later = List.of(call("c"), call("d"), call("e"));

		this.statements.permits.release(2);
		this.statements.awaitStarted(3);
		this.statements.permits.release(1);

		assertThat(List.of(first, second)).allMatch((caller) -> caller.answer().equals(Optional.of(ANSWER)));
		assertThat(later).allMatch((caller) -> caller.answer().equals(Optional.of(ANSWER)));
		assertThat(this.statements.nonces()).containsExactly(List.of("a"), List.of("b"), List.of("c", "d", "e"));
	}

	@Test
	void groupsPayoutsThatFollowWithinTheIntervalUntilEnoughWait() {
		this.statements.permits.release(100);
		AcceptTogether paced = new AcceptTogether(new Limits(2, 4, Duration.ofMinutes(5), 3, Duration.ofMinutes(5),
				Duration.ofMinutes(5), Duration.ofMinutes(5)), this.statements);
		assertThat(paced.accept(payout("a"))).contains(ANSWER);
		List<Caller> later = List.of(new Caller(paced, payout("b")), new Caller(paced, payout("c")),
				new Caller(paced, payout("d")));
		assertThat(later).allMatch((caller) -> caller.answer().equals(Optional.of(ANSWER)));
		assertThat(this.statements.nonces()).hasSize(2);
		assertThat(this.statements.nonces().getLast()).containsExactlyInAnyOrder("b", "c", "d");
	}

	@Test
	void limitsTheSizeOfAGroup() {
		call("a").untilStarted(1);
		call("b").untilStarted(2);
		List<Caller> later = new ArrayList<>();
		for (String nonce : List.of("c", "d", "e", "f", "g", "h")) {
			later.add(call(nonce));
		}
		this.statements.permits.release(100);

		assertThat(later).allMatch((caller) -> caller.answer().isPresent());
		assertThat(this.statements.nonces()).contains(List.of("c", "d", "e", "f"), List.of("g", "h"));
	}

	@Test
	void neverGroupsDuplicateNonces() {
		call("a").untilStarted(1);
		call("b").untilStarted(2);
		List<Caller> later = List.of(call("c"), call("c"), call("d"), call("c"));
		this.statements.permits.release(1);
		this.statements.awaitStarted(3);
		this.statements.permits.release(100);

		assertThat(later).allMatch((caller) -> caller.answer().isPresent());
		assertThat(this.statements.nonces()).contains(List.of("c", "d"), List.of("c"))
			.filteredOn((group) -> group.contains("c"))
			.hasSize(3);
	}

	@Test
	void failsOnlyThePayoutThatCannotBeStored() {
		this.statements.failing = (nonces) -> nonces.contains("poison") ? new DataIntegrityViolationException("poison")
				: null;
		call("a").untilStarted(1);
		call("b").untilStarted(2);
		Caller before = call("c");
		Caller poison = call("poison");
		Caller after = call("d");
		this.statements.permits.release(100);

		assertThat(before.answer()).contains(ANSWER);
		assertThat(after.answer()).contains(ANSWER);
		assertThat(poison.failure()).isInstanceOf(DataIntegrityViolationException.class);
		assertThat(this.statements.nonces()).endsWith(List.of("c", "poison", "d"), List.of("c"), List.of("poison"),
				List.of("d"));
	}

	@Test
	void storesAGroupOneByOneAfterADeadlock() {
		this.statements.failing = (nonces) -> (nonces.size() > 1) ? new PessimisticLockingFailureException("deadlock")
				: null;
		call("a").untilStarted(1);
		call("b").untilStarted(2);
		List<Caller> later = List.of(call("c"), call("d"));
		this.statements.permits.release(100);

		assertThat(later).allMatch((caller) -> caller.answer().equals(Optional.of(ANSWER)));
	}

	@Test
	void failsAWholeGroupDuringAnOutageWithoutRetry() {
		this.statements.failing = (nonces) -> (nonces.size() > 1) ? new DataAccessResourceFailureException("gone")
				: null;
		call("a").untilStarted(1);
		call("b").untilStarted(2);
		List<Caller> later = List.of(call("c"), call("d"));
		this.statements.permits.release(100);

		assertThat(later).allMatch((caller) -> caller.failure() instanceof DataAccessResourceFailureException);
		assertThat(this.statements.nonces()).hasSize(3);
		assertThat(this.together.accept(payout("e"))).contains(ANSWER);
	}

	@Test
	void failsAllWaitingPayoutsWithoutAConnection() {
		this.statements.failing = (nonces) -> nonces.contains("a") ? new CannotGetJdbcConnectionException("none")
				: null;
		AcceptTogether oneLane = new AcceptTogether(limits(1, 2), this.statements);
		Caller first = new Caller(oneLane, payout("a")).untilStarted(1);
		List<Caller> later = List.of(new Caller(oneLane, payout("b")), new Caller(oneLane, payout("c")),
				new Caller(oneLane, payout("d")));
		this.statements.permits.release(100);

		assertThat(first.failure()).isInstanceOf(CannotGetJdbcConnectionException.class);
		assertThat(later).allMatch((caller) -> caller.failure() instanceof CannotGetJdbcConnectionException);
		assertThat(this.statements.nonces()).containsExactly(List.of("a"));
		assertThat(oneLane.accept(payout("e"))).contains(ANSWER);
	}

	@Test
	void interruptingACallerAffectsNoOtherPayout() {
		Caller first = call("a").untilStarted(1);
		call("b").untilStarted(2);
		Caller waiting = call("c");
		Caller neighbour = call("d");
		first.thread.interrupt();
		waiting.thread.interrupt();
		this.statements.permits.release(100);

		assertThat(first.answer()).contains(ANSWER);
		assertThat(waiting.answer()).contains(ANSWER);
		assertThat(neighbour.answer()).contains(ANSWER);
		assertThat(waiting.stillInterrupted.join()).isTrue();
		assertThat(this.statements.interrupted).hasValue(0);
	}

	@Test
	void neverStoresAPayoutWhoseCallerHasLeft() {
		AcceptTogether oneLane = new AcceptTogether(
				new Limits(1, 4, Duration.ZERO, 1, QUEUE_TIMEOUT, Duration.ofMinutes(5), Duration.ofMinutes(5)),
				this.statements);
		Caller first = new Caller(oneLane, payout("a")).untilStarted(1);
		Caller queued = new Caller(oneLane, payout("b"));

		assertThat(queued.failure()).isInstanceOf(QueryTimeoutException.class).hasMessageContaining("was not stored");
		this.statements.permits.release(100);

		assertThat(first.answer()).contains(ANSWER);
		assertThat(oneLane.accept(payout("c"))).contains(ANSWER);
		assertThat(this.statements.nonces()).containsExactly(List.of("a"), List.of("c"));
	}

	@Test
	void storesNoPayoutAloneWhoseCallerHasLeft() {
		this.statements.failing = (nonces) -> new PessimisticLockingFailureException("locked");
		AcceptTogether oneLane = new AcceptTogether(
				new Limits(1, 4, Duration.ZERO, 1, QUEUE_TIMEOUT, Duration.ofMinutes(5), Duration.ofMinutes(5)),
				this.statements);
		new Caller(oneLane, payout("a")).untilStarted(1);
		List<Caller> group = List.of(new Caller(oneLane, payout("b")), new Caller(oneLane, payout("c")));
		this.statements.permits.release(1);
		this.statements.awaitStarted(2);
		long since = System.nanoTime();
		Awaitility.await().until(() -> System.nanoTime() - since > QUEUE_TIMEOUT.toNanos());
		this.statements.permits.release(100);

		assertThat(group).allMatch((caller) -> caller.failure() instanceof QueryTimeoutException);
		assertThat(this.statements.nonces()).containsExactly(List.of("a"), List.of("b", "c"));
	}

	@Test
	void replacesAStuckLaneAndNoMoreThanItHas() {
		AcceptTogether oneLane = new AcceptTogether(new Limits(1, 1, Duration.ZERO, 1, Duration.ofSeconds(2),
				Duration.ofMillis(100), Duration.ofMinutes(5)), this.statements);
		Caller stuck = new Caller(oneLane, payout("a")).untilStarted(1);
		Caller second = new Caller(oneLane, payout("b")).untilStarted(2);
		Caller third = new Caller(oneLane, payout("c"));

		assertThat(third.failure()).hasMessageContaining("was not stored");
		this.statements.permits.release(100);

		assertThat(stuck.answer()).contains(ANSWER);
		assertThat(second.answer()).contains(ANSWER);
		assertThat(oneLane.accept(payout("d"))).contains(ANSWER);
		assertThat(this.statements.nonces()).containsExactly(List.of("a"), List.of("b"), List.of("d"));
	}

	@Test
	void answersEvenIfAStatementNeverEnds() {
		AcceptTogether oneLane = new AcceptTogether(
				new Limits(1, 4, Duration.ZERO, 1, QUEUE_TIMEOUT, Duration.ofMinutes(5), QUEUE_TIMEOUT.plusMillis(200)),
				this.statements);
		Caller caller = new Caller(oneLane, payout("a"));

		assertThat(caller.failure()).isInstanceOf(QueryTimeoutException.class)
			.hasMessageContaining("may have been stored");
		this.statements.permits.release(100);
	}

	private static Limits limits(int maxLanes, int maxGroup) {
		return new Limits(maxLanes, maxGroup, Duration.ZERO, 1, Duration.ofMinutes(5), Duration.ofMinutes(5),
				Duration.ofMinutes(5));
	}

	private Caller call(String nonce) {
		return new Caller(this.together, payout(nonce));
	}

	private static NewPayout payout(String nonce) {
		return new NewPayout(UUID.randomUUID(), "pk_test", nonce, null, UUID.randomUUID(), Rail.IMPS, 100,
				new Charge(0, 0), null);
	}

	/** A caller's thread, created only if it must wait. */
	private final class Caller {

		private final CompletableFuture<Optional<Acceptance>> answer = new CompletableFuture<>();

		private final CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();

		private final Thread thread;

		Caller(AcceptTogether together, NewPayout payout) {
			this.thread = Thread.ofVirtual().start(() -> {
				try {
					this.answer.complete(together.accept(payout));
				}
				catch (RuntimeException ex) {
					this.answer.completeExceptionally(ex);
				}
				this.stillInterrupted.complete(Thread.currentThread().isInterrupted());
			});
			Awaitility.await()
				.until(() -> this.thread.getState() == Thread.State.TIMED_WAITING || this.answer.isDone());
		}

		Caller untilStarted(int statement) {
			AcceptTogetherTests.this.statements.awaitStarted(statement);
			return this;
		}

		Optional<Acceptance> answer() {
			return this.answer.join();
		}

		Throwable failure() {
			return this.answer.handle((found, failure) -> failure).join();
		}

	}

	/** Records each group and blocks it until it is permitted to end. */
	private static final class Statements implements Function<List<NewPayout>, List<Optional<Acceptance>>> {

		private final Semaphore permits = new Semaphore(0);

		private final List<List<NewPayout>> groups = new CopyOnWriteArrayList<>();

		private volatile Function<List<String>, @Nullable RuntimeException> failing = (nonces) -> null;

		private final AtomicInteger interrupted = new AtomicInteger();

		@Override
		public List<Optional<Acceptance>> apply(List<NewPayout> payouts) {
			this.groups.add(payouts);
			try {
				this.permits.acquire();
			}
			catch (InterruptedException ex) {
				this.interrupted.incrementAndGet();
			}
			RuntimeException failure = this.failing.apply(payouts.stream().map(NewPayout::nonce).toList());
			if (failure != null) {
				throw failure;
			}
			return payouts.stream().map((payout) -> Optional.of(ANSWER)).toList();
		}

		void awaitStarted(int count) {
			Awaitility.await().until(() -> this.groups.size() >= count);
		}

		List<List<String>> nonces() {
			return this.groups.stream().map((group) -> group.stream().map(NewPayout::nonce).toList()).toList();
		}

	}

}

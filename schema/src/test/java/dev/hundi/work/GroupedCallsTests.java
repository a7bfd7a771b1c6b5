package dev.hundi.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class GroupedCallsTests {

	private static final Duration LONG = Duration.ofDays(1);

	private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

	private final List<List<String>> groups = new CopyOnWriteArrayList<>();

	private final Semaphore sent = new Semaphore(0);

	private final CountDownLatch blocked = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.blocked.countDown();
		this.callers.close();
	}

	@Test
	void sendsALoneCallAtOnceHoweverLongTheInterval() {
		GroupedCalls<String, Integer> calls = calls(1, 10, LONG);
		assertThat(calls.call("first")).isEqualTo(5);
		assertThat(this.groups).containsExactly(List.of("first"));
	}

	@Test
	void sendsTheCallsTogetherThatArriveWhileAGroupIsSent() throws Exception {
		GroupedCalls<String, Integer> calls = calls(1, 10, Duration.ZERO);
		Future<Integer> first = this.callers.submit(() -> calls.call("blocked"));
		this.sent.acquire();
		List<Future<Integer>> others = new ArrayList<>();
		for (String each : List.of("a", "bb", "ccc")) {
			others.add(this.callers.submit(() -> calls.call(each)));
		}
		await().until(() -> calls.waiting() == 3);
		this.blocked.countDown();
		assertThat(first.get()).isEqualTo(7);
		assertThat(others).extracting(Future::get).containsExactly(1, 2, 3);
		assertThat(this.groups).hasSize(2);
		assertThat(this.groups.getLast()).containsExactlyInAnyOrder("a", "bb", "ccc");
	}

	@Test
	void collectsCallsForAnIntervalAndSendsAFullGroupBefore() throws Exception {
		GroupedCalls<String, Integer> calls = calls(1, 3, LONG);
		calls.call("first");
		List<Future<Integer>> others = new ArrayList<>();
		for (String each : List.of("a", "bb", "ccc")) {
			others.add(this.callers.submit(() -> calls.call(each)));
		}
		assertThat(others).extracting(Future::get).containsExactly(1, 2, 3);
		assertThat(this.groups.getLast()).containsExactlyInAnyOrder("a", "bb", "ccc");
	}

	@Test
	void collectsForLongerAfterABusyGroup() throws Exception {
		GroupedCalls<String, Integer> calls = calls(1, 3, Pace.steady(Duration.ZERO).from(2, LONG));
		this.callers.execute(() -> calls.call("blocked"));
		this.sent.acquire();
		List<Future<Integer>> busy = List.of(this.callers.submit(() -> calls.call("a")),
				this.callers.submit(() -> calls.call("bb")));
		await().until(() -> calls.waiting() == 2);
		this.blocked.countDown();
		assertThat(busy).extracting(Future::get).containsExactly(1, 2);
		List<Future<Integer>> next = new ArrayList<>();
		for (String each : List.of("c", "dd", "eee")) {
			next.add(this.callers.submit(() -> calls.call(each)));
		}
		assertThat(next).extracting(Future::get).containsExactly(1, 2, 3);
		assertThat(this.groups.getLast()).containsExactlyInAnyOrder("c", "dd", "eee");
	}

	@Test
	void sendsAnotherGroupWhileALaneIsBlocked() throws Exception {
		GroupedCalls<String, Integer> calls = calls(2, 10, Duration.ZERO);
		Future<Integer> first = this.callers.submit(() -> calls.call("blocked"));
		this.sent.acquire();
		assertThat(calls.call("other")).isEqualTo(5);
		assertThat(first.isDone()).isFalse();
	}

	@Test
	void neverSendsTwoCallsWithOneKeyInAGroup() throws Exception {
		GroupedCalls<String, Integer> calls = calls(1, 10, Duration.ZERO);
		this.callers.execute(() -> calls.call("blocked"));
		this.sent.acquire();
		List<Future<Integer>> others = List.of(this.callers.submit(() -> calls.call("a")),
				this.callers.submit(() -> calls.call("a")));
		await().until(() -> calls.waiting() == 2);
		this.blocked.countDown();
		assertThat(others).extracting(Future::get).containsExactly(1, 1);
		assertThat(this.groups.subList(1, 3)).containsExactly(List.of("a"), List.of("a"));
	}

	@Test
	void failsOnlyTheCallThatTheDatabaseRefuses() throws Exception {
		GroupedCalls<String, Integer> calls = calls(1, 10, Duration.ZERO);
		this.callers.execute(() -> calls.call("blocked"));
		this.sent.acquire();
		Future<Integer> good = this.callers.submit(() -> calls.call("good"));
		Future<?> bad = this.callers.submit(() -> assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> calls.call("refused")));
		await().until(() -> calls.waiting() == 2);
		this.blocked.countDown();
		assertThat(good.get()).isEqualTo(4);
		bad.get();
	}

	@Test
	void sendsTogetherWhatOneCallerSubmitsAndFailsOnlyWhatIsRefused() throws Exception {
		GroupedCalls<String, Integer> calls = calls(1, 10, Duration.ZERO);
		this.callers.execute(() -> calls.call("blocked"));
		this.sent.acquire();
		Supplier<Integer> good = calls.submit("good");
		Supplier<Integer> bad = calls.submit("refused");
		assertThat(calls.waiting()).isEqualTo(2);
		this.blocked.countDown();
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(bad::get);
		assertThat(good.get()).isEqualTo(4);
		assertThat(this.groups.get(1)).containsExactly("good", "refused");
	}

	@Test
	void failsWithWhatTheWorkThrowsAndContinues() {
		GroupedCalls<String, Integer> calls = calls(1, 10, Duration.ZERO);
		assertThatIllegalStateException().isThrownBy(() -> calls.call("broken")).withMessage("broken");
		assertThat(calls.call("good")).isEqualTo(4);
	}

	@Test
	void refusesGroupsWithoutALane() {
		assertThatIllegalArgumentException().isThrownBy(() -> new GroupedCalls.Limits(0, 1, Pace.steady(LONG)));
	}

	private GroupedCalls<String, Integer> calls(int lanes, int maxGroup, Duration interval) {
		return calls(lanes, maxGroup, Pace.steady(interval));
	}

	private GroupedCalls<String, Integer> calls(int lanes, int maxGroup, Pace pace) {
		return new GroupedCalls<>("test", new GroupedCalls.Limits(lanes, maxGroup, pace), (text) -> text,
				this::lengths);
	}

	private List<Integer> lengths(List<String> texts) {
		this.groups.add(texts);
		this.sent.release();
		if (texts.contains("blocked")) {
			CompletableFuture.runAsync(this::awaitUnblocked, this.callers).join();
		}
		if (texts.contains("refused")) {
			throw new DataIntegrityViolationException("refused");
		}
		if (texts.contains("broken")) {
			throw new IllegalStateException("broken");
		}
		return texts.stream().map(String::length).toList();
	}

	private void awaitUnblocked() {
		try {
			this.blocked.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}

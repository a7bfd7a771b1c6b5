package dev.hundi.work;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Combines concurrent calls into one SQL statement and one commit. A call that arrives
 * while nothing was sent recently is sent at once and alone; under load, the calls of an
 * interval are sent together. If the database refuses a group, each of its calls is sent
 * alone, so that only the invalid one fails. Groups are sent by threads of their own, so
 * that interrupting a caller cancels no SQL.
 *
 * @param <T> the argument of a call
 * @param <R> its result
 */
public final class GroupedCalls<T, R> {

	private final String name;

	private final Limits limits;

	private final Function<T, Object> key;

	private final Function<List<T>, List<R>> work;

	private final Lock lock = new ReentrantLock();

	private final Condition full = this.lock.newCondition();

	private final Deque<Waiting<T, R>> waiting = new ArrayDeque<>();

	private int lanes;

	private boolean pausing;

	private long sentNanos;

	/** After {@link #sentNanos}. */
	private long intervalNanos;

	/**
	 * Creates the group of one statement.
	 * @param name of the sending threads
	 * @param key calls with equal keys are never sent in one group
	 * @param work sends a group; its results are in the order of the calls
	 */
	public GroupedCalls(String name, Limits limits, Function<T, Object> key, Function<List<T>, List<R>> work) {
		this.name = name;
		this.limits = limits;
		this.key = key;
		this.work = work;
		this.sentNanos = System.nanoTime();
	}

	/**
	 * Limits of groups.
	 *
	 * @param lanes groups that are sent at the same time: while one waits for a lock, the
	 * others continue
	 * @param pace interval between the starts of two groups that are not full
	 */
	public record Limits(int lanes, int maxGroup, Pace pace) {

		public Limits {
			if (lanes < 1 || maxGroup < 1) {
				throw new IllegalArgumentException("At least one lane and a group of one");
			}
		}

	}

	/**
	 * Blocks until the call was sent and has its result.
	 * @throws RuntimeException what the work throws for this call
	 */
	public R call(T argument) {
		return submit(argument).get();
	}

	/**
	 * Begins a call. Calls that one caller submits before it waits for any of them can be
	 * sent together.
	 * @return blocks until the call was sent and returns its result; throws what the work
	 * throws for this call
	 */
	public Supplier<R> submit(T argument) {
		Waiting<T, R> own = new Waiting<>(argument, new CompletableFuture<>());
		if (enqueue(own)) {
			Thread.ofVirtual().name(this.name).start(this::send);
		}
		return () -> {
			try {
				return own.result.join();
			}
			catch (CompletionException ex) {
				throw (ex.getCause() instanceof RuntimeException failure) ? failure : ex;
			}
		};
	}

	/** Returns the number of calls that no lane has taken. */
	int waiting() {
		this.lock.lock();
		try {
			return this.waiting.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Returns whether the caller must start a lane. */
	private boolean enqueue(Waiting<T, R> own) {
		this.lock.lock();
		try {
			this.waiting.addLast(own);
			if (this.waiting.size() >= this.limits.maxGroup) {
				this.full.signal();
			}
			if (this.pausing || this.lanes == this.limits.lanes) {
				return false;
			}
			this.lanes++;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void send() {
		for (List<Waiting<T, R>> group = nextGroup(); !group.isEmpty(); group = nextGroup()) {
			send(group);
		}
	}

	/**
	 * Waits for the start of the next group. The lane ends if nothing waits, or if
	 * another lane waits for it already.
	 */
	private List<Waiting<T, R>> nextGroup() {
		this.lock.lock();
		try {
			List<Waiting<T, R>> group = (!this.pausing && awaitStart()) ? takeGroup() : List.of();
			if (group.isEmpty()) {
				this.lanes--;
			}
			else {
				this.sentNanos = System.nanoTime();
				this.intervalNanos = this.limits.pace.after(group.size()).toNanos();
			}
			return group;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Returns whether calls wait. */
	private boolean awaitStart() {
		this.pausing = true;
		try {
			long pauseNanos = untilStart();
			while (pauseNanos > 0 && !this.waiting.isEmpty() && this.waiting.size() < this.limits.maxGroup) {
				this.full.awaitNanos(pauseNanos);
				pauseNanos = untilStart();
			}
		}
		catch (InterruptedException ex) {
			// Sends the group early; lanes are not interrupted otherwise.
			Thread.currentThread().interrupt();
		}
		finally {
			this.pausing = false;
		}
		return !this.waiting.isEmpty();
	}

	private long untilStart() {
		return this.sentNanos + this.intervalNanos - System.nanoTime();
	}

	private List<Waiting<T, R>> takeGroup() {
		List<Waiting<T, R>> group = new ArrayList<>();
		Set<Object> keys = new HashSet<>();
		for (Iterator<Waiting<T, R>> each = this.waiting.iterator(); each.hasNext()
				&& group.size() < this.limits.maxGroup;) {
			Waiting<T, R> next = each.next();
			if (keys.add(this.key.apply(next.argument))) {
				group.add(next);
				each.remove();
			}
		}
		return group;
	}

	private void send(List<Waiting<T, R>> group) {
		try {
			List<R> results = this.work.apply(group.stream().map(Waiting::argument).toList());
			for (int i = 0; i < group.size(); i++) {
				group.get(i).result.complete(results.get(i));
			}
		}
		catch (DataIntegrityViolationException | ConcurrencyFailureException ex) {
			// One of them cannot be stored, and the database does not report which.
			if (group.size() > 1) {
				group.forEach((each) -> send(List.of(each)));
			}
			else {
				fail(group, ex);
			}
		}
		catch (RuntimeException | Error ex) {
			fail(group, ex);
		}
	}

	private static <T, R> void fail(List<Waiting<T, R>> group, Throwable failure) {
		group.forEach((each) -> each.result.completeExceptionally(failure));
	}

	private record Waiting<T, R>(T argument, CompletableFuture<R> result) {
	}

}

package dev.hundi.payout;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Groups payouts that arrive together into one SQL statement and one commit. A payout
 * that arrives after a pause is stored at once; those that follow a group within the
 * interval, or arrive while every lane is busy, are stored together. Lanes are threads of
 * their own, so that interrupting a caller cancels no SQL. The HTTP server's request
 * limit bounds the number of waiting callers.
 */
final class AcceptTogether {

	private static final Logger logger = LoggerFactory.getLogger(AcceptTogether.class);

	private final Limits limits;

	private final Function<List<NewPayout>, List<Optional<Acceptance>>> store;

	private final Lock lock = new ReentrantLock();

	private final Condition enough = this.lock.newCondition();

	private final Deque<Waiting> waiting = new ArrayDeque<>();

	private final Set<Lane> lanes = new LinkedHashSet<>();

	private int replaced;

	/** Whether a lane waits for the start of its group. */
	private boolean pausing;

	/** When the newest group began, by {@link System#nanoTime()}. */
	private long newestNanos;

	AcceptTogether(Limits limits, Function<List<NewPayout>, List<Optional<Acceptance>>> store) {
		this.limits = limits;
		this.store = store;
		this.newestNanos = System.nanoTime() - limits.interval.toNanos();
	}

	/**
	 * Limits of waiting and work.
	 *
	 * @param maxLanes lanes that take payouts; as many more may be stuck
	 * @param interval between the starts of two groups, unless enough payouts wait: a
	 * statement costs the database as much as several payouts
	 * @param enough so many payouts begin a group before the interval is over
	 * @param queueTimeout after this time a payout that no lane has taken is never stored
	 * @param stuckAfter a lane whose statement takes longer is replaced by another
	 * @param answerTimeout longest wait of a caller whose payout a lane has taken
	 */
	record Limits(int maxLanes, int maxGroup, Duration interval, int enough, Duration queueTimeout, Duration stuckAfter,
			Duration answerTimeout) {
	}

	/**
	 * Blocks until the payout is stored or fails.
	 * @throws QueryTimeoutException if no lane took the payout in time, and none will; or
	 * if the statement does not end in time, and the payout may have been stored
	 */
	Optional<Acceptance> accept(NewPayout payout) {
		Waiting own = new Waiting(payout, new CompletableFuture<>(), System.nanoTime());
		start(enqueue(own));
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return own.answer.get(this.limits.queueTimeout.dividedBy(8).toNanos(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
				catch (TimeoutException ex) {
					leaveInTime(own);
					start(laneForWaiting());
				}
			}
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RuntimeException failure) ? failure
					: new CompletionException(ex.getCause());
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void leaveInTime(Waiting own) {
		if (own.waitedFor(this.limits.queueTimeout) && withdraw(own)) {
			throw notStored();
		}
		if (own.waitedFor(this.limits.answerTimeout)) {
			throw new QueryTimeoutException("The database did not answer; the payout may have been stored");
		}
	}

	private static QueryTimeoutException notStored() {
		return new QueryTimeoutException("The payout waited for too long and was not stored");
	}

	/** Returns whether no lane has taken the payout; then none will. */
	private boolean withdraw(Waiting own) {
		this.lock.lock();
		try {
			return this.waiting.remove(own);
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Lane enqueue(Waiting own) {
		this.lock.lock();
		try {
			this.waiting.addLast(own);
			if (this.waiting.size() >= this.limits.enough) {
				this.enough.signal();
			}
			return laneForWaiting();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns a lane that the caller must start because payouts wait and a lane is
	 * missing or stuck.
	 */
	private @Nullable Lane laneForWaiting() {
		this.lock.lock();
		try {
			if (this.waiting.isEmpty() || this.pausing) {
				return null;
			}
			if (this.lanes.size() == this.limits.maxLanes && !removeStuckLane()) {
				return null;
			}
			Lane lane = new Lane();
			this.lanes.add(lane);
			return lane;
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean removeStuckLane() {
		if (this.replaced == this.limits.maxLanes) {
			return false;
		}
		Optional<Lane> stuck = this.lanes.stream().filter((lane) -> lane.isStuck(this.limits.stuckAfter)).findFirst();
		stuck.ifPresent((lane) -> {
			logger.warn("A statement takes longer than {}; another lane takes the payouts that wait",
					this.limits.stuckAfter);
			this.lanes.remove(lane);
			this.replaced++;
		});
		return stuck.isPresent();
	}

	private void start(@Nullable Lane lane) {
		if (lane != null) {
			Thread.ofVirtual().name("accept-lane").start(() -> run(lane));
		}
	}

	private void run(Lane lane) {
		for (List<Waiting> group = nextGroup(lane); !group.isEmpty(); group = nextGroup(lane)) {
			store(group);
		}
	}

	/**
	 * The payouts that have waited longest, without duplicate nonces: the second one
	 * depends on the result of the first. Without waiting payouts, the lane ends; so does
	 * a lane that was replaced.
	 */
	private List<Waiting> nextGroup(Lane lane) {
		List<Waiting> group = new ArrayList<>();
		Set<Nonce> nonces = new HashSet<>();
		this.lock.lock();
		try {
			awaitStart();
			if (!this.lanes.contains(lane)) {
				this.replaced--;
				return group;
			}
			for (Iterator<Waiting> each = this.waiting.iterator(); each.hasNext()
					&& group.size() < this.limits.maxGroup;) {
				Waiting next = each.next();
				if (nonces.add(new Nonce(next.payout.apiKey(), next.payout.nonce()))) {
					group.add(next);
					each.remove();
				}
			}
			lane.begunAt = System.nanoTime();
			if (group.isEmpty()) {
				this.lanes.remove(lane);
			}
			else {
				this.newestNanos = lane.begunAt;
			}
			return group;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void awaitStart() {
		this.pausing = true;
		try {
			long pauseNanos = untilStart();
			while (pauseNanos > 0 && !this.waiting.isEmpty() && this.waiting.size() < this.limits.enough) {
				pauseNanos = Math.min(this.enough.awaitNanos(pauseNanos), untilStart());
			}
		}
		catch (InterruptedException ex) {
			// Begins the group early; lanes are not interrupted otherwise.
			Thread.currentThread().interrupt();
		}
		finally {
			this.pausing = false;
		}
	}

	private long untilStart() {
		return this.newestNanos + this.limits.interval.toNanos() - System.nanoTime();
	}

	private void store(List<Waiting> group) {
		try {
			List<Optional<Acceptance>> answers = this.store.apply(group.stream().map(Waiting::payout).toList());
			for (int i = 0; i < group.size(); i++) {
				group.get(i).answer.complete(answers.get(i));
			}
		}
		catch (DataIntegrityViolationException | ConcurrencyFailureException ex) {
			// One of them cannot be stored, and the database does not report which.
			if (group.size() > 1) {
				group.forEach(this::storeInTime);
			}
			else {
				fail(group, ex);
			}
		}
		catch (CannotGetJdbcConnectionException ex) {
			fail(group, ex);
			// Each group would wait as long for a connection again.
			fail(allWaiting(), ex);
		}
		catch (RuntimeException | Error ex) {
			fail(group, ex);
		}
	}

	private void storeInTime(Waiting one) {
		if (one.waitedFor(this.limits.queueTimeout)) {
			fail(List.of(one), notStored());
		}
		else {
			store(List.of(one));
		}
	}

	private List<Waiting> allWaiting() {
		this.lock.lock();
		try {
			List<Waiting> all = List.copyOf(this.waiting);
			this.waiting.clear();
			return all;
		}
		finally {
			this.lock.unlock();
		}
	}

	private static void fail(List<Waiting> group, Throwable failure) {
		group.forEach((each) -> each.answer.completeExceptionally(failure));
	}

	private record Nonce(String apiKey, String nonce) {
	}

	/** A waiting payout; {@code sinceNanos} by {@link System#nanoTime()}. */
	private record Waiting(NewPayout payout, CompletableFuture<Optional<Acceptance>> answer, long sinceNanos) {

		boolean waitedFor(Duration time) {
			return System.nanoTime() - this.sinceNanos >= time.toNanos();
		}

	}

	/** A thread that stores one group after another; guarded by the lock. */
	private static final class Lane {

		private long begunAt = System.nanoTime();

		boolean isStuck(Duration after) {
			return System.nanoTime() - this.begunAt > after.toNanos();
		}

	}

}

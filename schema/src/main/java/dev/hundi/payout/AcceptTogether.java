package dev.hundi.payout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Groups payouts that arrive together into one SQL statement and one commit. A payout
 * that arrives while a lane is free is stored at once; those that arrive while every lane
 * is busy are stored together as soon as one is free. Lanes are threads of their own, so
 * that interrupting a caller cancels no SQL. The HTTP server's request limit bounds the
 * number of waiting callers.
 */
final class AcceptTogether {

	private final int maxLanes;

	private final int maxGroup;

	private final Function<List<NewPayout>, List<Optional<Acceptance>>> store;

	private final Lock lock = new ReentrantLock();

	private final Deque<Waiting> waiting = new ArrayDeque<>();

	private int lanes;

	AcceptTogether(int maxLanes, int maxGroup, Function<List<NewPayout>, List<Optional<Acceptance>>> store) {
		this.maxLanes = maxLanes;
		this.maxGroup = maxGroup;
		this.store = store;
	}

	/** Blocks until the payout is stored or fails. */
	Optional<Acceptance> accept(NewPayout payout) {
		Waiting own = new Waiting(payout, new CompletableFuture<>());
		if (enqueue(own)) {
			Thread.ofVirtual().name("accept-lane").start(this::runLane);
		}
		try {
			return own.answer.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw ex;
		}
	}

	/** Returns whether the caller must start a lane. */
	private boolean enqueue(Waiting own) {
		this.lock.lock();
		try {
			this.waiting.addLast(own);
			if (this.lanes == this.maxLanes) {
				return false;
			}
			this.lanes++;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void runLane() {
		for (List<Waiting> group = nextGroup(); !group.isEmpty(); group = nextGroup()) {
			store(group);
		}
	}

	/**
	 * The payouts that have waited longest, without duplicate nonces: the second one
	 * depends on the result of the first. Without waiting payouts, the lane ends.
	 */
	private List<Waiting> nextGroup() {
		List<Waiting> group = new ArrayList<>();
		Set<Nonce> nonces = new HashSet<>();
		this.lock.lock();
		try {
			for (Iterator<Waiting> each = this.waiting.iterator(); each.hasNext() && group.size() < this.maxGroup;) {
				Waiting next = each.next();
				if (nonces.add(new Nonce(next.payout.apiKey(), next.payout.nonce()))) {
					group.add(next);
					each.remove();
				}
			}
			if (group.isEmpty()) {
				this.lanes--;
			}
			return group;
		}
		finally {
			this.lock.unlock();
		}
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
				group.forEach((one) -> store(List.of(one)));
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

	private record Waiting(NewPayout payout, CompletableFuture<Optional<Acceptance>> answer) {
	}

}

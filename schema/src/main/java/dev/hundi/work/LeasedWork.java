package dev.hundi.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import dev.hundi.notification.ListenToDatabase;
import dev.hundi.startup.DatabaseSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Claims items of a queue while permits are free and runs each on a worker thread. A
 * notification, the end of a run and the poll interval wake it. The lease of a running
 * item is renewed in the background. When this instance stops, running items are given
 * back as soon as their runs end.
 *
 * @param <K> kind of an item
 * @param <T> claimed item
 */
public final class LeasedWork<K, T> implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(LeasedWork.class);

	/** A lease survives three failed renewals. */
	private static final int RENEWALS_PER_LEASE = 4;

	private static final int STOP_TIMEOUT_SECONDS = 30;

	private final LeaseTerms<K> terms;

	private final WorkQueue<K, T> queue;

	private final Run<T> run;

	private final Semaphore total;

	private final Map<K, Semaphore> permits = new HashMap<>();

	private final Set<Claim<T>> running = ConcurrentHashMap.newKeySet();

	private final RepeatedWork claims;

	private @Nullable DatabaseSettings database;

	private String channel = "";

	private @Nullable ListenToDatabase listening;

	private volatile @Nullable ExecutorService workers;

	private final LongSupplier nanos;

	private final ThreadFactory threads;

	/** When an item was claimed, or when its run ended. */
	private volatile long lastRunNanos;

	public LeasedWork(LeaseTerms<K> terms, WorkQueue<K, T> queue, Run<T> run) {
		this(terms, queue, run, System::nanoTime, Thread.ofPlatform().name(terms.name() + "-", 1).factory());
	}

	/** For tests: with another clock of idle times, and with threads that may fail. */
	LeasedWork(LeaseTerms<K> terms, WorkQueue<K, T> queue, Run<T> run, LongSupplier nanos, ThreadFactory threads) {
		this.terms = terms;
		this.queue = queue;
		this.run = run;
		this.nanos = nanos;
		this.threads = threads;
		this.lastRunNanos = nanos.getAsLong();
		this.total = new Semaphore(terms.atOnce());
		terms.permits().forEach((kind, count) -> this.permits.put(kind, new Semaphore(count)));
		this.claims = new RepeatedWork(terms.name() + "-claims", this::pause, true, this::claimDue);
	}

	/** Runs a claimed item. */
	@FunctionalInterface
	public interface Run<T> {

		/**
		 * Runs an item and ends its claim: done, failed, or to be retried later. If it
		 * throws, the claim is left to expire. If this instance stops meanwhile, it may
		 * return without ending the claim.
		 */
		void run(Claim<T> claim) throws Exception;

	}

	/** Also wakes on notifications of a channel. To be called before the start. */
	public LeasedWork<K, T> listen(DatabaseSettings settings, String notifications) {
		this.database = settings;
		this.channel = notifications;
		return this;
	}

	/** Claims what is due now. */
	public void wake() {
		this.claims.wake();
	}

	@Override
	public synchronized void start() {
		if (this.workers == null) {
			this.workers = Executors.newThreadPerTaskExecutor(this.threads);
			this.claims.start();
			if (this.database != null) {
				this.listening = ListenToDatabase.start(this.database, this.channel, (payload) -> wake());
			}
		}
	}

	/** Ends claiming, then the runs, and waits for them, but not indefinitely. */
	@Override
	public synchronized void stop() {
		ExecutorService stopped = this.workers;
		if (stopped != null) {
			this.workers = null;
			this.running.forEach(Claim::stop);
			this.claims.stop();
			if (this.listening != null) {
				this.listening.close();
			}
			await(stopped);
		}
	}

	private void await(ExecutorService stopped) {
		stopped.shutdown();
		try {
			if (!stopped.awaitTermination(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
				logger.warn("{} items still run; their leases have to expire", this.running.size());
				stopped.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.workers != null;
	}

	/** The pause before the next poll. */
	Duration pause() {
		boolean mayRest = this.database != null && this.running.isEmpty();
		return mayRest ? this.terms.pollAfter(Duration.ofNanos(this.nanos.getAsLong() - this.lastRunNanos))
				: this.terms.pollInterval();
	}

	private void claimDue() {
		Optional<T> claimed;
		do {
			Set<K> free = freeKinds();
			claimed = (this.workers != null && !free.isEmpty()) ? this.queue.claim(free, this.terms.lease())
					: Optional.empty();
			claimed.ifPresent(this::start);
		}
		while (claimed.isPresent());
	}

	private Set<K> freeKinds() {
		Set<K> free = new HashSet<>();
		if (this.total.availablePermits() > 0) {
			this.permits.forEach((kind, permit) -> {
				if (permit.availablePermits() > 0) {
					free.add(kind);
				}
			});
		}
		return free;
	}

	private void start(T item) {
		ExecutorService executor = this.workers;
		if (executor == null) {
			this.queue.giveBack(item);
			return;
		}
		Semaphore permit = Objects.requireNonNull(this.permits.get(this.queue.kindOf(item)));
		// Only this thread acquires permits, so those seen free are still free.
		this.total.acquireUninterruptibly();
		permit.acquireUninterruptibly();
		Claim<T> claim = new Claim<>(item);
		this.lastRunNanos = this.nanos.getAsLong();
		this.running.add(claim);
		try {
			executor.execute(() -> runAndRelease(claim, permit));
		}
		catch (RuntimeException | Error ex) {
			// The system has no thread left, or this instance stops.
			this.running.remove(claim);
			permit.release();
			this.total.release();
			this.queue.giveBack(item);
			throw ex;
		}
	}

	private void runAndRelease(Claim<T> claim, Semaphore permit) {
		if (this.workers == null) {
			claim.stop();
		}
		try {
			runRenewing(claim);
			if (claim.isStopping()) {
				this.queue.giveBack(claim.item());
			}
		}
		catch (RuntimeException ex) {
			logger.warn("{} was not given back; its lease has to expire", claim.item(), ex);
		}
		finally {
			this.lastRunNanos = this.nanos.getAsLong();
			this.running.remove(claim);
			permit.release();
			this.total.release();
			wake();
		}
	}

	private void runRenewing(Claim<T> claim) {
		CountDownLatch ended = new CountDownLatch(1);
		Thread renewing = Thread.ofVirtual()
			.name(Thread.currentThread().getName() + "-lease")
			.start(() -> renewUntil(ended, claim));
		try {
			this.run.run(claim);
		}
		catch (Exception | Error ex) {
			if (!claim.isStopping()) {
				logger.warn("The run of {} failed; its lease has to expire", claim.item(), ex);
			}
		}
		finally {
			ended.countDown();
			join(renewing);
		}
	}

	private void renewUntil(CountDownLatch ended, Claim<T> claim) {
		try {
			long intervalMs = Math.max(1, this.terms.lease().toMillis() / RENEWALS_PER_LEASE);
			while (!claim.isLost() && !ended.await(intervalMs, TimeUnit.MILLISECONDS)) {
				renew(ended, claim);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void renew(CountDownLatch ended, Claim<T> claim) {
		try {
			if (!this.queue.renew(claim.item(), this.terms.lease()) && ended.getCount() > 0) {
				claim.lose();
			}
		}
		catch (RuntimeException ex) {
			logger.warn("The lease of {} was not renewed", claim.item(), ex);
		}
	}

	private static void join(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}

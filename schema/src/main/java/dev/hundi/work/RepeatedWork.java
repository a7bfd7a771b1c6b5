package dev.hundi.work;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Repeats a round of work on its own thread, with a pause between two rounds. A failed
 * round is retried after the pause; a streak of failures is logged once.
 */
public final class RepeatedWork implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(RepeatedWork.class);

	private final String name;

	private final Supplier<Duration> pause;

	private final boolean enabled;

	private final Round round;

	private final Semaphore due = new Semaphore(0);

	private @Nullable Thread thread;

	/**
	 * Creates work that starts and stops with the application.
	 * @param name name of its thread
	 * @param enabled whether this instance runs it
	 */
	public RepeatedWork(String name, Duration pause, boolean enabled, Round round) {
		this(name, () -> pause, enabled, round);
	}

	/** The same with a pause that is asked for after each round. */
	RepeatedWork(String name, Supplier<Duration> pause, boolean enabled, Round round) {
		this.name = name;
		this.pause = pause;
		this.enabled = enabled;
		this.round = round;
	}

	/** One round of work. */
	@FunctionalInterface
	public interface Round {

		void run() throws InterruptedException;

	}

	/** Ends the current pause, or skips the next one if a round is running. */
	public void wake() {
		this.due.release();
	}

	@Override
	public boolean isAutoStartup() {
		return this.enabled;
	}

	@Override
	public synchronized void start() {
		if (this.thread == null) {
			this.thread = Thread.ofPlatform().name(this.name).daemon().start(this::repeat);
		}
	}

	@Override
	public synchronized void stop() {
		Thread running = this.thread;
		if (running != null) {
			running.interrupt();
			try {
				running.join(Duration.ofSeconds(30));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			this.thread = null;
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.thread != null;
	}

	private void repeat() {
		boolean failing = false;
		try {
			while (!Thread.currentThread().isInterrupted()) {
				// A wake-up during the round may concern rows that the round did not see.
				this.due.drainPermits();
				failing = !runRound(failing);
				this.due.tryAcquire(this.pause.get().toNanos(), TimeUnit.NANOSECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean runRound(boolean failing) throws InterruptedException {
		try {
			this.round.run();
			return true;
		}
		catch (RuntimeException | Error ex) {
			if (!failing) {
				logger.warn("{} failed and will be retried within {}", this.name, this.pause.get(), ex);
			}
			return false;
		}
	}

}

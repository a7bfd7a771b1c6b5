package dev.hundi.stream.work;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Work that is done again and again on a thread of its own, with a pause between two
 * rounds. A round that fails is logged once for each streak of failures and tried again
 * after the pause: rows wait, so nothing is lost.
 */
public final class RepeatedWork implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(RepeatedWork.class);

	private final String name;

	private final Duration pause;

	private final boolean enabled;

	private final Round round;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition woken = this.lock.newCondition();

	private boolean due;

	private @Nullable Thread thread;

	/**
	 * Work that starts and stops with the application.
	 * @param name name of its thread
	 * @param enabled whether this copy does it at all
	 */
	public RepeatedWork(String name, Duration pause, boolean enabled, Round round) {
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

	/** Ends the present pause. */
	public void wake() {
		this.lock.lock();
		try {
			this.due = true;
			this.woken.signal();
		}
		finally {
			this.lock.unlock();
		}
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
				try {
					this.round.run();
					failing = false;
				}
				catch (RuntimeException | Error ex) {
					if (!failing) {
						logger.warn("{} failed; it goes on trying", this.name, ex);
					}
					failing = true;
				}
				pause();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void pause() throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			long left = this.pause.toNanos();
			while (!this.due && left > 0) {
				left = this.woken.awaitNanos(left);
			}
			this.due = false;
		}
		finally {
			this.lock.unlock();
		}
	}

}

package dev.hundi.stream.relay;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.debezium.processors.spi.PostProcessor;
import org.apache.kafka.connect.data.Struct;

/**
 * Counts the rows that a run of the engine has read from the WAL and not yet delivered,
 * and wakes the thread that delivers them.
 */
final class Arrivals {

	private static final Map<String, Arrivals> byRun = new ConcurrentHashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition arrived = this.lock.newCondition();

	private long waiting;

	private boolean ending;

	private Arrivals() {
	}

	/** Returns the arrivals of a run, the same object for the engine's two threads. */
	static Arrivals ofRun(String run) {
		return byRun.computeIfAbsent(run, (key) -> new Arrivals());
	}

	/** Returns the arrivals of the runs in this JVM. */
	static List<Arrivals> ofAllRuns() {
		return List.copyOf(byRun.values());
	}

	/** Forgets a run that has ended. */
	static void end(String run) {
		byRun.remove(run);
	}

	/** Ends the present wait and all later ones, so that an engine is stopped at once. */
	void stopWaiting() {
		this.lock.lock();
		try {
			this.ending = true;
			this.arrived.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Waits until a row waits for delivery, but not longer than this time. */
	void await(Duration atMost) throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			long nanos = atMost.toNanos();
			while (this.waiting <= 0 && !this.ending && nanos > 0) {
				nanos = this.arrived.awaitNanos(nanos);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Returns the number of rows that wait for delivery. */
	long waiting() {
		this.lock.lock();
		try {
			return this.waiting;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Subtracts a row that was delivered. */
	void delivered() {
		change(-1);
	}

	private void change(int rows) {
		this.lock.lock();
		try {
			this.waiting += rows;
			this.arrived.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Debezium calls it for each row before the row enters the engine's queue. */
	public static final class Counter implements PostProcessor {

		private Arrivals arrivals = new Arrivals();

		@Override
		public void configure(Map<String, ?> properties) {
			this.arrivals = ofRun(String.valueOf(properties.get("run")));
		}

		@Override
		public void apply(Object key, Struct value) {
			this.arrivals.change(1);
		}

		@Override
		public void close() {
			// The run that created the arrivals ends them.
		}

	}

}

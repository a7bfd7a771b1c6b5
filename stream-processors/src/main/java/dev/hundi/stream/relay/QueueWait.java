package dev.hundi.stream.relay;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the engine's task waits for a row before it reads Debezium's queue anyway,
 * because heartbeats are not counted as arrivals. Reading an empty queue spins, so an
 * idle task waits longer. A read returns one heartbeat, so the task waits longer only
 * after a read that found none: otherwise heartbeats would accumulate, and with them the
 * WAL that is not confirmed.
 */
final class QueueWait {

	static final Duration SHORT = Duration.ofMillis(250);

	/** Shorter than between two heartbeats. */
	static final Duration LONG = Duration.ofMillis(1_500);

	/** Until heartbeats have confirmed the last rows. */
	static final Duration BUSY = Duration.ofSeconds(5);

	private final LongSupplier nanoTime;

	private long lastRow;

	private boolean empty;

	QueueWait(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.lastRow = nanoTime.getAsLong();
	}

	Duration atMost() {
		boolean busy = this.nanoTime.getAsLong() - this.lastRow < BUSY.toNanos();
		return (busy || !this.empty) ? SHORT : LONG;
	}

	void rowArrived() {
		this.lastRow = this.nanoTime.getAsLong();
	}

	void queueRead(boolean wasEmpty) {
		this.empty = wasEmpty;
	}

}

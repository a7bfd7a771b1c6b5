package dev.hundi.stream.relay;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueueWaitTests {

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);

	private final QueueWait wait = new QueueWait(this.nanos::get);

	@Test
	void waitsLongerOnceNoRowArrivedForSomeTimeAndTheQueueWasEmpty() {
		this.wait.queueRead(true);
		assertThat(this.wait.atMost()).isEqualTo(QueueWait.SHORT);
		this.nanos.addAndGet(QueueWait.BUSY.toNanos());
		assertThat(this.wait.atMost()).isEqualTo(QueueWait.LONG);
		this.wait.rowArrived();
		assertThat(this.wait.atMost()).isEqualTo(QueueWait.SHORT);
	}

	@Test
	void readsEveryQueuedHeartbeatSoon() {
		this.nanos.addAndGet(QueueWait.BUSY.toNanos());
		this.wait.queueRead(false);
		assertThat(this.wait.atMost()).isEqualTo(QueueWait.SHORT);
	}

	@Test
	void readsTheQueueMoreOftenThanHeartbeatsEnterIt() {
		assertThat(QueueWait.LONG).isLessThan(EngineProperties.HEARTBEAT);
	}

}

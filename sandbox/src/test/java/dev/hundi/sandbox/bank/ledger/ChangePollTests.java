package dev.hundi.sandbox.bank.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChangePollTests {

	private final AtomicLong changes = new AtomicLong();

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);

	private final ChangePoll poll = new ChangePoll(this.changes::get, this::await, this.nanos::get,
			Duration.ofNanos(100));

	private final List<Long> waits = new ArrayList<>();

	@Test
	void readsAtFirstAndAfterEachChange() {
		assertThat(this.poll.isDue()).isTrue();
		assertThat(this.poll.isDue()).isFalse();
		this.changes.incrementAndGet();
		assertThat(this.poll.isDue()).isTrue();
		assertThat(this.poll.isDue()).isFalse();
	}

	@Test
	void readsRegularlyWithoutChanges() {
		assertThat(this.poll.isDue()).isTrue();
		this.nanos.addAndGet(99);
		assertThat(this.poll.isDue()).isFalse();
		this.nanos.addAndGet(1);
		assertThat(this.poll.isDue()).isTrue();
		assertThat(this.poll.isDue()).isFalse();
	}

	@Test
	void waitsForAChangeOrForTheNextRegularRead() throws InterruptedException {
		this.poll.awaitDue();
		assertThat(this.waits).isEmpty();
		this.nanos.addAndGet(30);
		this.poll.awaitDue();
		assertThat(this.waits).containsExactly(70L);
		this.changes.incrementAndGet();
		this.poll.awaitDue();
		assertThat(this.waits).containsExactly(70L);
	}

	private void await(long seen, long atMostNanos) {
		assertThat(seen).isEqualTo(this.changes.get());
		this.waits.add(atMostNanos);
		this.nanos.addAndGet(atMostNanos);
	}

}

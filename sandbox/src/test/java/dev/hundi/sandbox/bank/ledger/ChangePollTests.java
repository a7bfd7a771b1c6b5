package dev.hundi.sandbox.bank.ledger;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChangePollTests {

	private final AtomicLong changes = new AtomicLong();

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);

	private final ChangePoll poll = new ChangePoll(this.changes::get, this.nanos::get, Duration.ofNanos(100));

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

}

package dev.hundi.batch.bulk;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ReadAheadTests {

	private final Queue<Integer> items = new ArrayDeque<>(List.of(1, 2));

	@Test
	void returnsItemsInOrderAndThenNull() throws Exception {
		try (ReadAhead<Integer> ahead = new ReadAhead<>(this.items::poll)) {
			assertThat(ahead.next()).isEqualTo(1);
			assertThat(ahead.next()).isEqualTo(2);
			assertThat(ahead.next()).isNull();
			assertThat(ahead.next()).isNull();
		}
	}

	@Test
	void computesTheNextItemBeforeItIsRequested() throws Exception {
		CountDownLatch second = new CountDownLatch(1);
		try (ReadAhead<Integer> ahead = new ReadAhead<>(() -> {
			if (this.items.size() == 1) {
				second.countDown();
			}
			return this.items.poll();
		})) {
			assertThat(ahead.next()).isEqualTo(1);
			second.await();
		}
	}

	@Test
	void throwsWhatTheSourceThrew() {
		try (ReadAhead<Integer> ahead = new ReadAhead<>(() -> {
			throw new IOException("unreadable");
		})) {
			assertThatExceptionOfType(IOException.class).isThrownBy(ahead::next).withMessage("unreadable");
		}
		try (ReadAhead<Integer> ahead = new ReadAhead<>(() -> {
			throw new IllegalStateException("broken");
		})) {
			assertThatIllegalStateException().isThrownBy(ahead::next).withMessage("broken");
		}
	}

	@Test
	void closesAfterTheLastUseOfTheSource() {
		CountDownLatch began = new CountDownLatch(1);
		CountDownLatch mayEnd = new CountDownLatch(1);
		AtomicBoolean ended = new AtomicBoolean();
		ReadAhead<Integer> ahead = new ReadAhead<>(() -> {
			began.countDown();
			mayEnd.await();
			ended.set(true);
			return 1;
		});
		Thread.ofVirtual().start(() -> {
			try {
				began.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			mayEnd.countDown();
		});
		ahead.close();
		assertThat(ended).isTrue();
	}

}

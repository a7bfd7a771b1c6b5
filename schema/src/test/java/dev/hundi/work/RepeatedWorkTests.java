package dev.hundi.work;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class RepeatedWorkTests {

	private final AtomicInteger rounds = new AtomicInteger();

	@Test
	void repeatsTheRoundAfterThePauseEvenIfItFails() {
		RepeatedWork work = new RepeatedWork("test", Duration.ofMillis(1), true, () -> {
			this.rounds.incrementAndGet();
			throw new IllegalStateException("broken");
		});
		work.start();
		await().until(() -> this.rounds.get() >= 3);
		work.stop();
		assertThat(work.isRunning()).isFalse();
	}

	@Test
	void endsThePauseWhenWoken() {
		RepeatedWork work = new RepeatedWork("test", Duration.ofHours(1), true, this.rounds::incrementAndGet);
		work.start();
		await().until(() -> this.rounds.get() == 1);
		work.wake();
		await().until(() -> this.rounds.get() == 2);
		work.stop();
	}

	@Test
	void doesNotStartByItselfWhenDisabled() {
		assertThat(new RepeatedWork("test", Duration.ofHours(1), false, this.rounds::incrementAndGet).isAutoStartup())
			.isFalse();
	}

}

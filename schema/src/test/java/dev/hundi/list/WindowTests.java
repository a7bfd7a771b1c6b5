package dev.hundi.list;

import java.time.Instant;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class WindowTests {

	private static final Instant MOMENT = Instant.parse("2026-11-21T08:15:30.123Z");

	@Test
	void beginsAndEndsAtTheFirstIdOfAMillisecond() {
		Window window = new Window(MOMENT, MOMENT.plusMillis(1));

		assertThat(window.fromId()).isEqualTo(new UUID(MOMENT.toEpochMilli() << 16, 0));
		assertThat(window.toId()).isEqualTo(new UUID((MOMENT.toEpochMilli() + 1) << 16, 0));
	}

	@Test
	void roundsUpToTheMillisecondsOfIds() {
		Window window = new Window(MOMENT.plusNanos(1), MOMENT.plusNanos(1));

		assertThat(window.fromId()).isEqualTo(new UUID((MOMENT.toEpochMilli() + 1) << 16, 0));
		assertThat(window.toId()).isEqualTo(window.fromId());
	}

	@Test
	void isOpenByDefault() {
		assertThat(Window.ALL.fromId()).isEqualTo(new UUID(0, 0));
		assertThat(Window.ALL.toId()).isEqualTo(new UUID(-1, -1));
	}

	@Test
	void rejectsAnEndBeforeTheBeginning() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Window(MOMENT, MOMENT.minusMillis(1)));
	}

}

package dev.hundi.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import dev.hundi.time.India;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TestDayTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final Queue<Instant> clock = new ArrayDeque<>();

	@Test
	void isTheDayThatLastsLongEnough() {
		this.clock.add(Instant.parse("2026-11-30T18:29:00Z"));
		assertThat(TestDay.in(India.ZONE, MINUTE, this.clock::remove)).isEqualTo(LocalDate.of(2026, 11, 30));
	}

	@Test
	void isTheNextDayIfLessIsLeft() {
		this.clock.addAll(List.of(Instant.parse("2026-11-30T18:29:01Z"), Instant.parse("2026-11-30T18:29:59.999Z"),
				Instant.parse("2026-11-30T18:30:00Z")));
		assertThat(TestDay.in(India.ZONE, MINUTE, this.clock::remove)).isEqualTo(LocalDate.of(2026, 12, 1));
	}

}

package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.hundi.webhook.RecordedAttempt.Next;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class RetryScheduleTests {

	private static final Instant begun = Instant.parse("2026-11-21T06:30:00Z");

	private final WebhookSettings defaults = new Binder(new MapConfigurationPropertySource(Map.of()))
		.bindOrCreate("hundi.webhook", WebhookSettings.class);

	private final RetrySchedule schedule = new RetrySchedule(this.defaults.schedule(), () -> 0.5);

	@ParameterizedTest
	@CsvSource({ "1, PT5S", "2, PT30S", "3, PT2M", "4, PT10M", "5, PT30M", "6, PT2H", "7, PT5H", "8, PT10H", "9, PT14H",
			"10, PT20H", "11, PT24H" })
	void followsTheDecidedScheduleAfterEachAttempt(int attemptCount, Duration wait) {
		assertThat(this.schedule.after(attemptCount, begun, begun, null)).isEqualTo(new Next.Again(wait));
	}

	@Test
	void failsAfterTheTwelfthAttempt() {
		assertThat(this.schedule.after(12, begun, begun, null)).isEqualTo(new Next.Failed());
		assertThat(this.schedule.after(12, begun, begun, Duration.ofDays(1))).isEqualTo(new Next.Failed());
	}

	@Test
	void appliesAJitterOfTwentyPercent() {
		var least = new RetrySchedule(List.of(Duration.ofSeconds(100)), () -> 0.0);
		var most = new RetrySchedule(List.of(Duration.ofSeconds(100)), () -> 1.0);
		assertThat(least.after(1, begun, begun, null)).isEqualTo(new Next.Again(Duration.ofSeconds(80)));
		assertThat(most.after(1, begun, begun, null)).isEqualTo(new Next.Again(Duration.ofSeconds(120)));
	}

	@Test
	void honoursALongerRetryAfterWithinTheSchedule() {
		var hours = new RetrySchedule(List.of(Duration.ofHours(1), Duration.ofHours(2)), () -> 0.5);
		assertThat(hours.after(1, begun, begun, Duration.ofMinutes(90)))
			.isEqualTo(new Next.Again(Duration.ofMinutes(90)));
		assertThat(hours.after(1, begun, begun, Duration.ofMinutes(5))).isEqualTo(new Next.Again(Duration.ofHours(1)));
		assertThat(hours.after(1, begun, begun, Duration.ofDays(9))).isEqualTo(new Next.Again(Duration.ofHours(3)));
		assertThat(hours.after(1, begun, begun.plus(Duration.ofDays(9)), Duration.ofDays(9)))
			.isEqualTo(new Next.Again(Duration.ofHours(1)));
		assertThat(hours.after(1, begun, begun, Duration.ofHours(-3))).isEqualTo(new Next.Again(Duration.ofHours(1)));
	}

}

package dev.hundi.batch.schedule;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RunWhenDueTests {

	@ParameterizedTest
	@CsvSource({ "2026-11-21T08:00:00Z, PT5M, 2026-11-21T08:00:00Z",
			"2026-11-21T08:04:59.999999Z, PT5M, 2026-11-21T08:00:00Z",
			"2026-11-21T08:05:00Z, PT5M, 2026-11-21T08:05:00Z", "2026-11-21T08:05:07Z, PT2S, 2026-11-21T08:05:06Z" })
	void computesTheSameDueMomentInEveryInstance(Instant now, Duration interval, Instant dueMoment) {
		assertThat(RunWhenDue.dueMoment(now, interval)).isEqualTo(dueMoment);
	}

}

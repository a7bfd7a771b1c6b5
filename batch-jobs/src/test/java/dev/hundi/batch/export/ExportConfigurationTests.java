package dev.hundi.batch.export;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import org.springframework.scheduling.config.FixedDelayTask;

import static org.assertj.core.api.Assertions.assertThat;

class ExportConfigurationTests {

	@Test
	void monthlyStatementsArePolledEveryHalfMinute() {
		FixedDelayTask task = ExportConfiguration.pollTask(() -> {
		});

		assertThat(task.getIntervalDuration()).isEqualTo(Duration.ofSeconds(30));
		assertThat(task.getInitialDelayDuration()).isEqualTo(Duration.ofSeconds(1));
	}

}

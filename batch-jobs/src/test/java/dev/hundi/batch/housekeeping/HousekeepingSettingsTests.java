package dev.hundi.batch.housekeeping;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

class HousekeepingSettingsTests {

	private static final Duration WEEK = Duration.ofDays(7);

	@Test
	void rejectsANonceAgeWithinTheReplayWindow() {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Duration.ofMinutes(10), 1))
			.withMessageContaining("hundi.housekeeping.nonce-age");
		assertThatNoException().isThrownBy(() -> settings(Duration.ofSeconds(601), 1));
	}

	@Test
	void rejectsChunkSizesOutsideTheLimits() {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Duration.ofMinutes(15), 0));
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Duration.ofMinutes(15), 100_001));
	}

	private static HousekeepingSettings settings(Duration nonceAge, int chunkSize) {
		return new HousekeepingSettings(Duration.ofMinutes(5), Duration.ofMinutes(1), nonceAge, Duration.ofDays(400),
				WEEK, chunkSize);
	}

}

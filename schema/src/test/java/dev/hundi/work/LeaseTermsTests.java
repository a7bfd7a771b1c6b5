package dev.hundi.work;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseTermsTests {

	@Test
	void pollsLessOftenOnceAQueueHadNothingForAWhile() {
		LeaseTerms<String> terms = new LeaseTerms<>("test", Map.of("a", 1), Duration.ofMinutes(1),
				Duration.ofSeconds(2));

		assertThat(terms.pollAfter(Duration.ZERO)).isEqualTo(Duration.ofSeconds(2));
		assertThat(terms.pollAfter(LeaseTerms.IDLE_AFTER)).isEqualTo(Duration.ofSeconds(2));
		assertThat(terms.pollAfter(LeaseTerms.IDLE_AFTER.plusMillis(1))).isEqualTo(Duration.ofSeconds(10));
	}

}

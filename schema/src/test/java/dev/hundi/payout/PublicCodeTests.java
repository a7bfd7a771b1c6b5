package dev.hundi.payout;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PublicCodeTests {

	@Test
	void drawsFromTheWholeAlphabetAndNothingElse() {
		String drawn = IntStream.range(0, 200).mapToObj((i) -> PublicCode.random("", 10)).collect(Collectors.joining());
		assertThat(drawn).matches("[0-9A-HJKMNP-TV-Z]{2000}");
		assertThat(drawn.chars().distinct().count()).isEqualTo(32);
	}

	@Test
	void datesATransactionIdInIndianTime() {
		assertThat(PublicCode.transactionId(Instant.parse("2026-11-20T18:29:59Z")))
			.matches("TXN20261120[0-9A-HJKMNP-TV-Z]{10}");
		assertThat(PublicCode.transactionId(Instant.parse("2026-11-20T18:30:00Z")))
			.matches("TXN20261121[0-9A-HJKMNP-TV-Z]{10}");
	}

}

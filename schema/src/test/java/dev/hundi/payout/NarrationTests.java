package dev.hundi.payout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NarrationTests {

	@ParameterizedTest
	@CsvSource({ "Salary Nov-2026, Salary Nov 2026", "  *Müller & Söhne*  , Muller Sohne", "₹500, 500",
			"ＦＵＬＬ　ｗｉｄｔｈ, FULL width", "O'Brien/7, O Brien 7", "वेतन Nov, Nov",
			"A narration that is longer than thirty, A narration that is longer tha",
			"Twenty nine characters are ok 30, Twenty nine characters are ok" })
	void keepsLettersDigitsAndSingleBlanks(String text, String narration) {
		assertThat(Narration.of(text)).isEqualTo(narration).hasSizeLessThanOrEqualTo(Narration.MAX_CHARS);
	}

	@Test
	void isMissingWithoutAnyOfThem() {
		assertThat(Narration.of("")).isNull();
		assertThat(Narration.of("वेतन ₹ – *")).isNull();
	}

}

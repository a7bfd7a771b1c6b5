package dev.hundi.money;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RupeesInWordsTests {

	@ParameterizedTest
	@CsvSource({ "0, zero", "100, one", "1950, nineteen and fifty paise", "2100, twenty-one", "10000, one hundred",
			"99900, nine hundred ninety-nine", "15000050, one lakh fifty thousand and fifty paise",
			"49999999999, forty-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paise",
			"100000000000000, one lakh crore", "120500000, twelve lakh five thousand" })
	void countsInLakhsAndCrores(long paise, String words) {
		assertThat(RupeesInWords.of(paise)).isEqualTo("Rupees " + words + " only");
	}

}

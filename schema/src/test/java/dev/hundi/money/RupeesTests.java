package dev.hundi.money;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RupeesTests {

	@ParameterizedTest
	@CsvSource({ "0, 0.00", "5, 0.05", "150000, 1500.00", "-1, -0.01", "9223372036854775807, 92233720368547758.07",
			"-9223372036854775808, -92233720368547758.08" })
	void formatsEveryLong(long paise, String expected) {
		assertThat(Rupees.format(paise)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "99999 | 999.99", "100000 | 1,000.00", "12345678900 | 12,34,56,789.00",
			"-10000000 | -1,00,000.00" })
	void groupsByThousandLakhAndCrore(long paise, String expected) {
		assertThat(Rupees.formatGrouped(paise)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource({ "1500, 150000", "1500.5, 150050", "1500.05, 150005", "0.01, 1", "1500., 150000", "1500.0000, 150000",
			"9999999999999999.99, 999999999999999999" })
	void parsesRupeesAndPaise(String text, long expected) {
		assertThat(Rupees.parse(text)).hasValue(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ".", ".50", "1,500", "-1", "+1", "1.005", "1.5.0", "1 500", "NaN", "१५००", "1e3",
			"12345678901234567" })
	void rejectsInvalidAmounts(String text) {
		assertThat(Rupees.parse(text)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "1500,50 | 150050", "7 | 700" })
	void parsesWithAnotherSeparator(String text, long expected) {
		assertThat(Rupees.parse(text, ',')).hasValue(expected);
	}

}

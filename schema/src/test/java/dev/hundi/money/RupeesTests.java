package dev.hundi.money;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RupeesTests {

	@ParameterizedTest
	@CsvSource({ "0, 0.00", "1, 0.01", "-1, -0.01", "10, 0.10", "-99, -0.99", "100, 1.00", "150000, 1500.00",
			"49999999999999, 499999999999.99", "9223372036854775807, 92233720368547758.07",
			"-9223372036854775808, -92233720368547758.08", "-9223372036854775807, -92233720368547758.07" })
	void formatsEveryLongWithTwoDecimals(long paise, String rupees) {
		assertThat(Rupees.format(paise)).isEqualTo(rupees);
	}

	@Test
	void agreesWithDecimalArithmeticOnAnyAmount() {
		Random random = new Random(20261121);
		for (int i = 0; i < 10_000; i++) {
			long paise = random.nextLong() >> random.nextInt(64);
			assertThat(Rupees.format(paise)).isEqualTo(BigDecimal.valueOf(paise, 2).toPlainString());
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			0 | 0.00
			-1 | -0.01
			99999 | 999.99
			100000 | 1,000.00
			-9999999 | -99,999.99
			10000000 | 1,00,000.00
			123456789 | 12,34,567.89
			-100000000000 | -1,00,00,00,000.00
			9223372036854775807 | 92,23,37,20,36,85,47,758.07
			-9223372036854775808 | -92,23,37,20,36,85,47,758.08
			""")
	void groupsByThousandLakhAndCrore(long paise, String rupees) {
		assertThat(Rupees.formatGrouped(paise)).isEqualTo(rupees);
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

	@Test
	void groupsCountsByLakhAndCrore() {
		assertThat(List.of(0L, 999L, 1_000L, 99_999L, 1_00_000L, 1_23_45_678L, -1_50_000L)
			.stream()
			.map(Rupees::groupCount))
			.containsExactly("0", "999", "1,000", "99,999", "1,00,000", "1,23,45,678", "-1,50,000");
	}

}

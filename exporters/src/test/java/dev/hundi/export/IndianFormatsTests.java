package dev.hundi.export;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class IndianFormatsTests {

	@ParameterizedTest
	@CsvSource({ "0, 0.00", "1, 0.01", "-1, -0.01", "10, 0.10", "-99, -0.99", "100, 1.00", "150000, 1500.00",
			"49999999999999, 499999999999.99", "9223372036854775807, 92233720368547758.07",
			"-9223372036854775808, -92233720368547758.08", "-9223372036854775807, -92233720368547758.07" })
	void writesPaiseAsRupeesWithTwoDecimals(long paise, String rupees) {
		assertThat(IndianFormats.rupees(paise)).isEqualTo(rupees);
	}

	@Test
	void agreesWithDecimalArithmeticOnAnyAmount() {
		Random random = new Random(20261121);
		for (int i = 0; i < 10_000; i++) {
			long paise = random.nextLong() >> random.nextInt(64);
			assertThat(IndianFormats.rupees(paise)).isEqualTo(BigDecimal.valueOf(paise, 2).toPlainString());
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
	void groupsRupeesByLakhAndCrore(long paise, String rupees) {
		assertThat(IndianFormats.groupedRupees(paise)).isEqualTo(rupees);
	}

	@Test
	void writesReadableMomentsWithTheirZone() {
		assertThat(IndianFormats.readableMoment(Instant.parse("2026-12-31T18:30:00.007Z")))
			.isEqualTo("2027-01-01 00:00:00.007 IST");
	}

	@ParameterizedTest
	@CsvSource({ "1940-01-01T00:00:00Z, 1940-01-01T05:30:00.000+05:30",
			"1943-01-01T00:00:00Z, 1943-01-01T06:30:00.000+06:30",
			"9999-12-31T18:29:59.999Z, 9999-12-31T23:59:59.999+05:30",
			"9999-12-31T18:30:00Z, +10000-01-01T00:00:00.000+05:30" })
	void writesMomentsOutsideOfOrdinaryTimesToo(Instant instant, String text) {
		assertThat(IndianFormats.moment(instant)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "2026-11-21T08:15:30.123Z, 2026-11-21T13:45:30.123+05:30",
			"2026-12-31T18:30:00Z, 2027-01-01T00:00:00.000+05:30",
			"2026-11-21T08:15:30.999999Z, 2026-11-21T13:45:30.999+05:30" })
	void writesMomentsInIndianTimeWithTheirOffset(Instant instant, String text) {
		assertThat(IndianFormats.moment(instant)).isEqualTo(text);
	}

}

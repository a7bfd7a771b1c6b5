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
	@CsvSource({ "2026-11-21T08:15:30.123Z, 2026-11-21T13:45:30.123+05:30",
			"2026-12-31T18:30:00Z, 2027-01-01T00:00:00.000+05:30",
			"2026-11-21T08:15:30.999999Z, 2026-11-21T13:45:30.999+05:30" })
	void writesMomentsInIndianTimeWithTheirOffset(Instant instant, String text) {
		assertThat(IndianFormats.moment(instant)).isEqualTo(text);
	}

}

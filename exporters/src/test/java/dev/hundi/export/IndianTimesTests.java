package dev.hundi.export;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class IndianTimesTests {

	@Test
	void formatsReadableInstantsWithTheZone() {
		assertThat(IndianTimes.readableMoment(Instant.parse("2026-12-31T18:30:00.007Z")))
			.isEqualTo("2027-01-01 00:00:00.007 IST");
	}

	@ParameterizedTest
	@CsvSource({ "1940-01-01T00:00:00Z, 1940-01-01T05:30:00.000+05:30",
			"1943-01-01T00:00:00Z, 1943-01-01T06:30:00.000+06:30",
			"9999-12-31T18:29:59.999Z, 9999-12-31T23:59:59.999+05:30",
			"9999-12-31T18:30:00Z, +10000-01-01T00:00:00.000+05:30" })
	void formatsInstantsWithOtherOffsetsAndYears(Instant instant, String text) {
		assertThat(IndianTimes.moment(instant)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "2026-11-21T08:15:30.123Z, 2026-11-21T13:45:30.123+05:30",
			"2026-12-31T18:30:00Z, 2027-01-01T00:00:00.000+05:30",
			"2026-11-21T08:15:30.999999Z, 2026-11-21T13:45:30.999+05:30" })
	void formatsInstantsWithTheIndianOffset(Instant instant, String text) {
		assertThat(IndianTimes.moment(instant)).isEqualTo(text);
	}

}

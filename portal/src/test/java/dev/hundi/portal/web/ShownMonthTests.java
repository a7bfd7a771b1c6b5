package dev.hundi.portal.web;

import java.time.LocalDate;
import java.time.YearMonth;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ShownMonthTests {

	/** On the first of a month the day that finance closes is in the month before. */
	@ParameterizedTest
	@CsvSource({ "'', 2026-11-30, 2026-11", "'', 2026-12-01, 2026-11", "'', 2026-12-02, 2026-12",
			"'', 2027-01-01, 2026-12", "'', 2028-03-01, 2028-02", "2026-12, 2026-12-01, 2026-12",
			"2024-02, 2026-12-01, 2024-02", "2026-13, 2026-12-02, 2026-12", "1999-12, 2026-12-02, 2026-12",
			"12026-12, 2026-12-02, 2026-12", "next, 2026-12-02, 2026-12" })
	void isTheChosenMonthOrThatOfYesterday(String text, LocalDate today, YearMonth month) {
		assertThat(ShownMonth.of(text, today)).isEqualTo(month);
	}

}

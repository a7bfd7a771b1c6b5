package dev.hundi.time;

import java.time.LocalDate;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NamedDayTests {

	@Test
	void peoplePlanFromTodayToTheSameDayTwoYearsLater() {
		LocalDate today = LocalDate.of(2028, 2, 29);
		assertThat(NamedDay.isAhead(today, today)).isTrue();
		assertThat(NamedDay.isAhead(today.minusDays(1), today)).isFalse();
		assertThat(NamedDay.isAhead(LocalDate.of(2030, 2, 28), today)).isTrue();
		assertThat(NamedDay.isAhead(LocalDate.of(2030, 3, 1), today)).isFalse();
	}

}

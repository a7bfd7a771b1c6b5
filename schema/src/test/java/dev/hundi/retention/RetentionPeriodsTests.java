package dev.hundi.retention;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

import dev.hundi.retention.RetentionPeriods.Basis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RetentionPeriodsTests {

	private final RetentionPeriods legal = new RetentionPeriods(5, 8, Duration.ofDays(400), Duration.ofDays(90),
			Duration.ofDays(180), List.of());

	/** Days begin at 18:30 UTC of the day before, and financial years on 1 April. */
	@ParameterizedTest
	@CsvSource({ "TRANSACTION, 2026-11-22T10:00:00Z, 2021-11-21T18:30:00Z",
			"TRANSACTION, 2026-11-22T18:30:00Z, 2021-11-22T18:30:00Z",
			"BOOKS, 2026-11-22T10:00:00Z, 2018-03-31T18:30:00Z", "BOOKS, 2027-03-31T18:29:59Z, 2018-03-31T18:30:00Z",
			"BOOKS, 2027-03-31T18:30:00Z, 2019-03-31T18:30:00Z", "NONE, 2026-11-22T10:00:00Z, 2025-10-17T18:30:00Z",
			"DRAFT, 2026-11-22T10:00:00Z, 2026-05-25T18:30:00Z" })
	void expiresAtTheStartOfADay(Basis basis, Instant now, Instant before) {
		assertThat(this.legal.expiredBefore(basis, now)).isEqualTo(before);
	}

	@ParameterizedTest
	@CsvSource({ "TRANSACTION, 2021-11-22T10:00:00Z, 2026-11-23", "TRANSACTION, 2023-02-28T10:00:00Z, 2028-03-01",
			"TRANSACTION, 2024-02-28T10:00:00Z, 2029-03-01", "TRANSACTION, 2024-02-29T10:00:00Z, 2029-03-01",
			"BOOKS, 2018-04-01T10:00:00Z, 2027-04-01", "BOOKS, 2019-03-31T10:00:00Z, 2027-04-01" })
	void saysUntilWhenDataIsKept(Basis basis, Instant ended, LocalDate until) {
		assertThat(this.legal.keptUntil(basis, ended)).isEqualTo(until);
		assertThat(ended).isAfterOrEqualTo(
				this.legal.expiredBefore(basis, until.minusDays(1).atTime(12, 0).toInstant(ZoneOffset.UTC)));
		assertThat(ended).isBefore(this.legal.expiredBefore(basis, until.atTime(12, 0).toInstant(ZoneOffset.UTC)));
	}

	@Test
	void refusesLessThanTheLawRequires() {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new RetentionPeriods(4, 8, Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(30), null))
			.withMessageContaining("hundi.retention.transaction-years");
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new RetentionPeriods(5, 7, Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(30), null))
			.withMessageContaining("hundi.retention.book-years");
		assertThatIllegalArgumentException().isThrownBy(
				() -> new RetentionPeriods(5, 8, Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(30), null))
			.withMessageContaining("phrase-age");
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new RetentionPeriods(5, 8, Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(29), null))
			.withMessageContaining("hundi.retention.draft-age");
	}

}

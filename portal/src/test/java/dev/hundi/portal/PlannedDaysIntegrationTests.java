package dev.hundi.portal;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Days that people of finance choose: neither past nor with a mistyped year. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlannedDaysIntegrationTests {

	private static final String WHY = "It is clear from the letter";

	private final TestPortal portal = new TestPortal();

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aDayFurtherAheadThanPeoplePlanIsRefusedWithItsRule() {
		Visitor maker = Visitor.signedIn(this.portal.copy(Audience.STAFF).url(),
				this.portal.person("finance_maker@example.com", null, Role.FINANCE_MAKER));
		TestBooks books = new TestBooks(this.portal);
		books.line("CREDIT", 300_00, "CREDIT", "STRAY1", "123456789012");
		books.statement();
		books.close("finance@example.com");
		long one = books.onlyBreak("UNKNOWN_CREDIT").breakId();
		LocalDate today = India.dateOf(Instant.now());
		String path = "/finance/breaks/" + one;
		for (LocalDate wrong : List.of(LocalDate.of(2206, 12, 1), today.plusYears(2).plusDays(2), today.minusDays(2))) {
			Map<String, String> assignment = Map.of("breakId", "" + one, "owner", "finance_maker@example.com", "dueOn",
					wrong.toString(), "reason", WHY);
			assertThat(maker.post("/finance/breaks/assign", assignment).follow().textOf("problem")).as("%s", wrong)
				.isEqualTo("The due date must be today or later, at most two years ahead.");
			Map<String, String> carried = Map.of("action", "CARRY_FORWARD", "to", wrong.toString(), "reason", WHY,
					"evidence", "letter 7");
			assertThat(maker.post(path + "/resolutions", carried).follow().textOf("problem")).as("%s", wrong)
				.endsWith("today or later, at most two years ahead.");
		}
		assertThat(maker.post("/finance/runs", Map.of("day", "2206-12-01", "dry", "true", "reason", WHY))
			.follow()
			.textOf("problem")).isEqualTo("Enter a day from the year 2000 on that is not in the future.");
	}

}

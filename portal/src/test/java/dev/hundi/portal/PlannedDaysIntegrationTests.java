package dev.hundi.portal;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.time.India;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Days that people of finance choose or sign. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlannedDaysIntegrationTests {

	private static final String WHY = "It is clear from the letter";

	private final TestPortal portal = new TestPortal();

	private final TestBooks books = new TestBooks(this.portal);

	@SuppressWarnings("NullAway.Init")
	private ReconciliationRun closed;

	private long unknown;

	@BeforeAll
	void close() {
		this.books.line("CREDIT", 300_00, "CREDIT", "STRAY1", "123456789012");
		this.books.statement();
		this.closed = this.books.close("finance@example.com");
		this.unknown = this.books.onlyBreak("UNKNOWN_CREDIT").breakId();
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aDayFurtherAheadThanPeoplePlanIsRefusedWithItsRule() {
		Visitor maker = visitor(Role.FINANCE_MAKER);
		LocalDate today = India.dateOf(Instant.now());
		String path = "/finance/breaks/" + this.unknown;
		for (LocalDate wrong : List.of(LocalDate.of(2206, 12, 1), today.plusYears(2).plusDays(2), today.minusDays(2))) {
			Map<String, String> assignment = Map.of("breakId", "" + this.unknown, "owner", "finance_maker@example.com",
					"dueOn", wrong.toString(), "reason", WHY);
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

	/** Decision 219: what is signed has collected every statement up to its day. */
	@Test
	void aDayWhoseStatementCameLaterIsNotSignedBeforeItIsClosedAgain() {
		Visitor checker = visitor(Role.FINANCE_CHECKER);
		String run = "/finance/runs/" + this.closed.runId();
		Visitor.Page read = checker.get(run);
		assertThat(read.document().select("#sign-form")).hasSize(1);
		this.books.line("CREDIT", 600_00, "CREDIT", "STRAY2", "123456789012");
		this.books.statement();

		Document late = checker.get(run).document();
		assertThat(late.select("#late-statement").text()).contains("Close the day again");
		assertThat(late.select("#sign-form")).isEmpty();
		assertThat(read.submit("#sign-form", Map.of("reason", WHY)).follow().textOf("problem"))
			.contains("Close the day again");
	}

	private Visitor visitor(Role role) {
		return Visitor.signedIn(this.portal.copy(Audience.STAFF).url(),
				this.portal.person(role.name().toLowerCase(Locale.ROOT) + "@example.com", null, role));
	}

}

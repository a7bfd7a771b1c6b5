package dev.hundi.portal;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.onboarding.BusinessType;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** A form whose act is refused is shown with all that was entered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeptFieldsIntegrationTests {

	private static final String WHY = "agreed with the merchant by mail";

	private final TestPortal portal = new TestPortal();

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void ofTheConsoleAndOfTheBooks() {
		TestPortal.Copy staff = this.portal.copy(Audience.STAFF);
		Visitor operator = Visitor.signedIn(staff.url(), this.portal.person("op@example.com", null, Role.OPERATOR));
		Document banks = operator.post("/console/banks/off", Map.of("bank", "", "rail", "NEFT", "reason", "no"))
			.follow()
			.document();
		assertThat(banks.select("#rail option[selected]").eachAttr("value")).containsExactly("NEFT");
		assertThat(operator.get("/console/banks").document().select("#rail option[selected]")).as("shown once")
			.isEmpty();

		TestBooks books = new TestBooks(this.portal);
		books.line("CREDIT", 300_00, "CREDIT", "STRAY1", "123456789012");
		books.statement();
		books.close("finance@example.com");
		long broken = books.onlyBreak("UNKNOWN_CREDIT").breakId();
		Visitor maker = Visitor.signedIn(staff.url(),
				this.portal.person("maker@example.com", null, Role.FINANCE_MAKER));
		Document run = maker.post("/finance/runs", Map.of("day", "2026-01-31", "full", "true", "reason", "no"))
			.follow()
			.document();
		assertThat(run.select("#day").val()).isEqualTo("2026-01-31");
		assertThat(run.select("input[name=dry][checked]")).isEmpty();
		assertThat(run.select("input[name=full][checked]")).hasSize(1);
		String page = "/finance/breaks/" + broken;
		Document assigned = maker
			.post("/finance/breaks/assign",
					Map.of("breakId", "" + broken, "page", "" + broken, "dueOn", "2206-12-01", "reason", "no"))
			.follow()
			.document();
		assertThat(assigned.select("#assign-due").val()).isEqualTo("2206-12-01");
		Visitor.Page asked = maker.get(page)
			.submit("#resolve-form", Map.of("action", "SUSPENSE", "reason", WHY, "evidence", "letter 7"));
		refuse(RequestKind.PROPOSE_RESOLUTION);
		Document refused = asked.follow().document();
		assertThat(refused.select("#asked").text()).contains("The day is signed off");
		assertThat(refused.select("#action option[selected]").eachAttr("value")).containsExactly("SUSPENSE");
		assertThat(refused.select("#evidence-text").text()).isEqualTo("letter 7");
	}

	@Test
	void ofAReviewWhoseTextsMayHaveLines() {
		TestPortal.Copy staff = this.portal.copy(Audience.STAFF);
		UUID id = this.portal.submitted(BusinessType.PROPRIETORSHIP);
		Visitor reviewer = Visitor.signedIn(staff.url(),
				this.portal.person("kyc@example.com", null, Role.KYC_REVIEWER));
		String page = "/review/" + id;
		String refuse = "form[action=" + page + "/requirements/PAN/refuse]";
		Document unclear = reviewer.get(page)
			.submit(refuse, Map.of("reason", "", "text", "the photo is cut"))
			.follow()
			.document();
		assertThat(unclear.select("#text-PAN").text()).isEqualTo("the photo is cut");
		assertThat(unclear.select("details:has(#text-PAN)").hasAttr("open")).isTrue();
		Document note = reviewer.post(page + "/notes", Map.of("note", "x".repeat(4001))).follow().document();
		assertThat(note.select("#note").text()).hasSize(4001);
		// 1000 characters as browsers count them, 1099 as they send them.
		String lines = "a 8 chars\r\n".repeat(99) + "the 10 end";
		assertThat(reviewer.get(page).submit(refuse, Map.of("reason", "OTHER", "text", lines)).follow().text())
			.doesNotContain("Choose or write a reason")
			.contains("a 8 chars");
	}

	@Test
	void ofAMerchant() {
		TestPortal.Copy merchants = this.portal.start(Audience.MERCHANT);
		Desk desk = new Desk(this.portal, merchants, "kept");
		Document statements = desk.as(Role.VIEWER)
			.post("/wallet/statements", Map.of("from", "2026-02-01", "to", "2026-01-01", "format", "CSV"))
			.follow()
			.document();
		assertThat(List.of(statements.select("#from").val(), statements.select("#to").val(),
				statements.select("#format option[selected]").val()))
			.containsExactly("2026-02-01", "2026-01-01", "CSV");
		Document away = desk.as(Role.CHECKER)
			.post("/approvals/away", Map.of("from", "2026-02-01", "to", "2026-01-01"))
			.follow()
			.document();
		assertThat(away.select("#away-from").val()).isEqualTo("2026-02-01");
		Document bulk = desk.as(Role.MAKER)
			.upload("/bulk?reference=march&mode=ALL_OR_NOTHING", "a.pdf", new byte[1])
			.document();
		assertThat(bulk.select("#reference").val()).isEqualTo("march");
		assertThat(bulk.select("#mode option[selected]").eachAttr("value")).containsExactly("ALL_OR_NOTHING");
	}

	private void refuse(RequestKind kind) {
		this.portal.jdbc()
			.sql("UPDATE operator_request SET state = 'REFUSED', failure = 'The day is signed off', claim_id = NULL, due_at = NULL, ended_at = now() WHERE request_id = :id")
			.param("id", this.portal.claimed(kind).requestId())
			.update();
	}

}

package dev.hundi.portal;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Forms say what is wrong at the field that is wrong, to the people who read it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WordsOfFormsIntegrationTests {

	private final TestPortal portal = new TestPortal();

	private final TestPortal.Copy merchants = this.portal.start(Audience.MERCHANT);

	private final Desk desk = new Desk(this.portal, this.merchants, "words");

	private final TestPortal.Copy staff = this.portal.start(Audience.STAFF);

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void administratorsAreNotSentToOwners() {
		Member member = this.portal.person("only-admin@example.com", null, Role.ADMIN);
		Visitor admin = Visitor.signedIn(this.staff.url(), member);
		Map<String, String> more = Map.of("roles", "ADMIN,OPERATOR");
		assertThat(admin.get("/team").submit("#people-table form[action$=/roles]", more).text())
			.contains("Ask another administrator.")
			.doesNotContain("owner");
		assertThat(admin.get("/team").submit("#people-table form[action$=/roles]", Map.of("roles", "AUDITOR")).text())
			.contains("Ask another administrator.");
		assertThat(admin.get("/team").submit("#people-table form[action$=/roles]", Map.of("roles", "")).text())
			.contains("At least one administrator must remain.")
			.doesNotContain("owner");
		Visitor owner = new Desk(this.portal, this.merchants, "sole").as(Role.OWNER);
		assertThat(owner.get("/team").submit("#people-table form[action$=/roles]", Map.of("roles", "")).text())
			.contains("At least one owner must remain.");
	}

	@Test
	void aPersonWithoutARoleIsNotSentToOwners() {
		Member member = this.portal.person("no-role@example.com", null, Role.OPERATOR);
		this.portal.jdbc().sql("DELETE FROM staff_role WHERE person_id = ?").param(member.id()).update();
		assertThat(new Visitor(this.staff.url()).signIn(member).text())
			.contains("You have no role. Ask the person who administers your team to invite you.");
	}

	@Test
	void missingEventsAreAProblemOfTheEvents() {
		Visitor.Page refused = this.desk.as(Role.DEVELOPER)
			.get("/developers/webhooks")
			.submit("#webhook-form", Map.of("url", "http://localhost:9/words", "events", ""));
		assertThat(refused.textOf("events-error")).isEqualTo("Choose at least one event.");
		assertThat(refused.document().select("#url-error, #url.is-invalid")).isEmpty();
		assertThat(refused.document().select("#url").val()).isEqualTo("http://localhost:9/words");
	}

	@Test
	void daysOfTimesSayTheirZone() {
		zonesAreSaid(this.desk.as(Role.OWNER),
				List.of("/payouts", "/wallet", "/wallet/statements", "/developers/deliveries", "/audit"));
		zonesAreSaid(this.desk.as(Role.CHECKER), List.of("/approvals/rules"));
		Visitor operator = Visitor.signedIn(this.staff.url(),
				this.portal.person("zone-" + UUID.randomUUID() + "@example.com", null, Role.OPERATOR));
		zonesAreSaid(operator, List.of("/console/deliveries"));
	}

	private static void zonesAreSaid(Visitor visitor, List<String> pages) {
		for (String path : pages) {
			Visitor.Page page = visitor.get(path);
			assertThat(page.document().select("input[type=date]")).as(path).hasSize(2);
			for (Element field : page.document().select("input[type=date]")) {
				assertThat(page.document().select("label[for=" + field.id() + "]").text()).as(path).endsWith("(IST)");
			}
		}
	}

}

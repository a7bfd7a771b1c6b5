package dev.hundi.portal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** A form that is sent twice at once acts once, and both answers say that it is done. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedClicksIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@Test
	void onTheRolesOfAPerson() throws Exception {
		TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		UUID business = this.portal.business();
		Visitor owner = Visitor.signedIn(merchants.url(),
				this.portal.person("owner@clicks.example", business, Role.OWNER));
		Member member = this.portal.person("member@clicks.example", business, Role.VIEWER);
		Visitor.Page team = owner.get("/team");
		String form = "form[action=/team/people/" + member.id() + "/roles]";
		List<Visitor.Page> answers = both(
				"INSERT INTO membership (person_id, business_id, role) VALUES ('%s', '%s', 'CHECKER')"
					.formatted(member.id(), business),
				() -> team.submit(form, Map.of("roles", "MAKER,CHECKER")));
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.location()).isEqualTo("/team"));
		assertThat(this.portal.owner(Roles.class)
			.colleagues(business)
			.stream()
			.filter((colleague) -> colleague.personId().equals(member.id()))
			.flatMap((colleague) -> colleague.roles().stream())).containsExactlyInAnyOrder(Role.MAKER, Role.CHECKER);
		assertThat(acts(business, "ROLES_CHANGED")).isEqualTo(1);
	}

	@Test
	void onTheEventsOfAWebhookEndpoint() throws Exception {
		TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		UUID business = this.portal.business();
		Visitor developer = Visitor.signedIn(merchants.url(),
				this.portal.person("developer@clicks.example", business, Role.DEVELOPER));
		developer.get("/developers/webhooks").submit("#webhook-form", Map.of("url", "http://localhost:9/clicks"));
		Visitor.Page endpoints = developer.get("/developers/webhooks");
		List<Visitor.Page> answers = both(
				"SELECT FROM webhook_endpoint WHERE business_id = '%s' FOR UPDATE".formatted(business),
				() -> endpoints.submit("form.subscriptions", Map.of("events", "Queued,LowBalance")));
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.location()).isEqualTo("/developers/webhooks"));
		assertThat(this.portal.jdbc()
			.sql("SELECT array_to_string(events, ' ') FROM webhook_endpoint WHERE business_id = :id")
			.param("id", business)
			.query(String.class)
			.single()
			.split(" ")).containsExactlyInAnyOrder("Queued", "LowBalance");
		assertThat(acts(business, "WEBHOOK_EVENTS_CHANGED")).isEqualTo(1);
	}

	/** Reads pass the lock of the table: without one of its own, both would find none. */
	@Test
	void twoWhoAskForTheFirstKeyAskOnce() throws Exception {
		TestPortal.Copy merchants = this.portal.start(Audience.MERCHANT);
		UUID business = this.portal.business();
		List<Supplier<Visitor.Page>> clicks = Stream.of("one", "two")
			.map((name) -> Visitor.signedIn(merchants.url(),
					this.portal.person(name + "@first-key.example", business, Role.DEVELOPER))).<Supplier<Visitor
							.Page>>map((visitor) -> {
								Visitor.Page keys = visitor.get("/developers");
								return () -> keys.submit("form#create-key", Map.of("scopes", "READ"));
							})
			.toList();
		List<Visitor.Page> answers = atOnce("LOCK TABLE approval IN SHARE MODE", clicks);
		assertThat(answers).extracting(Visitor.Page::status).containsExactlyInAnyOrder(302, 200);
		assertThat(answers.stream().filter((answer) -> answer.status() == 200).findFirst().orElseThrow().text())
			.contains("Such a request is waiting for a second person already.");
		assertThat(acts(business, "FIRST_KEY_ASKED")).isEqualTo(1);
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM developer_request WHERE business_id = :id")
			.param("id", business)
			.query(Integer.class)
			.single()).isEqualTo(1);
	}

	/** The second invitation ends the link of the first. */
	@Test
	void twoWhoInviteAnOwnerAgainLeaveOneLink() throws Exception {
		TestPortal.Copy staff = this.portal.start(Audience.STAFF);
		List<Visitor> visitors = Stream.of("one", "two")
			.map((name) -> Visitor.signedIn(staff.url(),
					this.portal.person(name + "@owner-again.example", null, Role.ONBOARDING)))
			.toList();
		visitors.getFirst()
			.get("/review")
			.submit("#invite-form", Map.of("name", "Twice Traders", "email", "owner@twice.example"));
		UUID business = this.portal.jdbc()
			.sql("SELECT business_id FROM invitation WHERE email = 'owner@twice.example'")
			.query(UUID.class)
			.single();
		List<Supplier<Visitor.Page>> clicks = visitors.stream()
			.map((visitor) -> visitor.get("/review/" + business)).<Supplier<Visitor
					.Page>>map(
							(page) -> () -> page.submit("#owner-form",
									Map.of("email", "again@twice.example", "reason", "the link expired")))
			.toList();
		List<Visitor.Page> answers = atOnce("LOCK TABLE invitation IN SHARE MODE", clicks);
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.follow().textOf("notice"))
			.startsWith("An e-mail with a link is on its way"));
		assertThat(acts(business, "OWNER_INVITED_AGAIN")).isEqualTo(2);
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM invitation WHERE business_id = :id AND withdrawn_at IS NULL")
			.param("id", business)
			.query(Integer.class)
			.single()).isEqualTo(1);
	}

	private List<Visitor.Page> both(String held, Supplier<Visitor.Page> click) throws SQLException {
		return atOnce(held, List.of(click, click));
	}

	/** All wait in the database for what a statement holds, until it is undone. */
	private List<Visitor.Page> atOnce(String held, List<Supplier<Visitor.Page>> acts) throws SQLException {
		try (Connection connection = this.portal.dataSource().getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute(held);
			List<CompletableFuture<Visitor.Page>> clicks = acts.stream()
				.map((act) -> CompletableFuture.supplyAsync(act, (task) -> Thread.ofVirtual().start(task)))
				.toList();
			Awaitility.await().until(() -> waiting() == acts.size());
			connection.rollback();
			return clicks.stream().map(CompletableFuture::join).toList();
		}
	}

	private int waiting() {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
			.query(Integer.class)
			.single();
	}

	private int acts(UUID business, String act) {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event WHERE business_id = :id AND act = :act")
			.param("id", business)
			.param("act", act)
			.query(Integer.class)
			.single();
	}

}

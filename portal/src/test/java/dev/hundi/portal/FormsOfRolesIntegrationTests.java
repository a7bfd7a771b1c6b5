package dev.hundi.portal;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.console.ConsoleRows;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.portal.web.Section;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages offer no form to a role whose act is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FormsOfRolesIntegrationTests {

	private static final String REASON = "agreed with the merchant by mail";

	/** They end the session or change how the person signs in. */
	private static final List<String> LEFT_OUT = List.of("/sign-out", "/profile");

	private static final Set<Role> TEAM = Set.of(Role.OWNER, Role.ADMIN);

	private final TestPortal portal = new TestPortal();

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void theStaffIsOfferedWhatItMayDo() {
		TestPortal.Copy copy = this.portal.start(Audience.STAFF);
		UUID business = this.portal.business();
		ConsoleRows rows = new ConsoleRows(this.portal.jdbc());
		rows.mismatch(business);
		UUID endpoint = rows.endpoint(business);
		rows.jdbc(
				"""
						INSERT INTO webhook_endpoint_failure (endpoint_id, business_id, failed_attempts, failing_since, parked_until, disabled_at)
						VALUES (?, ?, 900, now() - interval '5 days', now(), now())
						""",
				endpoint, business);
		UUID delivery = rows.delivery(business, endpoint, "FAILED");
		rows.export(business, "FAILED", 1);
		String page = "/operation/businesses/" + business;
		Visitor operator = Visitor.signedIn(copy.url(), this.portal.person("maker@example.com", null, Role.OPERATOR));
		operator.get(page + "/limits")
			.submit("#limit-form", Map.of("min-IMPS", "1", "max-IMPS", "1000", "reason", REASON));
		operator.get("/console/calendar")
			.submit("#calendar-form", Map.of("day", "2027-01-26", "name", "Republic Day", "reason", REASON));
		Visitor admin = Visitor.signedIn(copy.url(), this.portal.person("inviter@example.com", null, Role.ADMIN));
		admin.post("/team/invitations", Map.of("email", "invited@example.com", "roles", "AUDITOR"));
		TreeSet<String> paths = new TreeSet<>(Set.of(page, page + "/limits", page + "/prices",
				"/operation/nodal-accounts", "/console/deliveries/" + delivery));
		for (String tab : List.of("reviews", "stuck", "banks", "calendar", "webhooks", "deliveries", "exports", "jobs",
				"dead-letters")) {
			paths.add("/console/" + tab);
		}
		List<String> offered = List.of("/console/calendar", "/console/deliveries/" + delivery, page, page + "/limits",
				"/operation/changes");
		Visitor other = Visitor.signedIn(copy.url(), this.portal.person("other@example.com", null, Role.OPERATOR));
		offered.forEach((path) -> assertThat(forms(other.get(path))).as(path).isNotEmpty());
		Map<Role, Visitor> visitors = new EnumMap<>(Role.class);
		Role.of(Audience.STAFF)
			.forEach((role) -> visitors.put(role,
					Visitor.signedIn(copy.url(), this.portal.person(role.name() + "@staff.example", null, role))));
		assertThat(refused(visitors, copy, paths)).isEmpty();
	}

	@Test
	void merchantsAreOfferedWhatTheyMayDo() {
		TestPortal.Copy copy = this.portal.start(Audience.MERCHANT);
		Desk desk = new Desk(this.portal, copy, "offered");
		UUID payout = desk.business().payout(1_500_00, 500, 90);
		UUID first = desk.member(Role.CHECKER).id();
		Visitor asking = Visitor.signedIn(copy.url(), desk.member(Role.OWNER));
		assertThat(asking.get("/approvals/rules")
			.submit("#propose", Map.of("above-0", "5000", "people-0", "1", "checkers-0", first.toString()))
			.location()).isEqualTo("/approvals/rules");
		assertThat(asking.get("/developers").submit("#create-key", Map.of("scopes", "READ")).location())
			.isEqualTo("/developers");
		TreeSet<String> paths = new TreeSet<>(
				Set.of("/approvals/rules", "/developers/requests", "/developers/ip-rules", "/developers/webhooks",
						"/developers/deliveries", "/payouts/" + payout, "/wallet/funding", "/wallet/statements"));
		for (String path : List.of("/approvals/rules", "/developers/requests", "/wallet")) {
			assertThat(forms(Visitor.signedIn(copy.url(), desk.member(Role.CHECKER)).get(path))).as(path).isNotEmpty();
		}
		Map<Role, Visitor> visitors = new EnumMap<>(Role.class);
		Role.of(Audience.MERCHANT).forEach((role) -> visitors.put(role, desk.as(role)));
		assertThat(refused(visitors, copy, paths)).isEmpty();
	}

	/** The forms of pages that a role may read whose act it may not do. */
	private static List<String> refused(Map<Role, Visitor> visitors, TestPortal.Copy copy, TreeSet<String> more) {
		TreeSet<String> paths = new TreeSet<>(more);
		copy.context().getBeansOfType(Section.class).values().forEach((section) -> paths.add(section.page()));
		List<Offered> offered = new ArrayList<>();
		visitors.forEach((role, visitor) -> paths.forEach((path) -> {
			Visitor.Page page = visitor.get(path);
			if (page.status() == 200) {
				forms(page).forEach((action) -> offered.add(new Offered(role, path, action)));
			}
		}));
		// Acts change pages, so that every page is read before the first act. Those who
		// change teams would end sessions.
		return offered.stream()
			.filter((one) -> !one.action().startsWith("/team/people") || !TEAM.contains(one.role()))
			.filter((one) -> Objects.requireNonNull(visitors.get(one.role()))
				.post(one.action(), Map.of())
				.status() == 403)
			.map(Offered::toString)
			.toList();
	}

	private static List<String> forms(Visitor.Page page) {
		return page.document()
			.select("#content form[method=post]")
			.stream()
			.flatMap((form) -> Stream.concat(Stream.of(form.attr("action")),
					form.select("[formaction]").stream().map((button) -> button.attr("formaction"))))
			.filter((action) -> LEFT_OUT.stream().noneMatch(action::startsWith))
			.distinct()
			.toList();
	}

	/** A form that a page shows to a role. */
	private record Offered(Role role, String page, String action) {
	}

}

package dev.hundi.portal;

import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.audit.VerifyAudit;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.BoundPorts;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of both audiences: who reaches which, with which headers; invitations and
 * recovery from end to end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesIntegrationTests {

	private static final List<String> STAFF_ROUTES = List.of("/owner-recoveries", "/owner-recoveries/{id}/approve",
			"/owner-recoveries/{id}/reject", "/owner-recoveries/{id}/withdraw", "/review", "/review/{id}/approve",
			"/operation/businesses", "/operation/businesses/{id}/prices", "/operation/changes/{id}/approve",
			"/operation/nodal-accounts");

	private static final List<String> MERCHANT_ROUTES = List.of("/businesses", "/onboarding", "/onboarding/submit",
			"/onboarding/documents/{id}/pages/{page}");

	/** The pages that need roles, and which. */
	private static final Map<String, Set<Role>> PAGES = Map.of("/team", Set.of(Role.OWNER, Role.ADMIN, Role.AUDITOR),
			"/audit", Set.of(Role.OWNER, Role.CHECKER, Role.ADMIN, Role.AUDITOR), "/audit/export.csv",
			Set.of(Role.OWNER, Role.CHECKER, Role.ADMIN, Role.AUDITOR), "/owner-recoveries",
			Set.of(Role.ADMIN, Role.ONBOARDING), "/profile", Set.of(Role.values()));

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	private final Map<Role, Visitor> visitors = new EnumMap<>(Role.class);

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		this.staff = this.portal.start(Audience.STAFF);
		for (Role role : Role.values()) {
			boolean merchant = role.audience() == Audience.MERCHANT;
			Member member = this.portal.person(role.name().toLowerCase(Locale.ROOT) + "@example.com",
					merchant ? this.business : null, role);
			this.visitors.put(role, Visitor.signedIn(merchant ? this.merchants.url() : this.staff.url(), member));
		}
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aProcessContainsTheRoutesOfItsAudienceOnly() {
		assertThat(routes(this.merchants)).containsAll(MERCHANT_ROUTES).doesNotContainAnyElementsOf(STAFF_ROUTES);
		assertThat(routes(this.staff)).containsAll(STAFF_ROUTES).doesNotContainAnyElementsOf(MERCHANT_ROUTES);
		assertThat(this.merchants.context().getBeanDefinitionNames()).noneMatch((name) -> name.contains("ecoverOwner"));
	}

	/**
	 * It takes what is an interface, such as an entry of the navigation, for a request.
	 */
	@Test
	void springDataReadsNoParameters() {
		for (TestPortal.Copy copy : List.of(this.merchants, this.staff)) {
			assertThat(copy.context().getBean(RequestMappingHandlerAdapter.class).getArgumentResolvers()).isNotEmpty()
				.noneMatch((resolver) -> resolver.getClass().getName().startsWith("org.springframework.data."));
		}
	}

	@Test
	void everyRouteButSignInNeedsASession() {
		for (TestPortal.Copy copy : List.of(this.merchants, this.staff)) {
			Visitor stranger = new Visitor(copy.url());
			for (String route : routes(copy)) {
				String path = route.replaceAll("\\{[A-Za-z]+}", UUID.randomUUID().toString());
				if (route.startsWith("/commands/")) {
					assertThat(stranger.get(path).status()).as(route).isIn(401, 405);
				}
				else if (!route.startsWith("/sign-") && !route.startsWith("/invitation/") && !route.equals("/error")) {
					assertThat(stranger.get(path).location()).as(route).startsWith("/sign-in");
				}
			}
		}
	}

	/** Roles × pages, every cell. */
	@ParameterizedTest
	@EnumSource
	void aRoleReachesItsPagesOnly(Role role) {
		PAGES.forEach((page, roles) -> {
			boolean exists = !(page.equals("/owner-recoveries") && role.audience() == Audience.MERCHANT);
			int expected = !exists ? 403 : roles.contains(role) ? 200 : 403;
			assertThat(visitor(role).get(page).status()).as("%s of %s", page, role).isEqualTo(expected);
		});
		boolean grants = role == Role.OWNER || role == Role.ADMIN;
		assertThat(visitor(role).post("/team/invitations", Map.of("email", "")).status()).as("invite")
			.isEqualTo(grants ? 200 : 403);
		assertThat(visitor(role).post("/team/people/" + UUID.randomUUID() + "/roles", Map.of()).status()).as("roles")
			.isEqualTo(grants ? 404 : 403);
	}

	@Test
	void whatIsNotListedIsRefused() {
		assertThat(visitor(Role.OWNER).get("/unlisted").status()).isEqualTo(403);
		assertThat(new Visitor(this.merchants.url()).get("/unlisted").location()).startsWith("/sign-in");
		for (String path : List.of("/actuator", "/actuator/health", "/actuator/prometheus")) {
			assertThat(new Visitor(this.merchants.url()).get(path).status()).as(path).isEqualTo(404);
		}
		int management = BoundPorts.management(this.merchants.context());
		assertThat(new Visitor(URI.create("http://localhost:" + management)).get("/actuator/health").body())
			.contains("UP");
	}

	@Test
	void everyAnswerHasTheHeaders() {
		Visitor stranger = new Visitor(this.merchants.url());
		for (Visitor.Page page : List.of(visitor(Role.OWNER).get("/profile"), stranger.get("/sign-in"),
				stranger.get("/profile"), visitor(Role.OWNER).get("/unlisted"), visitor(Role.ADMIN).get("/team"))) {
			assertThat(page.header("Content-Security-Policy")).isEqualTo(
					"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
							+ "form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
			assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
			assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
			assertThat(page.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
			assertThat(page.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
			assertThat(page.header("Cache-Control")).contains("no-store");
			assertThat(page.headers().map().keySet()).noneMatch((name) -> name.startsWith("access-control"));
		}
	}

	@Test
	void theNavigationMarksOneEntry() {
		for (String page : List.of("/approvals", "/approvals/rules", "/developers/requests", "/developers/ip-rules")) {
			assertThat(visitor(Role.OWNER).get(page).document().select("#menu li.active")).as(page).hasSize(1);
		}
		assertThat(visitor(Role.OWNER).get("/approvals/rules").document().select("#menu li.active").text())
			.isEqualTo("Approval rules");
		assertThat(visitor(Role.FINANCE_MAKER).get("/finance/runs").document().select("#menu li.active").text())
			.isEqualTo("Finance");
	}

	@ParameterizedTest
	@CsvSource({ "DEVELOPER,/developers", "FINANCE_MAKER,/finance/breaks", "KYC_REVIEWER,/review",
			"OPERATOR,/operation/businesses", "ADMIN,/operation/businesses" })
	void aPersonBeginsWithTheFirstEntryOfTheNavigation(Role role, String page) {
		assertThat(visitor(role).get("/").location()).isEqualTo(page);
	}

	@Test
	void assetsHaveHashedAddressesAndAreKept() {
		Visitor visitor = new Visitor(this.merchants.url());
		List<String> assets = visitor.get("/sign-in")
			.document()
			.select("link[rel=stylesheet], script[src]")
			.stream()
			.map((element) -> element.hasAttr("src") ? element.attr("src") : element.attr("href"))
			.toList();
		assertThat(assets).hasSize(5).allMatch((path) -> path.matches("/assets/.*-[0-9a-f]{32}\\.(js|css)"));
		for (String asset : assets) {
			Visitor.Page page = visitor.get(asset);
			assertThat(page.status()).as(asset).isEqualTo(200);
			assertThat(page.headers().allValues("Cache-Control"))
				.containsExactly("max-age=31536000, public, immutable");
			assertThat(page.headers().allValues("Set-Cookie")).isEmpty();
		}
	}

	@Test
	void pagesHaveNoInlineScriptsAndNoInlineStyles() {
		for (String path : List.of("/profile", "/team", "/audit", "/businesses", "/profile/authenticator")) {
			var document = visitor(Role.OWNER).get(path).document();
			assertThat(document.select("script:not([src]), style, [style], [onclick], [onload]")).as(path).isEmpty();
			assertThat(document.select("title").text()).as(path).isNotBlank();
			assertThat(document.html()).as(path).doesNotContain("??");
		}
	}

	@Test
	void anInvitationMakesAPersonWithPasswordAndAuthenticator() {
		Visitor.Page invited = visitor(Role.OWNER).get("/team")
			.submit("form[action=/team/invitations]",
					Map.of("email", "newcomer@example.com", "roles", "MAKER,DEVELOPER"))
			.follow();
		assertThat(invited.text()).contains("An e-mail with a link is on its way");
		String link = letterLink(invited, "newcomer@example.com", "You are invited to Hundi");
		Visitor newcomer = new Visitor(this.merchants.url());
		Visitor.Page page = newcomer.get(link);
		assertThat(page.text()).contains("You are invited to work for Asha Traders.", "Maker", "Developer");
		assertThat(newcomer.session()).as("looking changes nothing").isEmpty();
		Visitor.Page weak = page.submit("form:has(#name)", Map.of("name", "", "password", "newcomer@example.com"));
		assertThat(weak.document().getElementById("name-error")).isNotNull();
		assertThat(weak.document().getElementById("password-error")).isNotNull();
		Visitor.Page authenticator = weak
			.submit("form:has(#name)", Map.of("name", "Nila", "password", TestPortal.PASSWORD))
			.follow();
		byte[] secret = Member.base32(authenticator.textOf("secret"));
		assertThat(authenticator.submit("form:has(#code)", Map.of("code", "000000")).text())
			.contains("The code is wrong");
		Visitor.Page codes = newcomer.get(link + "/authenticator")
			.submit("form:has(#code)", Map.of("code", Member.code(secret)));
		assertThat(codes.document().select("#recovery-codes li")).hasSize(10);
		assertThat(newcomer.get("/profile").text()).contains("Nila", "Maker", "Developer");
		assertThat(new Visitor(this.merchants.url()).get(link).status()).as("single use").isEqualTo(410);
		assertThat(visitor(Role.OWNER).get("/audit").text()).contains("Person invited", "Person joined",
				"newcomer@example.com");
		assertThat(new VerifyAudit(this.portal.jdbc(), Optional.empty()).verify().problems()).isEmpty();
	}

	/** Spring decodes it from Base64, and PostgreSQL cannot look for it. */
	@Test
	void aSessionWithAZeroCharacterIsNone() {
		Visitor.Page page = new Visitor(this.merchants.url()).get("/", "Cookie", "hundi-merchant-session=AA==");
		assertThat(page.status()).isEqualTo(302);
		assertThat(page.location()).startsWith("/sign-in");
	}

	@Test
	void theAuditTrailIsExportedWithItsFilterAndTheExportIsRecorded() {
		String today = TestDay.inIndia(Duration.ofMinutes(1)).toString();
		UUID audited = this.portal.business();
		Visitor owner = Visitor.signedIn(this.merchants.url(),
				this.portal.person("audited@example.com", audited, Role.OWNER));
		this.portal.jdbc().sql("""
				INSERT INTO audit_event (business_id, act, object, after_value)
				VALUES (:id, 'IP_RULE_ADDED', '=1+1', '{"note": "आशा"}')
				""").param("id", audited).update();
		Visitor.Page page = owner.get("/audit?act=IP_RULE_ADDED&from=" + today + "&to=" + today);
		assertThat(page.document().select("#audit-table tbody tr")).hasSize(1);
		Visitor.Page file = owner.get(page.document().select("#export").attr("href"));
		assertThat(file.status()).isEqualTo(200);
		assertThat(file.body().lines().filter((line) -> !line.isBlank())).hasSize(2);
		assertThat(file.body()).contains("'=1+1", "आशा").doesNotContain(",=1+1", "\"=1+1");
		assertThat(owner.get("/audit/export.csv?to=2020-01-01").body()).doesNotContain("=1+1");
		assertThat(owner.get("/audit?from=2999-01-01").text()).contains("There is no event.");
		for (String wrong : List.of("from=2026-11-30&to=2026-11-01", "from=today", "to=1999-12-31")) {
			Visitor.Page unfiltered = owner.get("/audit?" + wrong);
			assertThat(unfiltered.textOf("days-error")).as(wrong)
				.isEqualTo(
						"The days must be dates from the year 2000 on, such as 2026-11-23, the last not before the first.");
			assertThat(unfiltered.document().select("#audit-table tbody tr")).as(wrong).isNotEmpty();
			assertThat(unfiltered.document().select("#export")).as(wrong).isEmpty();
			assertThat(owner.get("/audit/export.csv?" + wrong).status()).as(wrong).isEqualTo(400);
		}
		assertThat(owner.get("/audit?from=2026-11-30&to=2026-11-01").document().select("#from, #to").eachAttr("value"))
			.containsExactly("2026-11-30", "2026-11-01");
		assertThat(visitor(Role.OWNER).get("/audit/export.csv?business=" + audited).body()).as("of another business")
			.doesNotContain("=1+1");
		assertThat(visitor(Role.AUDITOR).get("/audit/export.csv?business=" + audited).body()).contains("'=1+1",
				"Audit trail exported");
		assertThat(this.portal.jdbc().sql("""
				SELECT coalesce(object, '') || coalesce(after_value ->> 'act', '') FROM audit_event
				 WHERE act = 'AUDIT_EXPORTED' AND (business_id = :id OR object = :id::text) ORDER BY happened_at
				""").param("id", audited).query(String.class).list()).containsExactly("IP_RULE_ADDED", "", "",
				audited.toString());
	}

	@Test
	void aPersonOfAnotherBusinessJoinsWithItsCredentials() {
		Member known = this.portal.person("elsewhere@example.com", this.portal.business(), Role.OWNER);
		String link = "/invitation/" + this.portal.invite("ELSEWHERE@example.com", this.business, Role.VIEWER);
		Visitor visitor = new Visitor(this.merchants.url());
		Visitor.Page page = visitor.get(link);
		assertThat(page.submit("form:has(#code)", Map.of("password", "wrong", "code", "000000")).text())
			.contains("wrong, or there were too many");
		assertThat(page.submit("form:has(#code)", Map.of("password", TestPortal.PASSWORD, "code", known.code()))
			.location()).startsWith("/sign-in");
		assertThat(Visitor.signedIn(this.merchants.url(), known).get("/businesses").document().select("li:has(form)"))
			.hasSize(2);
	}

	@Test
	void anInvitationIsForItsAudienceOnly() {
		String token = this.portal.invite("auditor2@example.com", null, Role.AUDITOR);
		assertThat(new Visitor(this.merchants.url()).get("/invitation/" + token).status()).isEqualTo(410);
		assertThat(new Visitor(this.staff.url()).get("/invitation/" + token).status()).isEqualTo(200);
		assertThat(new Visitor(this.staff.url()).get("/invitation/unknown").status()).isEqualTo(410);
	}

	@Test
	void anotherOwnerRecoversAPersonAndTheOldCredentialsEnd() {
		Member lost = this.portal.person("lost@example.com", this.business, Role.MAKER);
		Visitor old = Visitor.signedIn(this.merchants.url(), lost);
		Visitor.Page started = visitor(Role.OWNER).get("/team")
			.submit("form[action=/team/people/" + lost.id() + "/recover]", Map.of())
			.follow();
		recover(letterLink(started, lost.email(), "Set new credentials for Hundi"));
		assertThat(old.get("/profile").location()).startsWith("/sign-in");
		Visitor again = new Visitor(this.merchants.url());
		assertThat(again.password(lost.email(), TestPortal.PASSWORD).status()).as("the old password").isEqualTo(200);
		assertThat(again.password(lost.email(), "a new sentence for 2027").location()).isEqualTo("/sign-in/code");
		assertThat(again.code(lost.code()).text()).as("the old authenticator").contains("The code is wrong");
	}

	@Test
	void twoMembersOfTheStaffRecoverAnOwner() {
		Member lost = this.portal.person("lost-owner@example.com", this.business, Role.OWNER);
		Visitor asking = visitor(Role.ONBOARDING);
		assertThat(asking.post("/owner-recoveries", Map.of("email", "maker@example.com")).follow().text())
			.contains("No owner has this e-mail address.");
		Visitor.Page asked = asking.post("/owner-recoveries", Map.of("email", lost.email())).follow();
		assertThat(asked.text()).contains("Another member of the staff must approve it",
				"Another person must approve it.");
		UUID approval = this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE kind = 'OWNER_RECOVERY' AND summary = :person")
			.param("person", lost.id().toString())
			.query(UUID.class)
			.single();
		assertThat(asking.post("/owner-recoveries/" + approval + "/approve", Map.of()).follow().text())
			.contains("Your decision was not recorded");
		assertThat(asked.textOf("recoveries")).contains(lost.email());
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM approval WHERE summary LIKE '%@%'")
			.query(Long.class)
			.single()).as("addresses in rows that are never erased").isZero();
		Visitor.Page agreed = visitor(Role.ADMIN).get("/owner-recoveries")
			.submit("form[action=/owner-recoveries/" + approval + "/approve]", Map.of())
			.follow();
		recover(letterLink(agreed, lost.email(), "Set new credentials for Hundi"));
		assertThat(new Visitor(this.merchants.url()).password(lost.email(), "a new sentence for 2027").location())
			.isEqualTo("/sign-in/code");
		assertThat(visitor(Role.AUDITOR).get("/audit").text()).contains("Recovery of an owner approved");
		assertThat(visitor(Role.OWNER).get("/audit").text()).contains("Recovery of an owner approved", "Hundi staff");
	}

	@Test
	void ownersDoNotActOnThemselvesOrOnOtherBusinesses() {
		Member stranger = this.portal.person("stranger@example.com", this.portal.business(), Role.MAKER);
		Visitor owner = visitor(Role.OWNER);
		assertThat(owner.post("/team/people/" + stranger.id() + "/roles", Map.of("roles", "OWNER")).status())
			.isEqualTo(404);
		assertThat(owner.post("/team/people/" + stranger.id() + "/recover", Map.of()).status()).isEqualTo(404);
		assertThat(owner.post("/team/invitations", Map.of("email", "OWNER@example.com", "roles", "MAKER")).text())
			.contains("You cannot do this for yourself");
		assertThat(owner.post("/team/invitations", Map.of("email", "x@example.com", "roles", "ADMIN")).text())
			.contains("Choose at least one role");
		UUID self = this.portal.jdbc()
			.sql("SELECT person_id FROM person WHERE email = 'owner@example.com'")
			.query(UUID.class)
			.single();
		assertThat(owner.post("/team/people/" + self + "/roles", Map.of("roles", "OWNER,CHECKER")).text())
			.contains("You cannot do this for yourself");
		assertThat(owner.get("/team").text()).doesNotContain("stranger@example.com");
	}

	@Test
	void anActWithoutATextIsShownByItsCode() {
		UUID later = this.portal.business();
		Visitor owner = Visitor.signedIn(this.merchants.url(),
				this.portal.person("later@example.com", later, Role.OWNER));
		this.portal.jdbc()
			.sql("INSERT INTO audit_event (business_id, act) VALUES (:id, 'OF_A_LATER_RELEASE')")
			.param("id", later)
			.update();
		Visitor.Page page = owner.get("/audit");
		assertThat(page.textOf("audit-table")).contains("OF_A_LATER_RELEASE").doesNotContain("??");
		assertThat(page.textOf("act")).contains("OF_A_LATER_RELEASE").doesNotContain("??");
		assertThat(owner.get("/audit/export.csv").body()).contains("OF_A_LATER_RELEASE");
	}

	@Test
	void theTrailIsFilteredByAPersonWhoHasLeft() {
		Member leaving = this.portal.person("leaving@example.com", null, Role.AUDITOR);
		Visitor.signedIn(this.staff.url(), leaving);
		this.portal.jdbc().sql("DELETE FROM staff_role WHERE person_id = :id").param("id", leaving.id()).update();
		Visitor auditor = visitor(Role.AUDITOR);
		assertThat(auditor.get("/audit").document().select("#by option[value=" + leaving.id() + "]").text())
			.isEqualTo("Person leaving, leaving@example.com");
		Visitor.Page page = auditor.get("/audit?person=" + leaving.id());
		assertThat(page.document().select("#by option[selected]").val()).isEqualTo(leaving.id().toString());
		assertThat(page.document().select("#audit-table tbody tr")).isNotEmpty()
			.allMatch((row) -> row.text().contains("Person leaving"));
	}

	@Test
	void theTrailIsFilteredByActAndPerson() {
		Visitor.Page page = visitor(Role.OWNER).get("/audit?act=SIGNED_IN");
		assertThat(page.document().select("#audit-table tbody tr")).isNotEmpty()
			.allMatch((row) -> row.text().contains("Signed in"));
		UUID maker = this.portal.jdbc()
			.sql("SELECT person_id FROM person WHERE email = 'maker@example.com'")
			.query(UUID.class)
			.single();
		assertThat(visitor(Role.OWNER).get("/audit?act=&person=" + maker).document().select("#audit-table tbody tr"))
			.isNotEmpty()
			.allMatch((row) -> row.text().contains("Person maker"));
	}

	@Test
	void merchantsReadTheTrailOfTheirBusinessOnly() {
		UUID other = this.portal.business();
		this.portal.transactions()
			.executeWithoutResult((transaction) -> this.portal.owner(AuditTrail.class)
				.record(other, Actor.INSTALLATION, "ONBOARDING_OPENED", "of the other business", Map.of(), Map.of()));
		assertThat(visitor(Role.OWNER).get("/audit?business=" + other).document().select("#audit-table").text())
			.contains("Signed in")
			.doesNotContain("of the other business");
		assertThat(visitor(Role.AUDITOR).get("/audit?business=" + other).text()).contains("of the other business");
	}

	/** The link is in the letter only; the person who invites does not see it. */
	private String letterLink(Visitor.Page inviting, String recipient, String subject) {
		String link = this.portal.mail().await(recipient, subject).link();
		assertThat(inviting.body()).doesNotContain(link);
		return link;
	}

	private void recover(String link) {
		Visitor visitor = new Visitor(this.merchants.url());
		Visitor.Page page = visitor.get(link)
			.submit("form:has(#password)", Map.of("password", "a new sentence for 2027"))
			.follow();
		byte[] secret = Member.base32(page.textOf("secret"));
		assertThat(page.submit("form:has(#code)", Map.of("code", Member.code(secret)))
			.document()
			.select("#recovery-codes li")).hasSize(10);
	}

	private Visitor visitor(Role role) {
		return Objects.requireNonNull(this.visitors.get(role));
	}

	private static Set<String> routes(TestPortal.Copy copy) {
		Set<String> routes = new TreeSet<>();
		copy.context()
			.getBeansOfType(RequestMappingHandlerMapping.class)
			.values()
			.forEach((mapping) -> mapping.getHandlerMethods()
				.keySet()
				.forEach((info) -> routes.addAll(info.getPatternValues())));
		assertThat(routes).hasSizeGreaterThan(15);
		return routes;
	}

}

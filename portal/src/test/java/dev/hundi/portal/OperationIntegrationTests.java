package dev.hundi.portal;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.business.Businesses;
import dev.hundi.business.PricePlan;
import dev.hundi.business.PricePlans;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.payout.Rail;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.assertj.core.api.Condition;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** What the staff operates, over HTTP and as the staff's database role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationIntegrationTests {

	private static final Set<Role> READERS = Set.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR, Role.ONBOARDING);

	private static final Set<Role> OPERATORS = Set.of(Role.OPERATOR);

	private static final Set<Role> CHECKERS = Set.of(Role.OPERATOR, Role.ADMIN);

	private static final String REASON = "agreed with the merchant by mail";

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@SuppressWarnings("NullAway.Init")
	private Visitor second;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
		this.people = OneOfEachRole.ofStaff(this.portal, this.staff);
		this.second = Visitor.signedIn(this.staff.url(), this.portal.person("second@example.com", null, Role.OPERATOR));
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** Roles × routes, every cell. */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY,
			names = "ONBOARDING|KYC_REVIEWER|KYC_APPROVER|FINANCE_MAKER|FINANCE_CHECKER|OPERATOR|AUDITOR|ADMIN")
	void aRoleReachesItsRoutesOnly(Role role) {
		String page = "/operation/businesses/" + this.business;
		Map<String, Set<Role>> gets = Map.of("/operation/businesses", READERS, page, READERS, page + "/prices", READERS,
				page + "/limits", READERS, "/operation/changes", Set.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR),
				"/operation/nodal-accounts", Set.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR));
		gets.forEach((path, roles) -> assertThat(visitor(role).get(path).status()).as("GET %s as %s", path, role)
			.isEqualTo(roles.contains(role) ? 200 : 403));
		String change = "/operation/changes/" + UUID.randomUUID();
		Map<String, Set<Role>> posts = Map.of(page + "/wallet-rules?reserve=1&minimum=0&oldReserve=0&oldMinimum=0",
				OPERATORS, page + "/api-access?enabled=true", OPERATORS, page + "/relation?ended=false", OPERATORS,
				page + "/prices/preview", OPERATORS, page + "/prices", OPERATORS, page + "/limits", OPERATORS,
				"/operation/nodal-accounts", OPERATORS, change + "/approve", CHECKERS, change + "/reject", CHECKERS,
				change + "/withdraw", OPERATORS);
		posts.forEach(
				(path, roles) -> assertThat(visitor(role).post(path, Map.of()).status()).as("POST %s as %s", path, role)
					.matches((status) -> roles.contains(role) ? status == 200 || status == 302 : status == 403));
		assertThat(visitor(role).get("/operation/businesses/" + UUID.randomUUID()).status())
			.isEqualTo(READERS.contains(role) ? 404 : 403);
	}

	@Test
	void findsABusinessByPartsOfItsNameAndNumbers() {
		assertThat(visitor(Role.AUDITOR).get("/operation/businesses?search=aSHA+tr&access=true").text())
			.contains("Asha Traders", "₹0.00", "Enabled");
		assertThat(visitor(Role.AUDITOR).get("/operation/businesses?search=100%25").text())
			.contains("No business was found.");
		assertThat(visitor(Role.AUDITOR).get("/operation/businesses?offset=-5").status()).isEqualTo(200);
	}

	@Test
	void rulesOfTheWalletNeedAReasonAndTheValuesThatThePersonSaw() {
		UUID id = this.portal.business();
		String path = "/operation/businesses/" + id;
		Visitor.Page page = visitor(Role.OPERATOR).get(path);
		Visitor.Page other = visitor(Role.OPERATOR).get(path);
		assertThat(page.submit("#rules-form", Map.of("reserve", "5.555", "reason", REASON)).text())
			.contains("The reserve must be 0 to 100 percent");
		assertThat(page.submit("#rules-form", Map.of("reserve", "5.5", "reason", " no ")).text())
			.contains("Give a reason");
		assertThat(page
			.submit("#rules-form", Map.of("reserve", "5.5", "minimum", "1500", "queue", "true", "reason", REASON))
			.follow()
			.text()).contains("Saved.");
		Visitor.Page late = other.submit("#rules-form", Map.of("reserve", "5.555", "reason", REASON))
			.submit("#rules-form", Map.of("reserve", "9"));
		assertThat(late.textOf("present-rules")).as("the present values, because others saved them").contains("5.5");
		assertThat(late.document().select("#reserve").val()).as("what was typed is kept").isEqualTo("9");
		assertThat(this.portal.owner(SearchBusinesses.class).byId(id).orElseThrow().rules().minBalancePaise())
			.isEqualTo(1_500_00);
		assertThat(audited(id, "WALLET_RULES_CHANGED")).contains("\"reservePercent\": \"5.5\"", REASON);
		assertThat(visitor(Role.AUDITOR).get("/audit").text())
			.contains("Reserve, minimum balance or queue changed", "reserve percent:")
			.as("no JSON")
			.doesNotContain("{\"", "\":");
	}

	@Test
	void apiAccessIsSwitchedWithAReason() {
		UUID id = this.portal.business();
		Visitor.Page page = visitor(Role.OPERATOR).get("/operation/businesses/" + id);
		Visitor.Page other = visitor(Role.OPERATOR).get("/operation/businesses/" + id);
		assertThat(page.submit("#access-form", Map.of("reason", "")).text()).contains("Give a reason");
		Visitor.Page off = page.submit("#access-form", Map.of("reason", REASON)).follow();
		assertThat(off.textOf("access-state")).isEqualTo("Disabled");
		assertThat(other.submit("#access-form", Map.of("reason", REASON)).text()).as("of another page")
			.contains("Another person has changed this meanwhile");
		assertThat(page.submit("#access-form", Map.of("reason", REASON)).textOf("problem")).as("a double click")
			.startsWith("This form was already submitted");
		assertThat(off.submit("#access-form", Map.of("reason", REASON)).follow().textOf("access-state"))
			.isEqualTo("Enabled");
		assertThat(audited(id, "API_ACCESS_DISABLED")).contains(REASON);
		this.portal.jdbc().sql("""
				INSERT INTO business (business_code, business_name) VALUES ('BIZ00000001', 'Without wallet')
				""").update();
		UUID bare = this.portal.jdbc()
			.sql("SELECT business_id FROM business WHERE business_code = 'BIZ00000001'")
			.query(UUID.class)
			.single();
		assertThat(visitor(Role.OPERATOR).get("/operation/businesses/" + bare)
			.submit("#access-form", Map.of("reason", REASON))
			.text()).contains("API access stays disabled");
	}

	@Test
	void aRelationEndsWithoutApiAccessBalanceAndOpenPayouts() {
		UUID id = this.portal.business();
		Visitor.Page page = visitor(Role.OPERATOR).get("/operation/businesses/" + id);
		assertThat(page.submit("#relation-form", Map.of("reason", REASON)).text()).as("API access is enabled")
			.contains("The relationship is active: disable API access first");
		this.portal.owner(Businesses.class).switchApiAccess(id, false);
		Visitor.Page ended = page.submit("#relation-form", Map.of("reason", REASON)).follow();
		assertThat(page.submit("#relation-form", Map.of("reason", REASON)).text()).as("a double click")
			.contains("This form was already submitted")
			.doesNotContain("The relationship is active");
		assertThat(ended.textOf("relation-state")).startsWith("The relationship ended on");
		assertThat(ended.submit("#access-form", Map.of("reason", REASON)).text()).contains("API access stays disabled");
		assertThat(ended.submit("#relation-form", Map.of("reason", REASON)).follow().textOf("relation-state"))
			.startsWith("The relationship is active.");
		assertThat(audited(id, "RELATION_ENDED")).contains(REASON);
		assertThat(audited(id, "RELATION_RESUMED")).contains(REASON);
	}

	@Test
	void everyActNeedsAFreshSecondFactor() {
		Member member = this.portal.person("stale@example.com", null, Role.OPERATOR);
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		Visitor.Page page = visitor.get("/operation/businesses/" + this.business);
		this.portal.change(this.staff, member,
				(authentication) -> Rights.authentication(
						(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
						Instant.now().minus(Duration.ofMinutes(6))));
		Visitor.Page asked = page.submit("#access-form", Map.of("reason", REASON));
		assertThat(asked.text()).contains("Confirm your identity");
		assertThat(asked.document().select("input[name=reason]").val()).isEqualTo(REASON);
	}

	@Test
	void twoPeopleSetPricesThatStartLater() {
		UUID id = this.portal.business();
		String path = "/operation/businesses/" + id;
		Visitor maker = visitor(Role.OPERATOR);
		Visitor.Page page = maker.get(path + "/prices");
		Visitor.Page wrong = page.submit("#price-form", prices("I", "x", "2020-01-01T00:00"));
		assertThat(wrong.document().select("#problems a").eachAttr("href")).containsExactly("#row-0", "#start");
		assertThat(page.submit("#price-form", prices("I", "2.00", "2206-12-01T00:00")).textOf("problems"))
			.contains("The start must be a time in the future, at most two years ahead.");
		assertThat(maker.post(path + "/prices/preview", prices("UPI", "9999999999999999", tomorrow())).text())
			.as("a fee whose GST does not fit a long")
			.contains("no fee may exceed one crore");
		Map<String, String> prices = prices("IMPS", "3.50", tomorrow());
		assertThat(maker.post(path + "/prices", prices).text()).contains("differ from those of the last preview");
		Visitor.Page preview = maker.post(path + "/prices/preview", prices);
		assertThat(Objects.requireNonNull(preview.document().select("#preview-card tbody tr").first()).text())
			.isEqualTo("IMPS ₹100.00 ₹2.00 ₹3.50 ₹0.63 ₹104.13 Changed");
		assertThat(preview.submit("#price-form", Map.of("reason", "no")).text()).contains("Give a reason");
		assertThat(preview.submit("#price-form", Map.of("reason", REASON)).follow().text())
			.contains("The change waits for another person.");
		ProposedChange change = proposed(id);
		String changePath = "/operation/changes/" + change.approval().approvalId();
		assertThat(maker.get("/operation/changes").document().select("form[action=" + changePath + "/approve]"))
			.as("refused by the page")
			.isEmpty();
		assertThat(maker.post(changePath + "/approve", Map.of("hash", change.hash())).follow().text())
			.as("refused by the class")
			.contains("You proposed this change.");
		assertThat(this.second.post(changePath + "/approve", Map.of("hash", HexFormat.of().formatHex(new byte[32])))
			.follow()
			.text()).contains("not the one that you saw");
		Visitor.Page agreed = this.second.get("/operation/changes")
			.submit("form[action=" + changePath + "/approve]", Map.of())
			.follow();
		assertThat(agreed.text()).contains("The change is approved.");
		assertThat(this.portal.owner(PricePlans.class).ofBusiness(id)).extracting(PricePlan::applies)
			.as("not before its start")
			.containsExactly(false);
		assertThat(this.second.post(changePath + "/approve", Map.of("hash", change.hash())).follow().text())
			.as("executed once")
			.contains("You have decided already");
		assertThat(this.portal.owner(PricePlans.class).ofBusiness(id)).hasSize(1);
		assertThat(audited(id, "CHANGE_PROPOSED")).contains(REASON, "350");
		assertThat(audited(id, "CHANGE_AGREED")).contains("350");
		assertThat(maker.get(path + "/prices").text()).contains("IMPS", "₹3.50");
	}

	@Test
	void pricesWhoseStartHasPassedAreNotAgreedTo() {
		UUID id = this.portal.business();
		Visitor maker = visitor(Role.OPERATOR);
		String path = "/operation/businesses/" + id + "/prices";
		maker.post(path + "/preview", prices("UPI", "1", tomorrow())).submit("#price-form", Map.of("reason", REASON));
		ProposedChange change = proposed(id);
		String late = change.content().replaceAll("\"startsAt\":\"[^\"]*\"", "\"startsAt\":\"2026-01-01T00:00:00Z\"");
		UUID old = proposal("PRICES", id, late);
		assertThat(this.second
			.post("/operation/changes/" + old + "/approve",
					Map.of("hash", HexFormat.of().formatHex(ProposedChanges.hash(late))))
			.follow()
			.text()).contains("The start of these prices has passed.");
		assertThat(this.second
			.post("/operation/changes/" + change.approval().approvalId() + "/reject",
					Map.of("hash", change.hash(), "reason", "too cheap for this volume"))
			.follow()
			.text()).contains("The change is rejected.");
		assertThat(this.portal.owner(PricePlans.class).ofBusiness(id)).isEmpty();
	}

	@Test
	void pricesAreComparedWithThePlanThatAppliesAtTheirStart() {
		UUID id = this.portal.business();
		Visitor maker = visitor(Role.OPERATOR);
		String path = "/operation/businesses/" + id + "/prices";
		assertThat(maker.get(path).textOf("newest")).isEqualTo("The form begins with the prices of the platform.");
		Visitor.Page cheap = maker.post(path + "/preview", prices("IMPS", "1", tomorrow()));
		Visitor.Page dear = maker.post(path + "/preview", prices("IMPS", "9", tomorrow()));
		cheap.submit("#price-form", Map.of("reason", REASON));
		dear.submit("#price-form", Map.of("reason", REASON));
		List<ProposedChange> both = open(id);
		assertThat(approve(both.getFirst())).contains("The change is approved.");
		assertThat(approve(both.getLast())).as("nothing is undone unseen").contains("Another price plan was approved");
		assertThat(maker.get(path).textOf("newest")).startsWith("The form begins with the approved plan that applies");
		assertThat(maker.get(path).document().select("[name=flat]").val()).as("of the plan to come").isEqualTo("1.00");
		Visitor.Page preview = maker.post(path + "/preview", prices("IMPS", "9", tomorrow()));
		assertThat(preview.textOf("base")).startsWith("Compared with the plan from").endsWith("is ₹2.00.");
		assertThat(preview.text()).contains("IMPS ₹100.00 ₹1.00 ₹9.00 ₹1.62 ₹110.62 Changed");
		preview.submit("#price-form", Map.of("reason", REASON));
		assertThat(this.second.get("/operation/changes").text()).contains("IMPS ₹100.00 ₹1.00 ₹9.00 ₹1.62");
		assertThat(approve(open(id).getLast())).contains("The change is approved.");
		String old = both.getLast().content().replace(",\"basePlanId\":0", "");
		assertThat(approve(this.portal.owner(ProposedChanges.class).find(proposal("PRICES", id, old)).orElseThrow()))
			.as("from before plans were named")
			.contains("is approved");
	}

	@Test
	void twoPeopleSetLimitsWithinThoseOfThePlatform() {
		UUID id = this.portal.business();
		Visitor maker = visitor(Role.OPERATOR);
		Visitor.Page page = maker.get("/operation/businesses/" + id + "/limits");
		assertThat(page.submit("#limit-form", Map.of("min-UPI", "5", "max-UPI", "2", "reason", REASON)).text())
			.contains("UPI: Give both limits of a rail");
		assertThat(page.submit("#limit-form", Map.of("min-UPI", "5", "max-UPI", "100000.01", "reason", REASON)).text())
			.contains("within those of the platform");
		page.submit("#limit-form", Map.of("min-UPI", "5", "max-UPI", "2000", "max", "50000", "reason", REASON))
			.follow();
		ProposedChange first = proposed(id);
		page.submit("#limit-form", Map.of("min-UPI", "6", "max-UPI", "2000", "reason", REASON)).follow();
		List<ProposedChange> both = open(id);
		assertThat(both).hasSize(2);
		approve(first);
		assertThat(this.portal.owner(ReadPayoutTerms.class).of(id).railLimits().maxPaise(Rail.UPI)).isEqualTo(2_000_00);
		assertThat(this.portal.owner(ReadPayoutTerms.class).of(id).maxPayoutPaise()).isEqualTo(50_000_00);
		assertThat(approve(both.getLast())).as("nothing is overwritten").contains("The limits have changed since");
		Visitor.Page late = page.submit("#limit-form", Map.of("reason", "no"))
			.submit("#limit-form", Map.of("reason", REASON));
		assertThat(late.text()).contains("Another person has changed this meanwhile", "Any payout: up to 50000.00");
		assertThat(maker.post("/operation/changes/" + both.getLast().approval().approvalId() + "/withdraw", Map.of())
			.follow()
			.text()).contains("The change is withdrawn.");
	}

	/** Both find the limits as their makers did, unless one waits. */
	@Test
	void ofTwoChangesOfTheSameLimitsOneTakesEffect() throws Exception {
		UUID id = this.portal.business();
		Visitor.Page page = visitor(Role.OPERATOR).get("/operation/businesses/" + id + "/limits");
		page.submit("#limit-form", Map.of("max", "50000", "reason", REASON)).follow();
		page.submit("#limit-form", Map.of("max", "60000", "reason", REASON)).follow();
		List<ProposedChange> both = open(id);
		Visitor third = Visitor.signedIn(this.staff.url(),
				this.portal.person("third@example.com", null, Role.OPERATOR));
		List<Future<String>> agreements = new ArrayList<>();
		try (ExecutorService threads = Executors.newFixedThreadPool(2);
				Connection holder = this.portal.dataSource().getConnection();
				Statement statement = holder.createStatement()) {
			holder.setAutoCommit(false);
			statement.execute("SELECT FROM business WHERE business_id = '" + id + "' FOR NO KEY UPDATE");
			agreements.add(threads.submit(() -> approve(this.second, both.getFirst())));
			agreements.add(threads.submit(() -> approve(third, both.getLast())));
			await().until(() -> this.portal.jdbc()
				.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
				.query(Long.class)
				.single() == 2);
			holder.rollback();
		}
		assertThat(List.of(agreements.getFirst().get(), agreements.getLast().get()))
			.haveExactly(1, new Condition<>((text) -> text.contains("The change is approved"), "approved"))
			.haveExactly(1, new Condition<>((text) -> text.contains("The limits have changed since"), "stale"));
	}

	@Test
	void twoPeopleReplaceTheNodalAccount() {
		Visitor.Page page = visitor(Role.OPERATOR).get("/operation/nodal-accounts");
		Visitor.Page wrong = page.submit("#nodal-form",
				Map.of("holder", "Hundi Payments", "ifsc", "HDFC1", "reason", ""));
		assertThat(wrong.document().select("#problems li")).hasSize(7);
		assertThat(page.submit("#nodal-form", nodalAccount("5010-0012", "nobody")).document().select("#problems li"))
			.extracting(Element::text)
			.containsExactly(
					"Account number: it must have 4 to 34 digits or letters, as the bank's statements write it.",
					"Statement profile: choose one from the list, or none.");
		assertThat(page.submit("#nodal-form", nodalAccount("5010 0012 3456 78", "hdfc")).follow().text())
			.contains("HDFC0000001", "IMPS, NEFT", "50100012345678", "Statement profile hdfc");
		assertThat(agreeToNodalAccount()).contains("The change is approved.");
		assertThat(this.portal.owner(NodalAccounts.class).list().getFirst())
			.matches((listed) -> listed.active() && listed.account().ifsc().equals("HDFC0000001"));
		assertThat(this.portal.owner(StatementAccounts.class).find("50100012345678"))
			.hasValueSatisfying((found) -> assertThat(found.profile()).isEqualTo("hdfc"));
		assertThat(visitor(Role.AUDITOR).get("/operation/nodal-accounts").text()).contains("HDFC Bank",
				"50100012345678");
	}

	@Test
	void nodalAccountKeepsItsBooksWhenItsNumberOrProfileChanges() {
		this.portal.transactions()
			.executeWithoutResult((transaction) -> this.portal.owner(NodalAccounts.class)
				.activate(new NodalAccount("Hundi", "HDFC0000001", "HDFC Bank", "Fort", "CURRENT", List.of("NEFT"))));
		JdbcClient jdbc = this.portal.jdbc();
		String active = "SELECT nodal_account_id FROM nodal_account WHERE active";
		long account = jdbc.sql(active).query(Long.class).single();
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("not without an approval")
			.isThrownBy(() -> this.staff.context().getBean(StatementAccounts.class).activate("770077007700", null));

		Visitor.Page page = visitor(Role.OPERATOR).get("/operation/nodal-accounts");
		for (String profile : List.of("", "icici")) {
			page.submit("#nodal-form", nodalAccount("770077007700", profile));
			assertThat(agreeToNodalAccount()).contains("The change is approved.");
			assertThat(jdbc.sql(active).query(Long.class).single()).isEqualTo(account);
			assertThat(this.portal.owner(StatementAccounts.class).find("770077007700"))
				.hasValueSatisfying((found) -> assertThat(Objects.toString(found.profile(), "")).isEqualTo(profile));
		}
		page.submit("#nodal-form", nodalAccount("880088008800", ""));
		long unsigned = jdbc.sql("""
				INSERT INTO reconciliation_run (nodal_account_id, business_date, requested_by)
				VALUES (:account, current_date, 'Asha') RETURNING run_id
				""").param("account", account).query(Long.class).single();
		assertThat(agreeToNodalAccount()).contains("The active nodal account has days that are closed but not signed.");
		jdbc.sql("SET session_replication_role = replica; DELETE FROM reconciliation_run WHERE run_id = :run;"
				+ " SET session_replication_role = origin")
			.param("run", unsigned)
			.update();
		assertThat(agreeToNodalAccount()).contains("The change is approved.");
		assertThat(jdbc.sql(active).query(Long.class).single()).as("another account").isNotEqualTo(account);
		assertThat(this.portal.owner(StatementAccounts.class).find("770077007700")).isPresent();
	}

	private String agreeToNodalAccount() {
		return approve(this.portal.owner(ProposedChanges.class).open(List.of("NODAL_ACCOUNT")).getFirst());
	}

	private static Map<String, String> nodalAccount(String number, String profile) {
		return Map.of("holder", "Hundi Payments", "bankName", "HDFC Bank", "branchName", "Fort", "ifsc", "hdfc0000001",
				"type", "CURRENT", "modes", "NEFT,IMPS", "number", number, "profile", profile, "reason", REASON);
	}

	@Test
	void pagesHaveNoInlineScriptsAndNoInlineStyles() {
		String page = "/operation/businesses/" + this.business;
		for (String path : List.of("/operation/businesses", page, page + "/prices", page + "/limits",
				"/operation/nodal-accounts", "/operation/changes")) {
			var document = visitor(Role.OPERATOR).get(path).document();
			assertThat(document.select("script:not([src]), style, [style], [onclick], [onload]")).as(path).isEmpty();
			assertThat(document.html()).as(path).doesNotContain("??");
		}
	}

	private String approve(ProposedChange change) {
		return approve(this.second, change);
	}

	private static String approve(Visitor checker, ProposedChange change) {
		return checker
			.post("/operation/changes/" + change.approval().approvalId() + "/approve", Map.of("hash", change.hash()))
			.follow()
			.text();
	}

	private UUID proposal(String kind, UUID id, String content) {
		return this.portal.owner(ProposedChanges.class)
			.propose(
					new NewApproval(kind, id, ProposedChanges.hash(content), "Prices",
							new Maker.OfPerson(this.people.member(Role.OPERATOR).id()), "rule", 1, Duration.ofHours(1)),
					content, REASON);
	}

	private ProposedChange proposed(UUID id) {
		return open(id).getFirst();
	}

	private List<ProposedChange> open(UUID id) {
		return this.portal.owner(ProposedChanges.class)
			.open(List.of("PRICES", "LIMITS"))
			.stream()
			.filter((change) -> id.equals(change.approval().businessId()))
			.toList();
	}

	private String audited(UUID id, String act) {
		return this.portal.jdbc()
			.sql("SELECT concat(before_value, after_value) FROM audit_event WHERE business_id = :id AND act = :act")
			.param("id", id)
			.param("act", act)
			.query(String.class)
			.single();
	}

	private static Map<String, String> prices(String rail, String flat, String start) {
		return Map.of("rail", rail, "above", "0", "flat", flat, "percent", "", "min", "", "max", "", "start", start);
	}

	/** Tomorrow in India, as the browser sends it. */
	private static String tomorrow() {
		return LocalDateTime.now(India.ZONE).plusDays(1).truncatedTo(ChronoUnit.MINUTES).toString();
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

}

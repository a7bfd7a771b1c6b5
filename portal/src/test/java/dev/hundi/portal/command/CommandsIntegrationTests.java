package dev.hundi.portal.command;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The JSON routes over HTTP, as the staff's database role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandsIntegrationTests {

	private static final Set<Role> OPERATOR = Set.of(Role.OPERATOR);

	private static final Set<Role> READ = Set.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR);

	private static final Set<Role> BOOKS = Set.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER, Role.AUDITOR);

	private static final Set<Role> MAKER = Set.of(Role.FINANCE_MAKER);

	private static final Set<Role> CHECKER = Set.of(Role.FINANCE_CHECKER);

	private static final String WHY = "{\"reason\":\"asked for by the bank\"}";

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	private final Map<Role, Member> members = new EnumMap<>(Role.class);

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
		for (Role role : Role.of(Audience.STAFF)) {
			this.members.put(role,
					this.portal.person(role.name().toLowerCase(Locale.ROOT) + "@example.com", null, role));
		}
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** A route with the roles that reach it. */
	private record Route(String method, String path, String body, Set<Role> roles, boolean needsApproval) {

		static Route get(String path, Set<Role> roles) {
			return new Route("GET", path, "", roles, false);
		}

		static Route post(String path, String body, Set<Role> roles) {
			return new Route("POST", path, body, roles, false);
		}

		static Route approve(String path, String body, Set<Role> roles) {
			return new Route("POST", path, body, roles, true);
		}

	}

	private List<Route> routes() {
		UUID id = UUID.randomUUID();
		String payout = "/commands/reviews/businesses/" + this.business + "/payouts/" + id;
		String period = "?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z";
		String bulk = "/commands/bulk/businesses/" + this.business;
		String books = "/commands/reconciliation";
		return List.of(Route.get("/commands/webhooks/deliveries" + period, READ),
				Route.get("/commands/webhooks/deliveries/" + id, READ),
				Route.get("/commands/webhooks/businesses/" + this.business + "/payouts/" + id, READ),
				Route.get("/commands/webhooks/endpoints", READ),
				Route.post("/commands/webhooks/redeliver",
						"{\"deliveryIds\":[\"%s\"],\"reason\":\"receiver was down\"}".formatted(id), OPERATOR),
				Route.post("/commands/webhooks/endpoints/" + id + "/enable", WHY, OPERATOR),
				Route.approve("/commands/webhooks/endpoints/" + id + "/secret",
						"{\"from\":\"2026-11-21T08:00:00Z\",\"reason\":\"it leaked\"}", OPERATOR),
				Route.get("/commands/reviews", READ), Route.post(payout + "/enquire", WHY, OPERATOR),
				Route.post(payout + "/settle", "{\"shown\":\"2026-11-21T08:00:00Z\",\"note\":\"the bank's letter 7\"}",
						OPERATOR),
				Route.post(payout.replace("payouts", "beneficiaries") + "/settle",
						"{\"shown\":\"2026-11-21T08:00:00Z\",\"note\":\"n\"}", OPERATOR),
				Route.get("/commands/dead-letters", READ), Route.get("/commands/dead-letters/t/0", READ),
				Route.post("/commands/dead-letters/t/0/replay", WHY, OPERATOR),
				Route.post("/commands/dead-letters/replay", WHY, OPERATOR), Route.get("/commands/statements", BOOKS),
				Route.get("/commands/statements/files", BOOKS), Route.get("/commands/statements/files/" + id, BOOKS),
				Route.get("/commands/statements/problems", BOOKS), Route.get("/commands/statements/uploads", BOOKS),
				Route.post("/commands/statements/uploads?name=a.csv&reason=missing%20day", "a,b", MAKER),
				Route.approve("/commands/statements/uploads/" + id + "/approve", WHY, CHECKER),
				Route.approve("/commands/statements/uploads/" + id + "/reject", WHY, CHECKER),
				Route.get(bulk + "/approval-tiers", READ),
				Route.approve(bulk + "/approval-tiers", "{\"tiers\":[],\"reason\":\"as agreed\"}", OPERATOR),
				Route.post(bulk + "/completed-webhook", "{\"sent\":true,\"reason\":\"as agreed\"}", OPERATOR),
				Route.get(books + "/runs", BOOKS), Route.get(books + "/runs/1", BOOKS),
				Route.get(books + "/runs/1/breaks", BOOKS), Route.get(books + "/runs/1/report.csv", BOOKS),
				Route.get(books + "/ledger/journal.csv?from=2026-11-01&to=2026-11-02", BOOKS),
				Route.get(books + "/ledger/files/" + id, BOOKS), Route.get(books + "/reports/" + id, BOOKS),
				Route.get(books + "/breaks", BOOKS), Route.get(books + "/breaks/1", BOOKS),
				Route.get(books + "/matches?of=X", BOOKS), Route.get(books + "/resolutions", BOOKS),
				Route.get(books + "/calendar/2026", BOOKS), Route.get(books + "/calendar/changes", BOOKS),
				Route.post(books + "/runs", "{\"businessDate\":\"2026-11-20\",\"reason\":\"late file\"}", MAKER),
				Route.approve(books + "/runs/1/sign-off", WHY, CHECKER),
				Route.post(books + "/breaks/1/owner", "{\"owner\":\"Chandni\",\"reason\":\"on duty\"}",
						Set.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER)),
				Route.post(books + "/resolutions",
						"{\"action\":\"MATCH\",\"breakIds\":[\"1\"],\"reason\":\"same money\",\"evidence\":\"letter 7\"}",
						MAKER),
				Route.approve(books + "/resolutions/1/approve", WHY, CHECKER),
				Route.approve(books + "/resolutions/1/reject", WHY, CHECKER),
				Route.approve(books + "/calendar",
						"{\"day\":\"2026-11-24\",\"open\":false,\"name\":\"Diwali\",\"reason\":\"circular 4\"}", MAKER),
				Route.approve(books + "/calendar/changes/1/approve", WHY, CHECKER),
				Route.approve(books + "/calendar/changes/1/reject", WHY, CHECKER));
	}

	/** Roles × routes × scopes, every cell. */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY,
			names = "ONBOARDING|KYC_REVIEWER|KYC_APPROVER|FINANCE_MAKER|FINANCE_CHECKER|OPERATOR|AUDITOR|ADMIN")
	void aRoleReachesItsRoutesOnlyAndATokenWhatItsScopePermits(Role role) {
		Map<TokenScope, Program> programs = new EnumMap<>(TokenScope.class);
		for (TokenScope scope : TokenScope.values()) {
			programs.put(scope, program(role, scope));
		}
		Map<String, String> wrong = new HashMap<>();
		for (Route route : routes()) {
			for (TokenScope scope : TokenScope.values()) {
				Program.Answer answer = Objects.requireNonNull(programs.get(scope))
					.send(route.method, route.path, route.body.isEmpty() ? null : route.body);
				String expected = expected(route, role, scope);
				String actual = switch (answer.status()) {
					case 200, 202, 404 -> "reached";
					case 403 -> answer.json().path("code").asString();
					default -> answer.status() + " " + answer.body();
				};
				if (!actual.equals(expected)) {
					wrong.put("%s %s as %s with %s".formatted(route.method, route.path, role, scope), actual);
				}
			}
		}
		assertThat(wrong).isEmpty();
	}

	private static String expected(Route route, Role role, TokenScope scope) {
		if (scope == TokenScope.READ && !route.method.equals("GET")) {
			return "scope_missing";
		}
		if (!route.roles.contains(role)) {
			return "role_missing";
		}
		return (route.needsApproval && scope != TokenScope.APPROVE) ? "confirmation_required" : "reached";
	}

	@Test
	void aTokenReachesTheGroupsOfItsScopeOnly() {
		Program webhooks = program(Role.OPERATOR, TokenScope.ACT, CommandGroup.WEBHOOKS);
		assertThat(webhooks.get("/commands/webhooks/endpoints").status()).isEqualTo(200);
		assertThat(webhooks.get("/commands/reviews").json().path("code").asString()).isEqualTo("scope_missing");
		assertThat(webhooks.get("/commands/webhooks/endpoints").cookie()).as("no session").isEmpty();
		assertThat(webhooks.get("/profile").status()).as("pages take no token").isEqualTo(302);
		assertThat(webhooks.get("/commands/nothing").status()).isEqualTo(404);
	}

	@Test
	void badInputIsNamed() {
		Program operator = program(Role.OPERATOR, TokenScope.APPROVE);
		assertThat(operator.post("/commands/dead-letters/replay", "{}").refused(400))
			.contains("reason must have 5 to 500");
		assertThat(operator.post("/commands/dead-letters/replay", WHY.replace("bank", "\\u0000")).status())
			.isEqualTo(400);
		assertThat(operator.post("/commands/dead-letters/replay", "nonsense").status()).isEqualTo(400);
		assertThat(operator.post("/commands/webhooks/redeliver", "{\"reason\":\"receiver was down\"}").refused(400))
			.contains("Either deliveryIds, or from and to");
		assertThat(operator
			.post("/commands/bulk/businesses/" + this.business + "/approval-tiers",
					"{\"tiers\":[{\"above\":\"1000\",\"people\":2}],\"reason\":\"as agreed\"}")
			.refused(400)).contains("above must be rupees with two decimals");
		assertThat(operator
			.post("/commands/bulk/businesses/" + UUID.randomUUID() + "/approval-tiers",
					"{\"tiers\":[],\"reason\":\"as agreed\"}")
			.status()).isEqualTo(404);
		assertThat(program(Role.FINANCE_MAKER, TokenScope.ACT)
			.post("/commands/reconciliation/resolutions",
					"{\"action\":\"REVOKE\",\"breakIds\":[],\"reason\":\"wrong match\",\"evidence\":\"letter\"}")
			.refused(400)).contains("a match is needed to revoke");
	}

	@Test
	void aBusinessIsNamedByItsIdOrItsCode() {
		Program operator = program(Role.OPERATOR, TokenScope.APPROVE);
		UUID other = this.portal.business();
		String code = this.portal.jdbc()
			.sql("SELECT business_code FROM business WHERE business_id = ?")
			.param(other)
			.query(String.class)
			.single();
		this.portal.owner(ApprovalTiers.class).set(other, new TreeMap<>(Map.of(7_00L, 2)));
		for (String name : List.of(other.toString(), code, code.toLowerCase(Locale.ROOT))) {
			assertThat(operator.get("/commands/bulk/businesses/" + name + "/approval-tiers").ok().toString()).as(name)
				.isEqualTo("[{\"above\":\"7.00\",\"people\":2}]");
		}
		String unknown = "/businesses/BIZNOSUCH";
		String payout = "/payouts/" + UUID.randomUUID();
		assertThat(List.of(operator.get("/commands/bulk" + unknown + "/approval-tiers"),
				operator.post("/commands/bulk" + unknown + "/approval-tiers",
						"{\"tiers\":[],\"reason\":\"as agreed\"}"),
				operator.post("/commands/bulk" + unknown + "/completed-webhook",
						"{\"sent\":true,\"reason\":\"as agreed\"}"),
				operator.get("/commands/webhooks" + unknown + payout),
				operator.get(
						"/commands/webhooks/deliveries?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z&businessId=BIZNOSUCH"),
				operator.post("/commands/webhooks/redeliver",
						"{\"from\":\"2026-11-01T00:00:00Z\",\"to\":\"2026-11-02T00:00:00Z\",\"businessId\":\"BIZNOSUCH\",\"reason\":\"as agreed\"}"),
				operator.post("/commands/reviews" + unknown + payout + "/enquire", WHY),
				operator.post("/commands/reviews" + unknown + payout + "/settle",
						"{\"shown\":\"2026-11-21T08:00:00Z\",\"note\":\"letter\"}"),
				operator.post("/commands/reviews" + unknown + "/beneficiaries/" + UUID.randomUUID() + "/settle",
						"{\"shown\":\"2026-11-21T08:00:00Z\",\"note\":\"letter\"}")))
			.allSatisfy((answer) -> assertThat(answer.refused(404)).contains("There is no business BIZNOSUCH"));
	}

	@Test
	void anIdThatIsNotOneIsNamedWithItsRule() {
		Program operator = program(Role.OPERATOR, TokenScope.APPROVE);
		Program checker = program(Role.FINANCE_CHECKER, TokenScope.APPROVE);
		assertThat(operator.get("/commands/webhooks/deliveries/x").refused(400))
			.contains("deliveryId must be an id of 36 characters");
		assertThat(operator.post("/commands/webhooks/endpoints/x/enable", WHY).refused(400))
			.contains("endpointId must be");
		assertThat(operator.get("/commands/webhooks/deliveries?from=yesterday&to=2026-11-02T00:00:00Z").refused(400))
			.contains("from must be a time such as 2026-11-01T00:00:00Z");
		assertThat(operator
			.get("/commands/webhooks/deliveries?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z&states=LOST")
			.refused(400)).contains("states must be of PENDING");
		assertThat(
				operator.post("/commands/reviews/businesses/" + this.business + "/payouts/x/enquire", WHY).refused(400))
			.contains("payoutId must be");
		assertThat(operator.get("/commands/dead-letters/t/x").refused(400)).contains("offset must be a whole number");
		assertThat(operator.get("/commands/requests/x").refused(400)).contains("requestId must be");
		assertThat(checker.get("/commands/statements/files/x").refused(400)).contains("statementFileId must be");
		assertThat(checker.post("/commands/statements/uploads/x/approve", WHY).refused(400))
			.contains("uploadId must be");
		assertThat(checker.get("/commands/reconciliation/runs/x").refused(400))
			.contains("runId must be a whole number");
		assertThat(checker.post("/commands/reconciliation/resolutions/x/approve", WHY).refused(400))
			.contains("resolutionId must be a whole number");
		Program maker = program(Role.FINANCE_MAKER, TokenScope.APPROVE);
		String adjustment = "{\"action\":\"ADJUST_WALLET\",\"breakIds\":[\"1\"],\"reason\":\"same money\",\"businessId\":\"%s\"}";
		assertThat(maker.post("/commands/reconciliation/resolutions", adjustment.formatted("biz00000000")).refused(404))
			.contains("There is no business biz00000000");
		String move = adjustment.formatted(UUID.randomUUID()).replace("ADJUST", "MOVE");
		assertThat(maker.post("/commands/reconciliation/resolutions", move).refused(400)).contains("action must be of");
		for (String name : List.of("completedAt", "shown")) {
			String blank = "{\"%s\":\"\",\"reason\":\"as agreed\"}".formatted(name);
			assertThat(checker.post("/commands/reconciliation/runs/1/sign-off", blank).refused(400))
				.contains("completedAt must");
		}
		assertThat(checker.get("/commands/reconciliation/breaks?type=STATE").refused(400)).contains("type must be ");
		assertThat(checker.get("/commands/reconciliation/calendar/x").refused(400))
			.contains("year must be a whole number");
		assertThat(checker.get("/commands/reconciliation/ledger/journal.csv?from=x&to=2026-11-02").refused(400))
			.contains("from must be a day such as 2026-11-01");
		assertThat(
				checker.get("/commands/reconciliation/ledger/journal.csv?from=2026-11-01&to=2999-11-02").refused(400))
			.contains("to must be before today in India");
		assertThat(operator.post("/commands/webhooks/redeliver", "{\"deliveryIds\":[\"x\"],\"reason\":\"as agreed\"}")
			.refused(400)).contains("deliveryIds must be an id of 36 characters");
		assertThat(operator
			.post("/commands/webhooks/redeliver",
					"{\"from\":\"yesterday\",\"to\":\"2026-11-02T00:00:00Z\",\"reason\":\"as agreed\"}")
			.refused(400)).contains("from must be a time such as 2026-11-01T00:00:00Z");
	}

	@Test
	void anActIsAskedForWithItsPersonAndReasonAndItsResultBelongsToThePerson() {
		Program operator = program(Role.OPERATOR, TokenScope.ACT);
		JsonNode accepted = operator.post("/commands/dead-letters/some-topic/7/replay", WHY).ok();
		String path = "/commands/requests/" + accepted.path("requestId").asString();
		assertThat(operator.get(path).ok().path("state").asString()).isEqualTo("PENDING");
		assertThat(program(Role.ADMIN, TokenScope.APPROVE).get(path).status()).as("of another person").isEqualTo(404);
		ClaimedRequest claimed = this.portal.claimed(RequestKind.REPLAY_DEAD_LETTER, "some-topic");
		assertThat(claimed.askedBy()).isEqualTo("operator@example.com");
		assertThat(this.portal.jdbc()
			.sql("""
					SELECT after_value::text FROM audit_event
					 WHERE act = 'REPLAY_DEAD_LETTER' AND object = 'some-topic/7' AND person_id = ? AND session_mark LIKE 'token-%'
					""")
			.param(member(Role.OPERATOR).id())
			.query(String.class)
			.single()).contains("asked for by the bank", accepted.path("requestId").asString());
	}

	@Test
	void theMakerOfAResolutionIsWhoIsSignedInWhateverTheBodySays() {
		program(Role.FINANCE_MAKER, TokenScope.ACT).post("/commands/reconciliation/resolutions",
				"{\"action\":\"MATCH\",\"breakIds\":[4711],\"reason\":\"same money\",\"evidence\":\"letter\",\"by\":\"forged@example.com\"}")
			.ok();
		ClaimedRequest claimed = this.portal.claimed(RequestKind.PROPOSE_RESOLUTION, "4711");
		assertThat(claimed.askedBy()).isEqualTo("finance_maker@example.com");
		assertThat(claimed.arguments().toString()).doesNotContain("forged");
	}

	@Test
	void aStatementNeedsTwoPeople() {
		Program maker = program(Role.FINANCE_MAKER, TokenScope.APPROVE);
		JsonNode upload = maker.post("/commands/statements/uploads?name=day.csv&account=1234&reason=absent", "ab").ok();
		String path = "/commands/statements/uploads/" + upload.path("uploadId").asString();
		assertThat(maker.get("/commands/statements/uploads").body()).contains(upload.path("uploadId").asString());
		Member both = this.portal.person("both@example.com", null, Role.FINANCE_MAKER, Role.FINANCE_CHECKER);
		Program maverick = program(both, TokenScope.APPROVE, CommandGroup.STATEMENTS);
		JsonNode own = maverick.post("/commands/statements/uploads?name=own.csv&reason=missing%20day", "c,d").ok();
		assertThat(maverick.post("/commands/statements/uploads/" + own.path("uploadId").asString() + "/approve", WHY)
			.refused(409)).contains("another person must decide");
		String other = "/commands/statements/uploads?name=day.csv&account=abc4&reason=missing%20day";
		assertThat(maker.post(other, "a,b").refused(400)).contains("account must be 4 to 34 digits");

		Program checker = program(Role.FINANCE_CHECKER, TokenScope.APPROVE);
		checker.post(path + "/approve", WHY).ok();
		ClaimedRequest claimed = this.portal.claimed(RequestKind.RECEIVE_STATEMENT, "day.csv");
		assertThat(claimed.askedBy()).isEqualTo("finance_checker@example.com");
		assertThat(claimed.arguments().path("sha256").asString()).isEqualTo(upload.path("sha256").asString());
		assertThat(claimed.arguments().path("account").asString()).isEqualTo("1234");
		assertThat(checker.post(path + "/approve", WHY).refused(409)).contains("decided already");
		assertThat(checker.post("/commands/statements/uploads/" + own.path("uploadId").asString() + "/reject", WHY)
			.ok()
			.path("rejected")
			.asBoolean()).isTrue();
		assertThat(checker.post("/commands/statements/uploads?name=x.csv&reason=missing%20day", "a").status())
			.isEqualTo(403);
	}

	@Test
	void approvalTiersApplyOnceAnotherPersonAgrees() {
		Program operator = program(Role.OPERATOR, TokenScope.APPROVE);
		UUID other = this.portal.business();
		String path = "/commands/bulk/businesses/" + other + "/approval-tiers";
		Program.Answer proposed = operator.post(path,
				"{\"tiers\":[{\"above\":\"100000.00\",\"people\":2}],\"reason\":\"as agreed\"}");
		assertThat(proposed.status()).isEqualTo(200);
		assertThat(proposed.json().path("tiers").toString()).isEqualTo("[{\"above\":\"100000.00\",\"people\":2}]");
		assertThat(operator.get(path).ok().size()).as("proposed only").isZero();
		String change = "/operation/changes/" + proposed.json().path("approvalId").asString();
		Visitor maker = Visitor.signedIn(this.staff.url(), member(Role.OPERATOR));
		assertThat(maker.get("/operation/changes").document().select("form[action=" + change + "/approve]"))
			.as("the maker does not agree")
			.isEmpty();
		Visitor checker = Visitor.signedIn(this.staff.url(), member(Role.ADMIN));
		Visitor.Page page = checker.get("/operation/changes");
		assertThat(page.text()).contains("No tiers: one person approves every file",
				"Above ₹1,00,000.00: 2 to approve");
		assertThat(page.submit("form[action=" + change + "/approve]", Map.of()).follow().text())
			.contains("The change is approved.");
		assertThat(operator.get(path).ok().toString()).isEqualTo("[{\"above\":\"100000.00\",\"people\":2}]");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event WHERE act = 'CHANGE_AGREED' AND chain IN ('staff', ?) AND after_value::text LIKE '%10000000%'")
			.param(other.toString())
			.query(Integer.class)
			.single()).as("in both chains").isEqualTo(2);
	}

	@Test
	void approvalTiersThatChangedMeanwhileAreNotOverwritten() {
		Program operator = program(Role.OPERATOR, TokenScope.APPROVE);
		UUID other = this.portal.business();
		String path = "/commands/bulk/businesses/" + other + "/approval-tiers";
		String change = "/operation/changes/"
				+ operator.post(path, "{\"tiers\":[{\"above\":\"0.00\",\"people\":2}],\"reason\":\"as agreed\"}")
					.json()
					.path("approvalId")
					.asString();
		this.portal.owner(ApprovalTiers.class).set(other, new TreeMap<>(Map.of(5_00L, 2)));
		Visitor checker = Visitor.signedIn(this.staff.url(), member(Role.ADMIN));
		assertThat(checker.get("/operation/changes")
			.submit("form[action=" + change + "/approve]", Map.of())
			.follow()
			.text()).contains("The approval tiers have changed since");
		assertThat(operator.get(path).ok().toString()).isEqualTo("[{\"above\":\"5.00\",\"people\":2}]");
	}

	@Test
	void aRangeIsRedeliveredInATransactionPerPage() throws SQLException {
		UUID other = this.portal.business();
		UUID last = failedDeliveries(other, 5_001);
		String range = "{\"from\":\"%s\",\"to\":\"%s\",\"businessId\":\"%s\",\"reason\":\"receiver was down\"}"
			.formatted(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(3600), other);
		Program operator = program(Role.OPERATOR, TokenScope.ACT);
		CompletableFuture<Program.Answer> answer;
		try (Connection locking = this.portal.dataSource().getConnection();
				Statement statement = locking.createStatement()) {
			locking.setAutoCommit(false);
			statement.execute("SELECT FROM webhook_delivery WHERE delivery_id = '" + last + "' FOR UPDATE");
			answer = CompletableFuture.supplyAsync(() -> operator.post("/commands/webhooks/redeliver", range));
			await().until(() -> pending(other) == 5_000);
			assertThat(audited(other)).singleElement()
				.asString()
				.contains("STAFF_WEBHOOK_REDELIVERY_BEGUN", "receiver was down")
				.doesNotContain("redelivered");
			locking.rollback();
		}
		assertThat(answer.join().ok().path("redelivered").asInt()).isEqualTo(5_001);
		assertThat(audited(other)).hasSize(2)
			.last()
			.asString()
			.contains("STAFF_REDELIVERED_WEBHOOKS", "receiver was down", "\"redelivered\": 5001");
	}

	/** The id of the last one. */
	private UUID failedDeliveries(UUID ofBusiness, int count) {
		this.portal.subscribe(ofBusiness);
		this.portal.jdbc().sql("""
				INSERT INTO webhook_delivery (business_id, endpoint_id, event, body, state, due_at, completed_at)
				SELECT business_id, endpoint_id, 'Test', '{}', 'FAILED', NULL, now()
				  FROM webhook_endpoint, generate_series(1, :count) WHERE business_id = :business
				""").param("count", count).param("business", ofBusiness).update();
		return this.portal.jdbc()
			.sql("SELECT delivery_id FROM webhook_delivery WHERE business_id = ? ORDER BY delivery_id DESC LIMIT 1")
			.param(ofBusiness)
			.query(UUID.class)
			.single();
	}

	private int pending(UUID ofBusiness) {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM webhook_delivery WHERE business_id = ? AND state = 'PENDING'")
			.param(ofBusiness)
			.query(Integer.class)
			.single();
	}

	private List<String> audited(UUID ofBusiness) {
		return this.portal.jdbc()
			.sql("SELECT act || ' ' || after_value::text FROM audit_event WHERE chain = ?::text ORDER BY sequence")
			.param(ofBusiness.toString())
			.query(String.class)
			.list();
	}

	private Member member(Role role) {
		return Objects.requireNonNull(this.members.get(role));
	}

	private Program program(Role role, TokenScope scope, CommandGroup... groups) {
		return program(member(role), scope, groups);
	}

	private Program program(Member member, TokenScope scope, CommandGroup... groups) {
		Set<CommandGroup> chosen = (groups.length > 0) ? Set.of(groups) : EnumSet.allOf(CommandGroup.class);
		String secret = this.portal.owner(AccessTokens.class)
			.create(member.id(), new NewToken("test " + Instant.now().getNano(), scope, chosen, Duration.ofDays(1)))
			.secret();
		return new Program(this.staff.url(), secret);
	}

}

package dev.hundi.portal;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.VerifyAudit;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.HeldPayouts;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Payouts that wait for people, and the rules by which they do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApprovalsIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final HeldPayouts held = new HeldPayouts(this.portal.jdbc());

	private final UUID business = this.portal.business();

	private final Map<Role, Visitor> visitors = new EnumMap<>(Role.class);

	private final Map<Role, Member> members = new EnumMap<>(Role.class);

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@BeforeAll
	void start() {
		this.merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.portal.subscribe(this.business);
		for (Role role : Role.of(Audience.MERCHANT)) {
			this.members.put(role, person(role));
			this.visitors.put(role, Visitor.signedIn(this.merchants.url(), member(role)));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleReachesItsPagesAndActsOnly(Role role) {
		int seen = (role == Role.DEVELOPER) ? 403 : 200;
		assertThat(visitor(role).get("/approvals").status()).isEqualTo(seen);
		assertThat(visitor(role).get("/approvals/rules").status()).isEqualTo(seen);
		UUID payout = held(10_00);
		Visitor.Page agreed = visitor(role).post("/approvals/approve", Map.of("approval", approval(payout)));
		assertThat(agreed.status()).isEqualTo((role == Role.DEVELOPER) ? 403 : 302);
		assertThat(state(payout)).isEqualTo((role == Role.CHECKER) ? "3 false" : "3 true");
		assertThat(visitor(role).post("/approvals/rules", Map.of("above-0", "")).status())
			.isEqualTo((role == Role.OWNER) ? 302 : 403);
	}

	@Test
	void aCheckerApprovesSeveralAtOnceAndRejectsWithAReason() {
		UUID one = held(10_00);
		UUID two = held(2_00_000_00);
		UUID bad = held(30_00);
		Visitor.Page page = visitor(Role.CHECKER).get("/approvals?order=amount");
		assertThat(page.document().select("#approvals .amount").eachText()).startsWith("₹2,00,000.00");
		Visitor.Page agreed = visitor(Role.CHECKER).postForm("/approvals/approve",
				"_csrf=" + token() + "&approval=" + approval(one) + "&approval=" + approval(two));
		assertThat(agreed.follow().textOf("notice")).contains("approved");
		assertThat(List.of(state(one), state(two))).containsOnly("3 false");
		assertThat(visitor(Role.CHECKER).post("/approvals/reject", Map.of("approval", approval(bad))).text())
			.contains("Give a reason");
		assertThat(state(bad)).isEqualTo("3 true");
		assertThat(visitor(Role.CHECKER)
			.post("/approvals/reject", Map.of("approval", approval(bad), "reason", "Wrong payee"))
			.follow()
			.textOf("notice")).contains("rejected");
		assertThat(state(bad)).isEqualTo("12 false");
		assertThat(code(bad)).isEqualTo("REJECTED_BY_APPROVER");
		assertThat(visitor(Role.CHECKER).post("/approvals/approve", Map.of("approval", approval(bad)))
			.follow()
			.textOf("problem")).contains("Some decisions were not recorded");
		for (UUID payout : List.of(one, two)) {
			assertThat(this.portal.eventsOfHold(payout)).containsExactly("Queued APPROVAL INITIATED",
					"Released APPROVAL INITIATED");
		}
		assertThat(this.portal.eventsOfHold(bad)).containsExactly("Queued APPROVAL INITIATED",
				"Cancelled null REJECTED_BY_APPROVER");
		assertThat(new VerifyAudit(this.portal.jdbc(), Optional.empty()).verify().problems()).isEmpty();
	}

	@Test
	void thePageForTheSecondFactorNamesTheAct() {
		Member member = this.portal.person("stale@example.com", this.business, Role.CHECKER);
		Visitor checker = Visitor.signedIn(this.merchants.url(), member);
		UUID payout = held(10_00);
		this.portal.change(this.merchants, member,
				(authentication) -> Rights.authentication(
						(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
						Instant.now().minus(Rights.CONFIRMED_FOR)));
		String both = approval(payout) + "," + approval(held(20_00));
		Visitor.Page page = checker.get("/approvals");
		Visitor.Page agree = page.submit("#decide", Map.of("approval", both));
		assertThat(agree.textOf("act")).isEqualTo("You are about to approve 2 payouts.");
		assertThat(agree.submit("form:has(#code)", Map.of("confirmation-code", "000000")).textOf("act"))
			.isEqualTo("You are about to approve 2 payouts.");
		Visitor.Page reject = checker.post("/approvals/reject",
				Map.of("approval", approval(payout), "reason", "Wrong payee"));
		assertThat(reject.textOf("act")).isEqualTo("You are about to reject one payout.");
		assertThat(state(payout)).isEqualTo("3 true");
	}

	@Test
	void orderAndReasonAreKept() {
		Visitor.Page page = visitor(Role.CHECKER).get("/approvals?order=amount");
		UUID payout = held(10_00);
		Visitor.Page refused = visitor(Role.CHECKER).post("/approvals/reject",
				Map.of("order", page.document().select("#decide input[name=order]").val(), "reason", "Wrong payee"));
		assertThat(refused.textOf("problem")).contains("Select at least one payout.");
		assertThat(refused.document().select("#reason").val()).isEqualTo("Wrong payee");
		assertThat(refused.document().select("a[aria-current=true]").attr("href")).isEqualTo("/approvals?order=amount");
		assertThat(refused.submit("#decide", Map.of("approval", approval(payout))).location())
			.isEqualTo("/approvals?order=amount");
		assertThat(state(payout)).isEqualTo("3 false");
	}

	@Test
	void saysThatAMakerHasLeft() {
		Desk desk = new Desk(this.portal, this.merchants, "left");
		UUID payout = desk.made(5_00, new PayoutOptions(null, true, Map.of(), null, List.of(), null));
		String approval = "approval-" + approval(payout);
		Visitor checker = desk.as(Role.CHECKER);
		assertThat(checker.get("/approvals").textOf(approval)).contains("By Person maker");
		this.portal.jdbc()
			.sql("DELETE FROM membership WHERE business_id = :id AND role = 'MAKER'")
			.param("id", desk.id())
			.update();
		assertThat(checker.get("/approvals").textOf(approval)).contains("By a person who has left")
			.doesNotContain("By the API");
		UUID api = held(desk.id(), 5_00);
		assertThat(checker.get("/approvals").textOf("approval-" + approval(api))).contains("By the API");
	}

	@Test
	void showsAndDecidesNothingOfAnotherBusiness() {
		UUID other = this.portal.business();
		UUID foreign = held(other, 10_00);
		assertThat(visitor(Role.CHECKER).get("/approvals").body()).doesNotContain(approval(foreign));
		assertThat(visitor(Role.CHECKER).post("/approvals/approve", Map.of("approval", approval(foreign)))
			.follow()
			.textOf("problem")).contains("Some decisions were not recorded");
		assertThat(state(foreign)).isEqualTo("3 true");
	}

	@Test
	void twoPeopleChangeTheRulesAndTheirCheckersDecide() {
		Member second = this.portal.person("second@example.com", this.business, Role.CHECKER);
		Visitor.Page proposed = visitor(Role.OWNER).get("/approvals/rules")
			.submit("#propose", Map.of("above-0", "5000", "people-0", "1", "checkers-0", second.id().toString(),
					"scope-0", "PAYOUT", "above-1", "100000.00", "scope-1", "DAY", "people-1", "1"));
		assertThat(proposed.follow().textOf("notice")).contains("proposed");
		assertThat(rules()).isZero();
		String action = visitor(Role.CHECKER).get("/approvals/rules")
			.document()
			.select("form[action$=/approve]")
			.attr("action");
		assertThat(visitor(Role.OWNER).post(action, Map.of()).follow().textOf("problem")).contains("was not recorded");
		assertThat(rules()).isZero();
		assertThat(visitor(Role.CHECKER).post(action, Map.of()).follow().textOf("rules")).contains("₹5,000.00",
				"Person second", "₹1,00,000.00");
		assertThat(rules()).isEqualTo(2);
		UUID payout = held(6_000_00);
		assertThat(visitor(Role.CHECKER).post("/approvals/approve", Map.of("approval", approval(payout)))
			.follow()
			.textOf("problem")).contains("Some decisions were not recorded");
		Visitor named = Visitor.signedIn(this.merchants.url(), second);
		assertThat(named.post("/approvals/approve", Map.of("approval", approval(payout))).follow().textOf("notice"))
			.contains("approved");
		assertThat(state(payout)).isEqualTo("3 false");
		this.portal.jdbc().sql("UPDATE payout_rule SET ended_at = now() WHERE ended_at IS NULL").update();
	}

	@Test
	void aProposalDoesNotEndRulesThatWereAgreedToAfterIt() {
		Visitor second = Visitor.signedIn(this.merchants.url(),
				this.portal.person("second-owner@example.com", this.business, Role.OWNER));
		Visitor.Page opened = second.get("/approvals/rules");
		visitor(Role.OWNER).get("/approvals/rules").submit("#propose", Map.of("above-0", "500000"));
		String first = proposal("500000.00");
		String stricter = "/approvals/rules/" + proposed(opened, "10") + "/approve";
		assertThat(visitor(Role.CHECKER).post(stricter, Map.of()).follow().textOf("rules")).contains("₹10.00");
		assertThat(visitor(Role.CHECKER).get("/approvals/rules").document().select("form[action$=/approve]")).isEmpty();
		assertThat(visitor(Role.CHECKER).post("/approvals/rules/" + first + "/approve", Map.of())
			.follow()
			.textOf("problem")).contains("have changed since this was proposed");
		assertThat(visitor(Role.CHECKER).get("/approvals/rules").textOf("rules")).contains("₹10.00")
			.doesNotContain("₹5,00,000.00");
		Visitor.Page late = opened.submit("#propose", Map.of("above-0", "x"))
			.submit("#propose", Map.of("above-0", "20"));
		assertThat(late.textOf("problem")).contains("Other rules apply now");
		assertThat(late.document().select("#above-0").val()).isEqualTo("20");
		String withdraw = "/approvals/rules/" + first + "/withdraw";
		assertThat(second.post(withdraw, Map.of()).follow().textOf("problem")).as("not its own")
			.contains("was not recorded");
		String form = "form[action=" + withdraw + "]";
		assertThat(visitor(Role.OWNER).get("/approvals/rules").submit(form, Map.of()).follow().textOf("notice"))
			.contains("withdrawn");
		assertThat(visitor(Role.OWNER).get("/approvals/rules").document().select(form)).isEmpty();
		this.portal.jdbc().sql("UPDATE payout_rule SET ended_at = now() WHERE ended_at IS NULL").update();
	}

	@Test
	void aProposalShowsItsMakerAndARejectionItsReason() {
		String proposed = proposed(visitor(Role.OWNER).get("/approvals/rules"), "321");
		Visitor.Page page = visitor(Role.CHECKER).get("/approvals/rules");
		assertThat(page.document().select("p.asked").text()).contains("Requested by Person owner on", "Expires");
		page.submit("form[action=/approvals/rules/" + proposed + "/reject]", Map.of("reason", "Too low for salaries"));
		assertThat(visitor(Role.OWNER).get("/approvals/rules").textOf("rejected"))
			.contains("Rejected by Person checker on", "Too low for salaries");
		assertThat(visitor(Role.OWNER).get("/audit?act=APPROVAL_RULES_REFUSED").text())
			.contains("Too low for salaries");
	}

	@Test
	void aRuleForAPersonWhoLeftDoesNotBecomeOneForAll() {
		Member asha = this.portal.person("asha@example.com", this.business, Role.CHECKER);
		rule(7_000_00, asha.id());
		this.portal.jdbc()
			.sql("DELETE FROM membership WHERE person_id = :id AND role = 'CHECKER'")
			.param("id", asha.id())
			.update();
		long before = proposals();
		Visitor.Page page = visitor(Role.OWNER).get("/approvals/rules");
		assertThat(page.document().select("input[name=checkers-0][checked]").eachAttr("value"))
			.containsExactly(asha.id().toString());
		Visitor.Page refused = page.submit("#propose", Map.of("above-0", "6000"));
		assertThat(refused.textOf("problem")).contains("no checker any more");
		assertThat(refused.document().select("input[name=checkers-0][checked]")).hasSize(1);
		assertThat(proposals()).isEqualTo(before);
		this.portal.jdbc().sql("UPDATE payout_rule SET ended_at = now() WHERE ended_at IS NULL").update();
	}

	@Test
	void theRowsThatAreWrongAreNamed() {
		Visitor owner = visitor(Role.OWNER);
		Visitor.Page wrong = owner.get("/approvals/rules")
			.submit("#propose", Map.of("above-0", "5000", "above-1", "x", "above-2", "7000", "people-2", "9"));
		assertThat(wrong.document().select("#wrong a").eachAttr("href")).containsExactly("#above-1", "#above-2");
		assertThat(wrong.document().select("#propose input.is-invalid").eachAttr("id")).containsExactly("above-1",
				"above-2");
		assertThat(owner.get("/approvals/rules")
			.submit("#propose", Map.of("above-0", "5000", "above-1", "5000.00"))
			.document()
			.select("#wrong a")
			.eachText()).containsExactly("Rule 2");
	}

	@Test
	void thePageHasAnEmptyRowForTheNinthRuleAndNoneAfterTheLast() {
		for (int i = 1; i <= 8; i++) {
			rule(i * 1_000_00L);
		}
		assertThat(visitor(Role.OWNER).get("/approvals/rules")
			.submit("#propose", Map.of("above-8", "9000"))
			.follow()
			.textOf("notice")).contains("proposed");
		assertThat(this.portal.jdbc()
			.sql("SELECT jsonb_array_length(content::jsonb) FROM payout_rule_proposal ORDER BY approval_id DESC LIMIT 1")
			.query(Integer.class)
			.single()).isEqualTo(9);
		for (int i = 9; i <= 20; i++) {
			rule(i * 1_000_00L);
		}
		assertThat(visitor(Role.OWNER).get("/approvals/rules").document().select("input[name^=above-]")).hasSize(20);
		this.portal.jdbc().sql("UPDATE payout_rule SET ended_at = now() WHERE ended_at IS NULL").update();
	}

	@Test
	void payoutsForOthersDoNotHideWhatACheckerMayDecide() {
		UUID many = this.portal.business();
		this.portal.subscribe(many);
		Visitor checker = Visitor.signedIn(this.merchants.url(),
				this.portal.person("many@example.com", many, Role.CHECKER));
		Member named = this.portal.person("named@example.com", many, Role.CHECKER);
		this.held.payouts(many, 10_00, 205);
		this.portal.jdbc().sql("""
				INSERT INTO approval_checker (approval_id, person_id)
				SELECT approval_id, :person FROM payout_hold WHERE business_id = :business
				""").param("person", named.id()).param("business", many).update();
		UUID own = held(many, 5_00);
		for (String order : List.of("age", "amount")) {
			Visitor.Page page = checker.get("/approvals?order=" + order);
			assertThat(page.document().select("#approvals input[name=approval]").eachAttr("value")).as(order)
				.containsExactly(approval(own));
			Visitor.Page next = checker.get(page.document().select("#next").attr("href"));
			List<String> ids = new ArrayList<>(page.document().select("#approvals > li").eachAttr("id"));
			assertThat(ids).hasSize(200);
			ids.addAll(next.document().select("#approvals > li").eachAttr("id"));
			assertThat(ids).hasSize(206).doesNotHaveDuplicates();
			assertThat(next.document().select("#next")).isEmpty();
		}
	}

	@Test
	void aDecisionWithoutAReasonStaysOnItsPage() {
		UUID many = this.portal.business();
		this.portal.subscribe(many);
		Visitor checker = Visitor.signedIn(this.merchants.url(),
				this.portal.person("second.page@example.com", many, Role.CHECKER));
		this.held.payouts(many, 10_00, 202);
		Visitor.Page second = checker.get(checker.get("/approvals").document().select("#next").attr("href"));
		String last = second.document().select("#approvals input[name=approval]").eachAttr("value").getLast();
		String token = second.document().select("#decide input[name=_csrf]").val();
		String place = String.join("&",
				second.document()
					.select("#decide > input[type=hidden]")
					.stream()
					.map((field) -> field.attr("name") + "=" + field.val())
					.toList());
		Visitor.Page refused = checker.postForm("/approvals/reject", place + "&_csrf=" + token + "&approval=" + last);
		assertThat(refused.text()).contains("Give a reason");
		assertThat(refused.document().select("#approvals > li").eachAttr("id"))
			.isEqualTo(second.document().select("#approvals > li").eachAttr("id"));
		assertThat(refused.document().select("#approvals input[checked]").eachAttr("value")).containsExactly(last);
	}

	private void rule(long abovePaise, UUID... checkers) {
		this.portal.jdbc().sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours, checkers)
				VALUES (:business, 'PAYOUT', :above, 1, 72, :checkers)
				""").param("business", this.business).param("above", abovePaise).param("checkers", checkers).update();
	}

	private long proposals() {
		return this.portal.jdbc().sql("SELECT count(*) FROM payout_rule_proposal").query(Long.class).single();
	}

	private String proposed(Visitor.Page form, String above) {
		assertThat(form.submit("#propose", Map.of("above-0", above)).follow().textOf("notice")).contains("proposed");
		return proposal(above + ".00");
	}

	/** The open proposal of one rule above so many rupees. */
	private String proposal(String rupees) {
		return this.portal.jdbc().sql("""
				SELECT approval_id FROM payout_rule_proposal JOIN approval USING (approval_id)
				 WHERE state = 'OPEN' AND content::jsonb -> 0 ->> 'abovePaise' = replace(:rupees, '.', '')
				""").param("rupees", rupees).query(UUID.class).single().toString();
	}

	@Test
	void aCheckerWhoIsAwayHandsTheRightToAColleague() {
		Member colleague = this.portal.person("colleague@example.com", this.business, Role.VIEWER);
		Visitor delegate = Visitor.signedIn(this.merchants.url(), colleague);
		LocalDate day = TestDay.inIndia(Duration.ofMinutes(1));
		String today = day.toString();
		UUID payout = held(10_00);
		assertThat(delegate
			.post("/approvals/away", Map.of("person", member(Role.OWNER).id().toString(), "from", today, "to", today))
			.status()).as("is no checker").isEqualTo(403);
		assertThat(delegations()).isZero();
		String yesterday = day.minusDays(1).toString();
		for (String[] days : new String[][] { { today, yesterday }, { yesterday, today } }) {
			assertThat(visitor(Role.CHECKER)
				.post("/approvals/away", Map.of("person", colleague.id().toString(), "from", days[0], "to", days[1]))
				.follow()
				.textOf("problem")).contains("first and a last day that are not in the past");
		}
		assertThat(visitor(Role.CHECKER)
			.post("/approvals/away",
					Map.of("person", member(Role.DEVELOPER).id().toString(), "from", today, "to", today))
			.follow()
			.textOf("problem")).contains("Choose a colleague");
		Visitor.Page handed = visitor(Role.CHECKER).get("/approvals/rules")
			.submit("#away", Map.of("person", colleague.id().toString(), "from", today, "to", today));
		assertThat(handed.follow().textOf("delegations")).contains("Person colleague decides for Person checker")
			.containsPattern("from (\\d+ \\w+ \\d{4}) to \\1\\.")
			.as("the days that were entered")
			.doesNotContain("00:00:00");
		assertThat(visitor(Role.CHECKER)
			.post("/approvals/away", Map.of("person", colleague.id().toString(), "from", today, "to", today))
			.follow()
			.textOf("problem")).contains("is already your delegate on some of these days");
		assertThat(delegations()).isOne();
		assertThat(delegate.get("/").textOf("waits")).contains("Payouts to approve: ");
		assertThat(delegate.post("/approvals/approve", Map.of("approval", approval(payout))).follow().textOf("notice"))
			.contains("approved");
		assertThat(state(payout)).isEqualTo("3 false");
		assertThat(delegate.get("/payouts/" + payout).textOf("timeline")).contains("Approved Person colleague",
				"on behalf of Person checker");
		assertThat(this.portal.jdbc()
			.sql("SELECT on_behalf_of FROM approval_decision WHERE approval_id = :id::uuid")
			.param("id", approval(payout))
			.query(UUID.class)
			.single()).isEqualTo(member(Role.CHECKER).id());
		assertThat(delegate.get("/approvals/rules").document().select("form[action$=/end]")).isEmpty();
		String end = visitor(Role.OWNER).get("/approvals/rules").document().select("form[action$=/end]").attr("action");
		assertThat(visitor(Role.OWNER).post(end, Map.of()).follow().textOf("notice")).contains("ended");
		UUID later = held(20_00);
		assertThat(delegate.post("/approvals/approve", Map.of("approval", approval(later))).follow().textOf("problem"))
			.contains("Some decisions were not recorded");
		assertThat(state(later)).isEqualTo("3 true");
		assertThat(this.portal.jdbc()
			.sql("SELECT act FROM audit_event WHERE business_id = :id AND act IN ('APPROVALS_DELEGATED', 'DELEGATION_ENDED') ORDER BY sequence")
			.param("id", this.business)
			.query(String.class)
			.list()).containsExactly("APPROVALS_DELEGATED", "DELEGATION_ENDED");
	}

	@Test
	void refusesRulesThatAreIncomplete() {
		for (Map<String, String> wrong : List.of(Map.of("above-0", "x"), Map.of("above-0", "5", "people-0", "6"),
				Map.of("above-0", "5", "hours-0", "0"), Map.of("above-0", "5", "above-1", "5.00"),
				Map.of("above-0", "5", "checkers-0", UUID.randomUUID().toString()))) {
			Visitor.Page page = visitor(Role.OWNER).get("/approvals/rules").submit("#propose", wrong);
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.textOf("problem")).isNotBlank();
			assertThat(page.document().select("#above-0").val()).isEqualTo(wrong.get("above-0"));
		}
	}

	private UUID held(long paise) {
		return held(this.business, paise);
	}

	private UUID held(UUID of, long paise) {
		return this.held.payouts(of, paise, 1).getFirst();
	}

	private String approval(UUID payout) {
		return this.portal.jdbc()
			.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(UUID.class)
			.single()
			.toString();
	}

	private String state(UUID payout) {
		return this.portal.jdbc()
			.sql("SELECT status || ' ' || held FROM payout WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.single();
	}

	private String code(UUID payout) {
		return this.portal.jdbc()
			.sql("SELECT response_code FROM payout WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.single();
	}

	private int delegations() {
		return this.portal.jdbc().sql("SELECT count(*) FROM approval_delegation").query(Integer.class).single();
	}

	private int rules() {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM payout_rule WHERE business_id = :id AND ended_at IS NULL")
			.param("id", this.business)
			.query(Integer.class)
			.single();
	}

	private String token() {
		return visitor(Role.CHECKER).get("/profile").document().select("meta[name=csrf-token]").attr("content");
	}

	private Member person(Role role) {
		return this.portal.person(role.name().toLowerCase(Locale.ROOT) + "@approvals.example", this.business, role);
	}

	private Visitor visitor(Role role) {
		return Objects.requireNonNull(this.visitors.get(role));
	}

	private Member member(Role role) {
		return Objects.requireNonNull(this.members.get(role));
	}

}

package dev.hundi.portal;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BreakerState;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RailHealth;
import dev.hundi.payout.Rail;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.console.ConsoleRows;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.TestBusiness;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The operators' console, over HTTP and as the staff's database role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleIntegrationTests {

	private static final String REVIEWED = "2026-11-21T08:00:00Z";

	private static final List<String> PAGES = List.of("/console", "/console/reviews", "/console/stuck",
			"/console/banks", "/console/calendar", "/console/webhooks", "/console/deliveries", "/console/exports");

	private static final Set<Role> READERS = Set.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR);

	private static final Set<Role> OPERATORS = Set.of(Role.OPERATOR);

	private static final String REASON = "the bank confirmed it by phone";

	private final TestPortal portal = new TestPortal();

	private final ConsoleRows rows = new ConsoleRows(this.portal.jdbc());

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
		this.people = OneOfEachRole.ofStaff(this.portal, this.staff);
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
		Set<Role> books = Set.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER);
		PAGES.forEach((path) -> assertThat(visitor(role).get(path).status()).as("GET %s as %s", path, role)
			.isEqualTo((READERS.contains(role) || (path.equals("/console/calendar") && books.contains(role))) ? 200
					: 403));
		String id = UUID.randomUUID().toString();
		assertThat(visitor(role).get("/console/deliveries/" + id).status())
			.isEqualTo(READERS.contains(role) ? 404 : 403);
		Set<Role> checkers = Set.of(Role.OPERATOR, Role.ADMIN, Role.FINANCE_CHECKER);
		String day = "/console/calendar?day=2027-01-26&name=Republic+Day";
		Map<String, Set<Role>> posts = Map.of(
				"/console/reviews?kind=BANK_CONTRADICTS&businessId=" + id + "&subjectId=" + id + "&shown=" + REVIEWED,
				OPERATORS, day, Set.of(Role.OPERATOR, Role.FINANCE_MAKER), "/console/calendar/changes/0/approve",
				checkers, "/console/calendar/changes/0/reject", checkers, "/console/webhooks/" + id + "/enable",
				OPERATORS, "/console/deliveries/redeliver", OPERATORS, "/console/exports/" + id + "/" + id + "/retry",
				OPERATORS, "/console/banks/off", OPERATORS, "/console/banks/on", OPERATORS);
		posts.forEach(
				(path, roles) -> assertThat(visitor(role).post(path, Map.of()).status()).as("POST %s as %s", path, role)
					.isEqualTo(roles.contains(role) ? 302 : 403));
	}

	@Test
	void reviewsAreFilteredAndDecidedWithAReason() {
		TestBusiness business = this.portal.merchant();
		PaymentOrder ended = dispatched(business);
		this.rows.jdbc(
				"UPDATE bank_attempt SET state = 'IN_DOUBT', due_at = NULL, enquiry_count = 9 WHERE payout_id = ?",
				payout(ended));
		PaymentOrder contradicted = dispatched(business);
		this.rows.jdbc(
				"""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail)
						VALUES (?, ?, 1, 'one', 'ENQUIRY', 'SUCCESS', 'FAILED', 'as of today')
						""",
				business.id(), payout(contradicted));
		UUID beneficiary = this.rows.mismatch(business.id());
		Visitor operator = visitor(Role.OPERATOR);
		String code = this.rows.code(business.id());
		String list = "/console/reviews?business=" + code.toLowerCase(Locale.ROOT);
		assertThat(rows(operator.get(list), "#reviews")).hasSize(3);
		assertThat(rows(operator.get(list + "&kind=BENEFICIARY_MISMATCH"), "#reviews")).singleElement()
			.asString()
			.contains("Asha Traders", "The account holder has a different name", beneficiary.toString(), "MRS RAMESH");
		assertThat(operator.get("/console/reviews?business=BIZ00000000").text()).contains("No business has this code.");
		Visitor.Page refused = operator.get(list + "&kind=ENQUIRIES_ENDED")
			.submit("#reviews form", Map.of("reason", "no"))
			.follow();
		assertThat(refused.text()).contains("Give a reason of 5 to 500 characters.");
		assertThat(refused.document().select("details[open] textarea").text()).as("what was typed").isEqualTo("no");
		assertThat(refused.document().select("#kind option[selected]").val()).as("the filter is kept")
			.isEqualTo("ENQUIRIES_ENDED");
		assertThat(operator
			.post("/console/reviews", Map.of("kind", "ENQUIRIES_ENDED", "businessId", this.rows.code(business.id()),
					"subjectId", "x", "list", "{evil}"))
			.status()).isEqualTo(400);
		assertThat(operator.post("/console/reviews",
				Map.of("kind", "ENQUIRIES_ENDED", "businessId", business.id().toString(), "subjectId",
						UUID.randomUUID().toString(), "shown", REVIEWED, "list", "{evil}"))
			.location()).isEqualTo("/console/reviews");
		assertThat(decide(operator, "ENQUIRIES_ENDED", business.id(), payout(ended)))
			.contains("Another status enquiry is due now.");
		assertThat(decide(operator, "ENQUIRIES_ENDED", business.id(), payout(ended))).as("twice")
			.contains("This case is settled already");
		assertThat(decide(operator, "BANK_CONTRADICTS", business.id(), payout(contradicted)))
			.contains("The case is settled.");
		assertThat(decide(operator, "BENEFICIARY_MISMATCH", business.id(), beneficiary))
			.contains("The case is settled.");
		assertThat(operator.get(list).text()).contains("No case needs a manual review.");
		assertThat(this.rows.audited(business.id(), "BANK_ASKED_AGAIN")).singleElement().asString().contains(REASON);
		assertThat(this.rows.audited(business.id(), "MANUAL_REVIEW_SETTLED")).hasSize(2);
		assertThat(this.portal.jdbc()
			.sql("SELECT settled_by || ': ' || note FROM bank_conflict WHERE payout_id = ?")
			.param(payout(contradicted))
			.query(String.class)
			.single()).endsWith(": " + REASON);
	}

	@Test
	void aReviewOfOneBusinessIsNotSettledUnderAnother() {
		TestBusiness business = this.portal.merchant();
		UUID beneficiary = this.rows.mismatch(business.id());
		assertThat(decide(visitor(Role.OPERATOR), "BENEFICIARY_MISMATCH", this.portal.business(), beneficiary))
			.contains("This case is settled already");
	}

	@Test
	void stuckPayoutsAreListedWithWhatTheyWaitFor() {
		TestBusiness business = this.portal.merchant();
		this.rows.jdbc(
				"""
						WITH old AS (
						  INSERT INTO payout (payout_id, business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
						                      beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
						                      response_message)
						  SELECT uuidv7(interval '-3 hours'), business_id, 'TXN202611219999999999', beneficiary_id, beneficiary_code, name,
						         phone_number, account_number, ifsc, 'N', 123456, 0, 0, 'Payout request created and queued'
						    FROM beneficiary WHERE business_id = ?
						  RETURNING business_id, payout_id)
						INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
						SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'Payout request created and queued' FROM old
						""",
				business.id());
		PaymentOrder order = dispatched(business);
		Visitor auditor = visitor(Role.AUDITOR);
		assertThat(rows(auditor.get("/console/stuck"), "#stuck")).singleElement()
			.asString()
			.contains("3 h", "Accepted", "Debit of the wallet", "TXN202611219999999999", "NEFT", "₹1,234.56");
		assertThat(auditor.get("/console/stuck?age=DAY").text()).contains("No payout takes this long.");
		assertThat(rows(auditor.get("/console/stuck?age=ANY&stage=DISPATCHED"), "#stuck"))
			.anyMatch((row) -> row.contains(payout(order).toString()) && row.contains("Answer to a call")
					&& row.contains("one · 0"));
		this.portal.owner(BankAttempts.class).inDoubt(order.attempt(), "timeout", Duration.ofMinutes(1));
		assertThat(rows(auditor.get("/console/stuck?age=ANY&stage=IN_DOUBT"), "#stuck"))
			.anyMatch((row) -> row.contains(payout(order).toString()) && row.contains("Next enquiry"));
		this.rows.jdbc("UPDATE bank_attempt SET due_at = NULL WHERE payout_id = ?", payout(order));
		assertThat(rows(auditor.get("/console/stuck?age=ANY&stage=IN_DOUBT"), "#stuck"))
			.anyMatch((row) -> row.contains(payout(order).toString()) && row.contains("Manual review"));
		UUID debited = this.portal.money().debitedPayout(business);
		assertThat(rows(auditor.get("/console/stuck?age=ANY&stage=DEBITED"), "#stuck"))
			.anyMatch((row) -> row.contains(debited.toString()) && row.contains("A bank that takes it"));
		assertThat(auditor.get("/console").textOf("waiting-stuck")).isEqualTo("1");
	}

	@Test
	void banksAreShownAsAllCopiesSeeThem() {
		BankHealth health = this.portal.owner(BankHealth.class);
		Instant at = Instant.now().minusSeconds(5);
		health.report(UUID.randomUUID(), List.of(rail(BreakerState.OPEN, Map.of(PaymentResult.UNANSWERED, 3), null)));
		health.report(UUID.randomUUID(), List.of(rail(BreakerState.CLOSED, Map.of(PaymentResult.ACCEPTED, 9),
				new RailHealth.LastPayment(PaymentResult.ACCEPTED, at))));
		Visitor.Page page = visitor(Role.OPERATOR).get("/console/banks");
		assertThat(rows(page, "#banks")).filteredOn((row) -> row.startsWith("seen"))
			.singleElement()
			.asString()
			.contains("UPI", "Not called", "Payouts are parked", "75 %", "Accepted", "Copies: 2");
		this.rows.jdbc("UPDATE bank_health SET reported_at = now() - interval '5 minutes' WHERE bank = 'seen'");
		assertThat(rows(visitor(Role.OPERATOR).get("/console/banks"), "#banks"))
			.anyMatch((row) -> row.contains("Not reported"));
		this.rows.jdbc("UPDATE bank_health SET reported_at = now() - interval '2 hours' WHERE bank = 'seen'");
		health.report(UUID.randomUUID(), List.of());
		assertThat(visitor(Role.OPERATOR).get("/console/banks").text()).as("of copies that have ended")
			.doesNotContain("seen");
	}

	@Test
	void twoPeopleChangeTheCalendar() {
		Visitor maker = visitor(Role.OPERATOR);
		LocalDate day = India.dateOf(Instant.now()).plusYears(1).withMonth(8).withDayOfMonth(15);
		String year = "/console/calendar?year=" + day.getYear();
		Visitor.Page form = maker.get(year);
		for (String wrong : List.of("", "2206-08-15")) {
			assertThat(
					form.submit("#calendar-form", Map.of("day", wrong, "name", "x", "reason", REASON)).follow().text())
				.as(wrong)
				.contains("Give a day from the year 2000 on, at most two years ahead.");
		}
		Visitor.Page unnamed = form
			.submit("#calendar-form", Map.of("day", day.toString(), "name", " ", "reason", REASON))
			.follow();
		assertThat(unnamed.text()).contains("The name must have 1 to 100 characters.");
		assertThat(unnamed.document().select("#day").val()).as("what was typed").isEqualTo(day.toString());
		Map<String, String> proposal = Map.of("day", day.toString(), "name", "Independence Day", "reason", REASON);
		assertThat(form.submit("#calendar-form", proposal).follow().text())
			.contains("The change waits for another person.");
		long change = this.rows.change(day);
		String path = "/console/calendar/changes/" + change;
		assertThat(maker.get("/console/calendar").document().select("#decide-" + change)).as("refused by the page")
			.isEmpty();
		assertThat(maker.post(path + "/approve", Map.of("reason", REASON)).follow().text()).as("refused by the class")
			.contains("You proposed this change.");
		assertThatThrownBy(() -> this.rows.jdbc(
				"""
						UPDATE bank_calendar_change SET decision = 'APPROVED', checker = maker, checked_at = now() WHERE change_id = ?
						""",
				change))
			.as("refused by the database")
			.hasMessageContaining("checker_is_not_maker");
		Visitor checker = visitor(Role.ADMIN);
		Visitor.Page approved = checker.get("/console/calendar")
			.submit("#decide-" + change, Map.of("reason", REASON))
			.follow();
		assertThat(approved.text()).contains("The change is approved.");
		assertThat(rows(approved, "#days")).as("the year of the change")
			.containsExactly(TestPortal.shown(day) + " Independence Day Closed");
		assertThat(checker.get("/console/calendar").text()).contains("operator@example.com", "admin@example.com");
		assertThat(checker.post(path + "/reject", Map.of("reason", REASON)).follow().text())
			.contains("decided, withdrawn or expired");
		maker.post("/console/calendar",
				Map.of("day", day.plusDays(1).toString(), "name", "Parsi New Year", "reason", REASON));
		assertThat(checker
			.post("/console/calendar/changes/" + this.rows.change(day.plusDays(1)) + "/reject",
					Map.of("reason", REASON))
			.follow()
			.text()).contains("The change is rejected.", TestPortal.shown(day) + " Independence Day Closed");
		assertThat(this.rows.audited(null, "PROPOSE_BANK_DAY")).anyMatch((after) -> after.contains("Independence Day"));
		assertThat(this.rows.audited(null, "APPROVE_BANK_DAY")).anyMatch((after) -> after.contains(REASON));
		assertThat(this.rows.audited(null, "REJECT_BANK_DAY")).hasSize(1);
	}

	@Test
	void theCalendarOfASignedDayDoesNotChange() {
		LocalDate day = LocalDate.of(2020, 5, 1);
		visitor(Role.OPERATOR).post("/console/calendar",
				Map.of("day", day.toString(), "name", "Maharashtra Day", "reason", REASON));
		long change = this.rows.change(day);
		this.rows
			.jdbc("""
					DO $$ BEGIN
					  SET LOCAL session_replication_role = replica;
					  INSERT INTO reconciliation_run (nodal_account_id, business_date, requested_by, state, due_at, signed_at, signed_by,
					                                  bank_closing_paise, ledger_paise, late_paise, breaks_paise, violation_count)
					  VALUES (1, '2020-05-02', 'test', 'SIGNED', NULL, now(), 'test', 0, 0, 0, 0, 0);
					END $$
					""");
		assertThat(
				visitor(Role.ADMIN).post("/console/calendar/changes/" + change + "/approve", Map.of("reason", REASON))
					.follow()
					.text())
			.contains("is signed off. Its calendar does not change.");
		assertThat(visitor(Role.OPERATOR)
			.post("/console/calendar", Map.of("day", "2020-05-02", "name", "Late", "reason", REASON))
			.follow()
			.text()).contains("is signed off. Its calendar does not change.");
		this.rows.jdbc(
				"UPDATE bank_calendar_change SET decision = 'APPROVED', checker = 'other', checked_at = now() WHERE change_id = ?",
				change);
		assertThatThrownBy(() -> this.rows.jdbc("""
				INSERT INTO bank_calendar (day, is_open, name, change_id)
				SELECT day, is_open, name, change_id FROM bank_calendar_change WHERE change_id = ?
				""", change)).as("refused by the database").hasMessageContaining("that day is signed off");
	}

	@Test
	void failingEndpointsAreListedAndEnabled() {
		UUID business = this.portal.business();
		UUID endpoint = this.rows.endpoint(business);
		this.rows.jdbc(
				"""
						INSERT INTO webhook_endpoint_failure (endpoint_id, business_id, failed_attempts, failing_since, parked_until, disabled_at)
						VALUES (?, ?, 77, now() - interval '3 days', now(), now())
						""",
				endpoint, business);
		Visitor operator = visitor(Role.OPERATOR);
		assertThat(rows(operator.get("/console/webhooks?state=DISABLED"), "#endpoints"))
			.anyMatch((row) -> row.contains("https://merchant.example/" + business) && row.contains("3 days")
					&& row.contains("77"));
		assertThat(operator.get("/console/webhooks?state=FAILING").text()).contains("No endpoint fails.");
		int stopped = Integer.parseInt(operator.get("/console").textOf("waiting-webhooks"));
		this.rows.jdbc("UPDATE webhook_endpoint SET active = false WHERE endpoint_id = ?", endpoint);
		assertThat(operator.get("/console").textOf("waiting-webhooks")).as("removed by the merchant")
			.isEqualTo(String.valueOf(stopped - 1));
		for (String list : List.of("", "?state=DISABLED")) {
			assertThat(operator.get("/console/webhooks" + list).text()).as("removed")
				.doesNotContain(business.toString());
		}
		assertThat(rows(operator.get("/console/webhooks?state=REMOVED"), "#endpoints")).singleElement()
			.asString()
			.contains(business.toString(), "Disabled", "Removed by the business");
		this.rows.jdbc("UPDATE webhook_endpoint SET active = true WHERE endpoint_id = ?", endpoint);
		String path = "/console/webhooks/" + endpoint + "/enable";
		assertThat(operator.post(path, Map.of("reason", "x", "list", "state=DISABLED"))
			.follow()
			.document()
			.select("details[open]")).hasSize(1);
		assertThat(operator.post(path, Map.of("reason", REASON)).follow().text())
			.contains("The endpoint gets its deliveries again.");
		assertThat(operator.post(path, Map.of("reason", REASON)).follow().text())
			.contains("This endpoint is not failing.");
		assertThat(this.rows.audited(business, "WEBHOOK_ENDPOINT_ENABLED")).singleElement().asString().contains(REASON);
	}

	@Test
	void deliveriesOfSeveralBusinessesAreRedeliveredTogether() {
		UUID one = this.portal.business();
		UUID other = this.portal.business();
		UUID first = this.rows.delivery(one, this.rows.endpoint(one), "FAILED");
		UUID second = this.rows.delivery(other, this.rows.endpoint(other), "FAILED");
		Visitor operator = visitor(Role.OPERATOR);
		assertThat(rows(operator.get("/console/deliveries?state=FAILED&business=" + this.rows.code(one)),
				"#delivery-table"))
			.singleElement()
			.asString()
			.contains(first.toString(), "Failed", "Test");
		assertThat(rows(operator.get("/console/deliveries?subject=" + second), "#delivery-table")).hasSize(1);
		assertThat(operator.get("/console/deliveries?subject=x").text()).contains("Enter a complete id.");
		Visitor.Page reversed = operator.get("/console/deliveries?from=2026-11-30&to=2026-11-01");
		assertThat(reversed.textOf("days-error")).endsWith("the last not before the first.");
		assertThat(rows(reversed, "#delivery-table")).isNotEmpty();
		assertThat(operator.get("/console/deliveries?subject=" + UUID.randomUUID()).text())
			.contains("There is no delivery.");
		Visitor.Page page = operator.get("/console/deliveries?state=FAILED");
		String both = first + "," + second;
		Visitor.Page refused = page.submit("#redeliver", Map.of("ids", both, "reason", "")).follow();
		assertThat(refused.text()).contains("Give a reason");
		assertThat(refused.document().select("input[name=ids][checked]")).as("the choice is kept").hasSize(2);
		assertThat(page.submit("#redeliver", Map.of("ids", both, "reason", REASON)).follow().text())
			.contains("2 of 2 will be redelivered.");
		assertThat(this.rows.audited(one, "STAFF_REDELIVERED_WEBHOOKS")).singleElement()
			.asString()
			.contains(first.toString())
			.doesNotContain(second.toString());
		assertThat(this.rows.audited(other, "STAFF_REDELIVERED_WEBHOOKS")).singleElement().asString().contains(REASON);
		Visitor.Page delivery = operator.get("/console/deliveries/" + first);
		assertThat(delivery.textOf("delivery-state")).isEqualTo("Pending");
		assertThat(delivery.body()).as("the content is the business's").doesNotContain("secret content");
		assertThat(delivery.submit("#redeliver", Map.of("reason", REASON)).follow().text())
			.contains("1 of 1 will be redelivered.");
	}

	@Test
	void failedExportsAreTriedAgain() {
		UUID business = this.portal.business();
		UUID failed = this.rows.export(business, "FAILED", 1);
		UUID replaced = this.rows.export(business, "FAILED", 2);
		this.rows.export(business, "PENDING", 2);
		Visitor operator = visitor(Role.OPERATOR);
		String list = "/console/exports?business=" + this.rows.code(business);
		assertThat(rows(operator.get(list), "#exports")).hasSize(3);
		assertThat(rows(operator.get(list + "&status=FAILED"), "#exports")).hasSize(2)
			.allMatch((row) -> row.contains("the disk is full") && row.contains("Asha Traders"));
		String path = "/console/exports/" + business + "/";
		assertThat(operator.post(path + failed + "/retry", Map.of()).follow().text()).contains("Give a reason");
		assertThat(operator.post(path + failed + "/retry", Map.of("reason", REASON)).follow().text())
			.contains("The export is being retried.");
		assertThat(operator.post(path + failed + "/retry", Map.of("reason", REASON)).follow().text())
			.contains("This export has not failed.");
		assertThat(operator.post(path + replaced + "/retry", Map.of("reason", REASON)).follow().text())
			.contains("The business has requested the same file again.");
		assertThat(this.rows.audited(business, "EXPORT_RETRIED")).singleElement().asString().contains(REASON);
		assertThat(rows(operator.get(list + "&status=FAILED"), "#exports")).hasSize(1);
	}

	@Test
	void listsArePagedByKeyWithoutLossOrRepetition() {
		UUID business = this.portal.business();
		UUID endpoint = this.rows.endpoint(business);
		for (int i = 0; i < 60; i++) {
			this.rows.export(business, "PENDING", 100 + i);
			this.rows.delivery(business, endpoint, "DELIVERED");
			this.rows.mismatch(business);
		}
		String filter = "?business=" + this.rows.code(business);
		assertThat(allRows("/console/exports" + filter, "#exports")).hasSize(60).doesNotHaveDuplicates();
		assertThat(allRows("/console/deliveries" + filter, "#delivery-table")).hasSize(60).doesNotHaveDuplicates();
		assertThat(allRows("/console/reviews" + filter, "#reviews")).hasSize(60).doesNotHaveDuplicates();
		for (int i = 0; i < 60; i++) {
			UUID other = this.portal.business();
			this.rows.jdbc(
					"INSERT INTO webhook_endpoint_failure (endpoint_id, business_id, failed_attempts) VALUES (?, ?, 1)",
					this.rows.endpoint(other), other);
		}
		assertThat(allRows("/console/webhooks?state=FAILING", "#endpoints")).hasSize(60).doesNotHaveDuplicates();
	}

	@Test
	void pagesHaveNoInlineScriptsAndNoMissingTexts() {
		for (String path : PAGES) {
			Visitor.Page page = visitor(Role.OPERATOR).get(path);
			assertThat(page.document().select("script:not([src]), style, [style], [onclick], [onload]")).as(path)
				.isEmpty();
			assertThat(page.body()).as(path).doesNotContain("??");
		}
	}

	private List<String> allRows(String path, String table) {
		List<String> rows = new ArrayList<>();
		Visitor.Page page = visitor(Role.AUDITOR).get(path);
		rows.addAll(rows(page, table));
		String next = page.document().select("main a.btn[href*=after], main a.btn[href*=before]").attr("href");
		while (!next.isEmpty()) {
			page = visitor(Role.AUDITOR).get(next);
			rows.addAll(rows(page, table));
			next = page.document().select("main a.btn[href*=after], main a.btn[href*=before]").attr("href");
		}
		return rows;
	}

	private static List<String> rows(Visitor.Page page, String table) {
		return page.document().select(table + " tbody tr").eachText();
	}

	private static String decide(Visitor operator, String kind, UUID business, UUID subject) {
		return operator
			.post("/console/reviews", Map.of("kind", kind, "businessId", business.toString(), "subjectId",
					subject.toString(), "shown", Instant.now().toString(), "reason", REASON))
			.follow()
			.text();
	}

	private static RailHealth rail(BreakerState breaker, Map<PaymentResult, Integer> payments,
			RailHealth.@Nullable LastPayment last) {
		return new RailHealth("seen", Rail.UPI, new RailHealth.State(breaker, breaker == BreakerState.OPEN, 1, null),
				payments, last);
	}

	private PaymentOrder dispatched(TestBusiness business) {
		UUID payout = this.portal.money().debitedPayout(business);
		return this.portal.owner(BankAttempts.class)
			.claim(List.of(new PayoutKey(business.id(), payout)), "one", Duration.ofMinutes(5))
			.getFirst();
	}

	private static UUID payout(PaymentOrder order) {
		return order.attempt().payout().payoutId();
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

}

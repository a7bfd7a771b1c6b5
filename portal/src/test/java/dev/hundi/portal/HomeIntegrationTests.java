package dev.hundi.portal;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
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

/** The first page, and the search of every page. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HomeIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@SuppressWarnings("NullAway.Init")
	private Desk other;

	@SuppressWarnings("NullAway.Init")
	private UUID paid;

	@BeforeAll
	void start() {
		TestDay.inIndia(Duration.ofMinutes(3));
		this.merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.desk = new Desk(this.portal, this.merchants, "asha-home");
		this.other = new Desk(this.portal, this.merchants, "other-home");
		this.paid = this.desk.paid(1_500_00);
		this.desk.paid(500_00);
		this.desk.refused(2_500_00);
		this.desk.sent(this.desk.business().payout(3_500_00, 500, 90));
		this.desk.business().payout("R", 4_500_00, 500, 90);
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleBeginsWithItsPage(Role role) {
		boolean reads = role != Role.DEVELOPER;
		assertThat(this.desk.as(role).get("/").status()).isEqualTo(reads ? 200 : 302);
		for (String page : List.of("/home/figures", "/search?q=x")) {
			assertThat(this.desk.as(role).get(page).status()).as(page).isEqualTo(reads ? 200 : 403);
		}
		assertThat(this.desk.as(role).get("/profile").document().select("#search-box")).hasSize(reads ? 1 : 0);
	}

	@Test
	void theFirstPageShowsMoneyAndTodaysPayouts() {
		Visitor.Page page = this.desk.as(Role.VIEWER).get("/");
		assertThat(page.textOf("spendable")).isEqualTo("₹9,94,482.30");
		assertThat(page.textOf("at-bank")).isEqualTo("₹3,500.00");
		assertThat(page.document().select("#today tbody tr").eachText()).containsExactly("Successful 2 ₹2,000.00",
				"Failed 1 ₹2,500.00", "Waiting 2 ₹8,000.00");
		assertThat(page.textOf("waits")).isEqualTo("Nothing needs your attention.");
		assertThat(page.document().getElementById("low")).isNull();
		assertThat(this.other.as(Role.VIEWER).get("/").textOf("today")).doesNotContain("₹2,000.00");
	}

	@Test
	void figuresAreAPageAndAPart() {
		Visitor.Page whole = this.desk.as(Role.VIEWER).get("/home/figures");
		assertThat(whole.document().select("#rails tbody tr").eachText()).containsExactly("IMPS 100.0 % 2 0",
				"NEFT 0.0 % 0 1", "RTGS – 0 0");
		assertThat(whole.document().select("#hours tbody tr")).hasSize(24);
		assertThat(whole.document().select("#hours tbody tr").eachAttr("data-value").getLast()).isIn("5", "0");
		Visitor.Page part = this.desk.as(Role.VIEWER).get("/home/figures", "HX-Request", "true");
		assertThat(part.body()).startsWith("<div").doesNotContain("<html");
		assertThat(this.other.as(Role.VIEWER).get("/home/figures").text()).contains("No payouts found.");
	}

	/** They are debited when they are approved, or later. */
	@Test
	void heldPayoutsDoNotMakeTheWalletLow() {
		Desk holding = new Desk(this.portal, this.merchants, "holding");
		new HeldPayouts(this.portal.jdbc()).payouts(holding.id(), 3_000_000_00, 1);
		assertThat(holding.as(Role.VIEWER).get("/").document().getElementById("low")).isNull();
	}

	@Test
	void whatWaitsIsShownToWhomItConcerns() {
		Desk waiting = new Desk(this.portal, this.merchants, "waiting");
		waiting.business().payout(2_000_000_00, 0, 0);
		UUID payout = waiting.business().payout(1_00, 0, 0);
		waiting.sent(payout);
		this.portal.jdbc()
			.sql("UPDATE bank_attempt SET state = 'NOT_SENT', due_at = NULL, retry_at = now() WHERE business_id = :id")
			.param("id", waiting.id())
			.update();
		UUID maker = waiting.member(Role.MAKER).id();
		this.portal.transactions()
			.executeWithoutResult((transaction) -> this.portal.owner(Approvals.class)
				.ask(new NewApproval("FIRST_IP_RULE", waiting.id(), new byte[32], "An IP rule",
						new Maker.OfPerson(maker), "first IP rule", 1, Duration.ofDays(1))));
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
					VALUES (:id, 'salaries.csv', 'CSV', 1, sha256('x'), 'VALID_ROWS', 'pk_1', 'pk_1')
					""")
			.param("id", waiting.id())
			.update();
		this.portal.jdbc()
			.sql("UPDATE bulk_file SET status = 'AWAITING_RELEASE', loaded_at = now(), people_needed = 1 WHERE business_id = :id")
			.param("id", waiting.id())
			.update();
		Visitor.Page page = waiting.as(Role.CHECKER).get("/");
		assertThat(page.textOf("low")).contains("₹20,00,000.00");
		assertThat(page.textOf("unreached"))
			.isEqualTo("Payouts over IMPS waiting because the bank cannot be reached: 1. Hundi retries automatically.");
		assertThat(page.textOf("waits")).contains("Developer requests to review: 1", "Bulk files to release: 1");
		assertThat(waiting.as(Role.VIEWER).get("/").textOf("waits")).doesNotContain("Requests");
	}

	@Test
	void aParkedEndpointIsNotCalledDisabled() {
		Desk failing = new Desk(this.portal, this.merchants, "failing");
		this.portal.subscribe(failing.id());
		this.portal.jdbc()
			.sql("""
					INSERT INTO webhook_endpoint_failure (endpoint_id, business_id, failed_attempts, parked_until)
					SELECT endpoint_id, business_id, 20, now() + interval '1 hour' FROM webhook_endpoint WHERE business_id = :id
					""")
			.param("id", failing.id())
			.update();
		assertThat(failing.as(Role.OWNER).get("/").textOf("waits"))
			.contains("A webhook endpoint of yours is parked or disabled after repeated failures.");
	}

	/** What the staff asks for, and a payout that the reader has agreed to already. */
	@Test
	void whatThePersonCannotDecideDoesNotWaitForIt() {
		Desk two = new Desk(this.portal, this.merchants, "two");
		Member reader = two.member(Role.CHECKER);
		Visitor checker = Visitor.signedIn(this.merchants.url(), reader);
		UUID colleague = this.portal.person("two-second@example.com", two.id(), Role.CHECKER).id();
		UUID staff = this.portal.person("two-staff@example.com", null, Role.FINANCE_MAKER).id();
		ask(two, "LIMITS", staff, 1);
		UUID rules = ask(two, "PAYOUT_RULES", two.member(Role.MAKER).id(), 2);
		this.portal.jdbc()
			.sql("""
					INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours, checkers)
					VALUES (:business, 'PAYOUT', 1000, 1, 24, ARRAY[:named]::uuid[]), (:business, 'PAYOUT', 100000, 2, 24, '{}')
					""")
			.param("business", two.id())
			.param("named", colleague)
			.update();
		HeldPayouts held = new HeldPayouts(this.portal.jdbc());
		held.payouts(two.id(), 100_00, 1);
		UUID both = this.portal.jdbc()
			.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", held.payouts(two.id(), 2_000_00, 1).getFirst())
			.query(UUID.class)
			.single();
		Visitor.Page home = checker.get("/");
		assertThat(home.textOf("waits")).isEqualTo("Payouts to approve: 1 Proposed approval rules to review: 1");
		assertThat(home.document().select("#waits a").eachAttr("href")).containsExactly("/approvals",
				"/approvals/rules");
		Approvals approvals = this.portal.owner(Approvals.class);
		for (UUID decided : List.of(rules, both)) {
			assertThat(approvals.approve(decided, reader.id(), approvals.find(decided).orElseThrow().contentHash()))
				.isInstanceOf(DecisionResult.Counted.class);
		}
		assertThat(checker.get("/").textOf("waits")).isEqualTo("Nothing needs your attention.");
		assertThat(two.as(Role.OWNER).get("/").textOf("waits")).isEqualTo("Proposed approval rules to review: 1");
	}

	@Test
	void aFileWaitsForThoseOnlyWhoCanStillReleaseIt() {
		Desk files = new Desk(this.portal, this.merchants, "files");
		Member owner = files.member(Role.OWNER);
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
					SELECT :id, name, 'CSV', 1, sha256(name::bytea), 'VALID_ROWS', 'test', 'person:' || :owner
					  FROM unnest(ARRAY['one', 'two', 'planned']) AS name
					""")
			.param("id", files.id())
			.param("owner", owner.id().toString())
			.update();
		this.portal.jdbc().sql("""
				UPDATE bulk_file SET status = 'AWAITING_RELEASE', loaded_at = now(),
				       people_needed = CASE file_name WHEN 'two' THEN 2 ELSE 1 END,
				       planned_for = CASE file_name WHEN 'planned' THEN now() + interval '1 day' END,
				       planned_by = CASE file_name WHEN 'planned' THEN uploaded_by END
				 WHERE business_id = :id
				""").param("id", files.id()).update();
		assertThat(files.as(Role.CHECKER).get("/").textOf("waits")).isEqualTo("Bulk files to release: 2");
		assertThat(Visitor.signedIn(this.merchants.url(), owner).get("/").textOf("waits"))
			.isEqualTo("Bulk files to release: 1");
		for (Role role : List.of(Role.MAKER, Role.VIEWER)) {
			assertThat(files.as(role).get("/").textOf("waits")).as(role.name())
				.isEqualTo("Nothing needs your attention.");
		}
	}

	private UUID ask(Desk of, String kind, UUID maker, int people) {
		return this.portal.owner(Approvals.class)
			.ask(new NewApproval(kind, of.id(), new byte[32], "A change", new Maker.OfPerson(maker), "a rule", people,
					Duration.ofDays(1)));
	}

	@Test
	void searchFindsByIdReferenceNameAndPart() {
		Visitor viewer = this.desk.as(Role.VIEWER);
		String transaction = text("SELECT transaction_id FROM payout WHERE payout_id = :id", this.paid);
		String utr = text("SELECT utr FROM payout WHERE payout_id = :id", this.paid);
		for (String text : List.of(transaction, transaction.substring(14), utr, utr.substring(8), this.paid.toString(),
				this.paid.toString().substring(9, 30))) {
			assertThat(viewer.get("/search?q=" + text).document().select("#found-payouts a").eachAttr("href")).as(text)
				.contains("/payouts/" + this.paid);
		}
		assertThat(viewer.get("/search?q=ramesh").document().select("#found-beneficiaries a")).hasSize(1);
		assertThat(viewer.get("/search?q=money+for+asha").document().select("#found-movements a")).hasSize(1);
		String movement = text("SELECT movement_id::text FROM wallet_movement WHERE payout_id = :id", this.paid);
		assertThat(viewer.get("/search?q=" + movement).document().select("#found-movements a").attr("href"))
			.isEqualTo("/wallet?q=" + movement);
		assertThat(viewer.get("/search?q=statem").document().select("#found-pages a").attr("href"))
			.isEqualTo("/wallet/statements");
		assertThat(viewer.get("/search?q=import").text()).contains("No results found.");
		assertThat(this.desk.as(Role.MAKER).get("/search?q=import").document().select("#found-pages a")).hasSize(1);
		for (String text : List.of(transaction, utr, this.paid.toString(), movement, "money+for+asha")) {
			assertThat(this.other.as(Role.OWNER).get("/search?q=" + text).text()).as(text)
				.contains("No results found.");
		}
	}

	@Test
	void searchFindsFilesAndWebhooks() {
		UUID file = this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
					VALUES (:id, 'vendors-november.csv', 'CSV', 1, sha256('y'), 'VALID_ROWS', 'pk_1', 'pk_1') RETURNING bulk_file_id
					""")
			.param("id", this.desk.id())
			.query(UUID.class)
			.single();
		assertThat(
				this.desk.as(Role.VIEWER).get("/search?q=vendors-nov").document().select("#found-files a").attr("href"))
			.contains(file.toString());
		UUID delivery = this.portal.jdbc()
			.sql("""
					WITH endpoint AS (
					  INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext) VALUES (:id, 'https://a.example/', '\\x00')
					  RETURNING business_id, endpoint_id)
					INSERT INTO webhook_delivery (business_id, endpoint_id, event, body)
					SELECT business_id, endpoint_id, 'Test', '{}' FROM endpoint RETURNING delivery_id
					""")
			.param("id", this.desk.id())
			.query(UUID.class)
			.single();
		String part = delivery.toString().substring(0, 20);
		assertThat(
				this.desk.as(Role.OWNER).get("/search?q=" + part).document().select("#found-webhooks a").attr("href"))
			.isEqualTo("/developers/deliveries/" + delivery);
		assertThat(this.desk.as(Role.VIEWER).get("/search?q=" + part).document().select("#found-webhooks a")).isEmpty();
	}

	private String text(String sql, UUID id) {
		return this.portal.jdbc().sql(sql).param("id", id).query(String.class).single();
	}

}

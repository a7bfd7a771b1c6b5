package dev.hundi.portal;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.DatabaseScope;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.time.India;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** The list of payouts, its views and exports, and the page of a payout. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayoutsIntegrationTests {

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@SuppressWarnings("NullAway.Init")
	private Desk other;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private UUID paid;

	@SuppressWarnings("NullAway.Init")
	private UUID queued;

	/** Of the payouts: midnight may pass while they are made, and afterwards. */
	@SuppressWarnings("NullAway.Init")
	private LocalDate firstDay;

	@SuppressWarnings("NullAway.Init")
	private LocalDate lastDay;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		this.desk = new Desk(this.portal, this.merchants, "asha");
		this.other = new Desk(this.portal, this.merchants, "other");
		this.firstDay = India.dateOf(Instant.now());
		this.paid = this.desk.paid(1_500_00);
		this.desk.refused(2_500_00);
		this.desk.sent(this.desk.business().payout(3_500_00, 500, 90));
		this.queued = this.desk.business().payout("R", 4_500_00, 500, 90);
		this.other.paid(9_999_00);
		this.lastDay = India.dateOf(Instant.now());
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleReachesItsPagesOnly(Role role) {
		int expected = (role == Role.DEVELOPER) ? 403 : 200;
		for (String page : List.of("/payouts", "/payouts/live", "/payouts/" + this.paid, "/payouts/export",
				"/payouts/" + this.paid + "/live", "/payouts/" + this.paid + "/advice.pdf")) {
			assertThat(this.desk.as(role).get(page).status()).as(page).isEqualTo(expected);
		}
		if (role != Role.DEVELOPER) {
			assertThat(this.desk.as(role).get("/payouts/" + this.paid).document().select("#again")).as("pay again")
				.hasSize((role == Role.MAKER) ? 1 : 0);
		}
		assertThat(this.desk.as(role).post("/payouts/views", Map.of("name", "View of " + role)).status())
			.isEqualTo((role == Role.DEVELOPER) ? 403 : 302);
	}

	@Test
	void payoutsOfAnotherBusinessDoNotExist() {
		for (String page : List.of("/payouts/%s", "/payouts/%s/live", "/payouts/%s/advice.pdf")) {
			assertThat(this.other.as(Role.OWNER).get(page.formatted(this.paid)).status()).as(page).isEqualTo(404);
		}
		Visitor.Page list = this.other.as(Role.OWNER).get("/payouts");
		assertThat(list.document().select("#payout-table tbody tr")).hasSize(1);
		assertThat(this.other.as(Role.OWNER).get("/payouts/live?rows=" + this.paid + ".1").body())
			.doesNotContain("<tr");
	}

	@ParameterizedTest
	@CsvSource({ "'',4", "state=SUCCESSFUL,1", "state=FAILED,1", "state=PENDING,1", "state=INITIATED,1", "rail=NEFT,1",
			"rail=IMPS,2", "'min=2,500.00&max=3500',2", "source=API,4", "source=BULK,0",
			"from=2020-01-01&to=2020-01-02,0" })
	void aFilterListsWhatItNames(String query, int expected) {
		assertThat(rows(this.desk.as(Role.VIEWER).get("/payouts?" + query))).hasSize(expected);
	}

	@Test
	void daysAreThoseOfIndia() {
		Visitor viewer = this.desk.as(Role.VIEWER);
		assertThat(rows(viewer.get("/payouts?from=%s&to=%s".formatted(this.firstDay, this.lastDay)))).hasSize(4);
		assertThat(rows(viewer.get("/payouts?to=" + this.firstDay.minusDays(1)))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "state=PAID,state", "min=1.234,min", "min=5&max=4,max", "from=yesterday,from",
			"from=2026-11-23&to=2026-11-22,to", "beneficiary=x,beneficiary", "file=x,file",
			"from=+999999999-01-01,from" })
	void aWrongFieldIsNamedAndKept(String query, String field) {
		Visitor.Page page = this.desk.as(Role.VIEWER).get("/payouts?" + query);
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.document().select("#error-summary a").eachAttr("href")).containsExactly("#" + field);
	}

	@Test
	void pagesFollowEachOtherWithoutGapAndRepetition() {
		Desk many = new Desk(this.portal, this.merchants, "many");
		List<String> created = IntStream.range(0, 120)
			.mapToObj((number) -> many.business().payout(100_00 + number, 0, 0).toString())
			.toList();
		Visitor.Page page = many.as(Role.VIEWER).get("/payouts?rail=IMPS");
		List<String> seen = new ArrayList<>(ids(page));
		for (Element older = page.document().getElementById("older"); older != null; older = page.document()
			.getElementById("older")) {
			page = many.as(Role.VIEWER).get(older.attr("href"));
			seen.addAll(ids(page));
		}
		assertThat(seen).containsExactlyElementsOf(created.reversed());
	}

	@Test
	void theTimelineShowsEventsAttemptsMovementsAndWebhooks() {
		Visitor.Page page = this.desk.as(Role.VIEWER).get("/payouts/" + this.paid);
		assertThat(page.document().select("#timeline tbody tr td:nth-child(2)").eachText()).containsExactlyInAnyOrder(
				"Accepted", "Wallet debited", "Wallet: Payout", "Bank, attempt 1", "Sent to the bank", "Successful");
		assertThat(page.text()).contains("₹1,505.90", "₹1,500.00", "Ramesh Kumar").doesNotContain("test-bank");
		assertThat(page.document().select("[data-copy]").eachAttr("data-copy"))
			.allSatisfy((id) -> assertThat(page.document().getElementById(id)).isNotNull())
			.hasSize(3);
	}

	@Test
	void aWebhookOfTheTimelineHasEveryTry() {
		Desk hooked = new Desk(this.portal, this.merchants, "hooked");
		UUID payout = hooked.paid(77_00);
		this.portal.jdbc()
			.sql("""
					WITH endpoint AS (
					  INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext) VALUES (:business, 'https://a.example/', '\\x00')
					  RETURNING business_id, endpoint_id
					), delivery AS (
					  INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body)
					  SELECT e.business_id, e.endpoint_id, p.payout_id, p.event_id, 'Initiated', '{}'
					    FROM endpoint e JOIN payout_event p ON p.business_id = e.business_id AND p.payout_id = :payout AND p.sequence = 1
					  RETURNING delivery_id
					)
					INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status)
					SELECT delivery_id, number, now(), 12, 500 + number FROM delivery, generate_series(1, 2) AS number
					""")
			.param("business", hooked.id())
			.param("payout", payout)
			.update();
		assertThat(hooked.as(Role.OWNER).get("/payouts/" + payout).text()).contains("Attempt 1: 501, 12 ms.",
				"Attempt 2: 502, 12 ms.");
	}

	@Test
	void aChangedPayoutIsShownInItsPlaceAndNewOnesAreCounted() {
		Desk live = new Desk(this.portal, this.merchants, "live");
		UUID payout = live.business().payout(10_00, 0, 0);
		PaymentOrder order = live.sent(payout);
		Visitor visitor = live.as(Role.VIEWER);
		String address = poll(visitor.get("/payouts").document().body());
		Element unchanged = fragment(visitor.get(address));
		assertThat(unchanged.select("tr")).isEmpty();
		assertThat(unchanged.text()).isEmpty();
		this.portal.owner(SettlePayout.class).succeeded(order.attempt(), BankReport.of("533210987654", "B1"));
		live.business().payout(11_00, 0, 0);
		Element changed = fragment(visitor.get(poll(unchanged)));
		assertThat(changed.select("tr").eachAttr("id")).containsExactly("payout-" + payout);
		assertThat(changed.select("tr").attr("hx-swap-oob")).isEqualTo("true");
		assertThat(changed.text()).contains("1 newer payout", "Successful");
		assertThat(fragment(visitor.get(poll(changed))).select("tr")).as("shown once").isEmpty();
	}

	@Test
	void newPayoutsOfAFilterAreCountedBehindAHundredOthers() {
		Desk live = new Desk(this.portal, this.merchants, "live-filter");
		live.business().payout(10_00, 0, 0);
		Visitor visitor = live.as(Role.VIEWER);
		String address = poll(visitor.get("/payouts?max=10").document().body());
		live.business().payout(10_00, 0, 0);
		for (int i = 0; i < 100; i++) {
			live.business().payout(11_00, 0, 0);
		}
		assertThat(fragment(visitor.get(address)).text()).contains("1 newer payout");
	}

	/** Both would be of all payouts. */
	@Test
	void aWrongFilterIsNeitherDownloadedNorSaved() {
		Visitor owner = this.desk.as(Role.OWNER);
		String acts = "a[href^=/payouts/export], #save-view";
		assertThat(owner.get("/payouts?min=1").document().select(acts)).hasSize(4);
		assertThat(owner.get("/payouts?min=much").document().select(acts)).isEmpty();
		assertThat(owner.post("/payouts/views", Map.of("name", "Much", "min", "much")).status()).isEqualTo(400);
	}

	@Test
	void aSavedViewHasALinkForTheWholeBusiness() {
		Visitor owner = this.desk.as(Role.OWNER);
		assertThat(owner.get("/payouts?state=FAILED&min=1")
			.submit("#save-view", Map.of("name", "Failed ones"))
			.follow()
			.text()).contains("The view is saved.");
		String link = owner.get("/payouts").document().select("#views a:containsOwn(Failed ones)").attr("href");
		assertThat(this.desk.as(Role.VIEWER).get(link).location()).isEqualTo("/payouts?state=FAILED&min=1.00");
		assertThat(this.other.as(Role.OWNER).get(link).status()).isEqualTo(404);
		assertThat(this.other.as(Role.OWNER).post(link + "/remove", Map.of()).status()).isEqualTo(404);
		assertThat(owner.post("/payouts/views", Map.of("name", " ")).follow().text()).contains("1 to 60 characters");
		assertThat(owner.post(link + "/remove", Map.of()).follow().text()).contains("The view is removed.");
		assertThat(owner.get(link).location()).as("removed").isEqualTo("/payouts");
		assertThat(this.other.as(Role.OWNER).get(link).status()).isEqualTo(404);
	}

	@Test
	void aPersonChoosesTheColumns() {
		Visitor viewer = Visitor.signedIn(this.merchants.url(), this.desk.member(Role.VIEWER));
		assertThat(headings(viewer.get("/payouts"))).startsWith("Transaction ID", "Time").contains("UTR");
		Visitor.Page chosen = viewer.postForm("/payouts/columns",
				"_csrf=" + viewer.get("/payouts").document().select("meta[name=csrf-token]").attr("content")
						+ "&column=SOURCE&column=FEE&state=SUCCESSFUL");
		assertThat(chosen.location()).endsWith("/payouts?state=SUCCESSFUL");
		assertThat(chosen.follow().text()).contains("The columns are saved for you.");
		assertThat(headings(viewer.get("/payouts"))).containsExactly("Transaction ID", "Commission and GST", "Source");
		assertThat(rows(viewer.get("/payouts?state=SUCCESSFUL")).getFirst().select("td").eachText()).contains("₹5.90",
				"API");
		assertThat(headings(this.desk.as(Role.OWNER).get("/payouts"))).as("for one person").contains("UTR");
		assertThat(viewer.post("/payouts/columns", Map.of("column", "SECRET")).status()).isEqualTo(400);
		viewer.post("/payouts/columns", Map.of());
		assertThat(headings(viewer.get("/payouts"))).contains("UTR");
	}

	@Test
	void aHeldPayoutShowsItsOptionsAndIsCancelledAfterAConfirmation() {
		Desk held = new Desk(this.portal, this.merchants, "held");
		this.portal.subscribe(held.business().id());
		UUID payout = held.made(7_00, new PayoutOptions(Instant.now().plusSeconds(86_400), true,
				Map.of("invoice", "INV-7"), "RENT", List.of("office"), "Rent December"));
		Visitor.Page page = held.as(Role.OWNER).get("/payouts/" + payout);
		assertThat(page.text()).contains("INV-7", "RENT", "Rent December", "Waiting for approval.",
				"Approval requested", "Its maker wants an approval");
		assertThat(ids(held.as(Role.OWNER).get("/payouts?tag=office"))).containsExactly(payout.toString());
		assertThat(rows(held.as(Role.OWNER).get("/payouts?tag=home"))).isEmpty();
		assertThat(held.as(Role.VIEWER).get("/payouts/" + payout).document().getElementById("cancel")).isNull();
		assertThat(held.as(Role.VIEWER).post("/payouts/" + payout + "/cancel", Map.of()).status()).isEqualTo(403);
		assertThat(this.desk.as(Role.OWNER).post("/payouts/" + payout + "/cancel", Map.of()).status()).isEqualTo(404);
		Visitor.Page confirm = held.as(Role.MAKER)
			.get(Objects.requireNonNull(page.document().getElementById("cancel")).attr("href"));
		assertThat(confirm.textOf("cancel-what")).contains("₹7.00");
		Visitor.Page cancelled = confirm.submit("#cancel-form", Map.of()).follow();
		assertThat(cancelled.text()).contains("The payout is cancelled. Nothing was debited.", "Payout cancelled");
		assertThat(cancelled.document().getElementById("cancel")).isNull();
		assertThat(held.business().status(payout)).isEqualTo("12 CANCELLED_BY_MERCHANT");
		assertThat(held.as(Role.MAKER).post("/payouts/" + payout + "/cancel", Map.of()).follow().text())
			.contains("cannot be cancelled");
		assertThat(this.portal.eventsOfHold(payout)).containsExactly("Queued APPROVAL INITIATED",
				"Cancelled null CANCELLED_BY_MERCHANT");
		assertThat(held.business().violations()).isEmpty();
	}

	/** As the API does, which accepts 32 characters of any plane. */
	@Test
	void aTagHasAsManyCharactersAsTheApiAccepts() {
		Desk tagged = new Desk(this.portal, this.merchants, "tagged");
		String tag = "\uD83C\uDFF7".repeat(32);
		UUID payout = tagged.made(7_00, new PayoutOptions(null, true, Map.of(), null, List.of(tag), null));
		tagged.business().payout(8_00, 0, 0);
		Visitor.Page page = tagged.as(Role.OWNER).get("/payouts/" + payout);
		assertThat(ids(tagged.as(Role.OWNER).get(page.document().select("#tags a").attr("href"))))
			.containsExactly(payout.toString());
		assertThat(tagged.as(Role.OWNER).get("/payouts?tag=" + "a".repeat(33)).document().select("#tag-error"))
			.hasSize(1);
	}

	/** The list can show why a payout failed, so its files do. */
	@Test
	void anExportSaysWhatBecameOfAPayout() {
		String csv = this.desk.as(Role.VIEWER).get("/payouts/export?format=CSV&state=FAILED").body();
		assertThat(csv.lines().findFirst().orElseThrow()).endsWith(",Source,Detail");
		assertThat(csv.lines().filter((line) -> line.contains("TXN"))).hasSize(1)
			.allSatisfy((line) -> assertThat(line).endsWith(",API,No such account"));
	}

	@Test
	void anExportHasExactlyTheRowsOfTheView() {
		String csv = this.desk.as(Role.VIEWER).get("/payouts/export?format=CSV&state=SUCCESSFUL").body();
		List<String> expected = this.portal.jdbc()
			.sql("""
					SELECT transaction_id || ' ' || to_char(amount_paise / 100.0, 'FM999999990.00') || ' ' || utr FROM payout
					 WHERE business_id = :id AND status = 11 ORDER BY payout_id DESC
					""")
			.param("id", this.desk.id())
			.query(String.class)
			.list();
		List<String> lines = csv.lines().filter((line) -> line.contains("TXN")).toList();
		assertThat(lines).hasSameSizeAs(expected).hasSize(1);
		for (String part : expected.getFirst().split(" ")) {
			assertThat(lines.getFirst()).contains(part);
		}
		assertThat(csv).contains("Status: Successful; Times are in Indian time (IST)").doesNotContain("9999");
		assertThat(this.portal.jdbc()
			.sql("SELECT after_value ->> 'filter' FROM audit_event WHERE business_id = :id AND act = 'PAYOUTS_EXPORTED' ORDER BY sequence DESC LIMIT 1")
			.param("id", this.desk.id())
			.query(String.class)
			.single()).isEqualTo("state=SUCCESSFUL");
		assertThat(this.desk.as(Role.VIEWER).get("/payouts/export?format=XLS").header("Content-Type"))
			.isEqualTo("application/vnd.ms-excel");
		assertThat(this.desk.as(Role.VIEWER).get("/payouts/export?format=PDF").body()).startsWith("%PDF");
		assertThat(this.desk.as(Role.VIEWER).get("/payouts/export?state=NONE").status()).isEqualTo(400);
	}

	@Test
	void onlyAPaidPayoutHasAnAdvice() {
		Visitor.Page advice = this.desk.as(Role.VIEWER).get("/payouts/" + this.paid + "/advice.pdf");
		assertThat(advice.body()).startsWith("%PDF");
		assertThat(this.desk.as(Role.VIEWER).get("/payouts/" + this.queued + "/advice.pdf").status()).isEqualTo(404);
	}

	/** The second lock: what a query without any condition sees. */
	@ParameterizedTest
	@ValueSource(strings = { "payout", "payout_event", "bank_attempt", "wallet", "wallet_movement", "beneficiary",
			"beneficiary_event", "payout_search", "bulk_row", "bulk_file", "wallet_export", "saved_view" })
	void theDatabaseShowsRowsOfTheBusinessOnly(String table) {
		fill(this.desk.id());
		fill(this.other.id());
		TransactionTemplate transactions = this.merchants.context().getBean(TransactionTemplate.class);
		JdbcClient jdbc = this.merchants.context().getBean(JdbcClient.class);
		String sql = "SELECT DISTINCT business_id FROM " + table;
		assertThat(DatabaseScope.as(UUID.randomUUID(), this.desk.id(), () -> businesses(transactions, jdbc, sql)))
			.containsExactly(this.desk.id());
		assertThat(DatabaseScope.as(UUID.randomUUID(), null, () -> businesses(transactions, jdbc, sql))).isEmpty();
	}

	private static List<UUID> businesses(TransactionTemplate transactions, JdbcClient jdbc, String sql) {
		return Objects.requireNonNull(transactions.execute((status) -> jdbc.sql(sql).query(UUID.class).list()));
	}

	/** One row in each table that payouts do not fill. */
	private void fill(UUID business) {
		for (String sql : List.of("""
				INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
				VALUES (:id, '00000000-0000-0000-0000-000000000000', 0, '', 0, false) ON CONFLICT DO NOTHING
				""",
				"""
						INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
						SELECT business_id, beneficiary_id, 1, 'CREATED', '{}' FROM beneficiary WHERE business_id = :id ON CONFLICT DO NOTHING
						""",
				"""
						WITH file AS (
						  INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
						  VALUES (:id, 'a.csv', 'CSV', 1, sha256('x'), 'VALID_ROWS', 'pk_1', 'pk_1') ON CONFLICT DO NOTHING
						  RETURNING business_id, bulk_file_id)
						INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, errors)
						SELECT business_id, bulk_file_id, 1, 'INVALID', '{}', '[]' FROM file
						""",
				"""
						INSERT INTO wallet_export (business_id, kind, format, last_sequence, file_name)
						VALUES (:id, 'REQUESTED', 'CSV', 0, 'wallet-BIZ00000000-20261001-20261031.csv') ON CONFLICT DO NOTHING
						""",
				"""
						INSERT INTO saved_view (business_id, name, filter, created_by)
						SELECT :id, 'A view', '', person_id FROM person LIMIT 1 ON CONFLICT DO NOTHING
						""")) {
			this.portal.jdbc().sql(sql).param("id", business).update();
		}
	}

	@Test
	void aPageThatUpdatesItselfDoesNotKeepItsSession() {
		Member member = this.desk.member(Role.VIEWER);
		Visitor visitor = Visitor.signedIn(this.merchants.url(), member);
		assertThat(visitor.get("/payouts").status()).isEqualTo(200);
		assertThat(visitor.get("/payouts/live", "HX-Request", "true").status()).isEqualTo(200);
		leave(member);
		Visitor.Page ended = visitor.get("/payouts/live", "HX-Request", "true");
		assertThat(ended.status()).isEqualTo(401);
		assertThat(ended.header("HX-Redirect")).isEqualTo("/sign-in?ended");
		assertThat(visitor.get("/payouts").status()).isEqualTo(302);
	}

	/** The session of Spring is younger: a page has updated itself meanwhile. */
	@Test
	void aPersonWhoWasAwayForTooLongSignsInAgain() {
		Member member = this.desk.member(Role.MAKER);
		Visitor reader = Visitor.signedIn(this.merchants.url(), member);
		assertThat(reader.get("/payouts").status()).isEqualTo(200);
		leave(member);
		assertThat(reader.get("/payouts").location()).startsWith("/sign-in");
		Visitor writer = Visitor.signedIn(this.merchants.url(), member);
		Visitor.Page page = writer.get("/beneficiaries/import");
		leave(member);
		assertThat(page.submit("#import-form", Map.of()).location()).startsWith("/sign-in");
	}

	/** The last act of a person becomes sixteen minutes old. */
	@SuppressWarnings("unchecked")
	private void leave(Member member) {
		FindByIndexNameSessionRepository<Session> sessions = this.merchants.context()
			.getBean(FindByIndexNameSessionRepository.class);
		sessions.findByPrincipalName(member.id().toString()).values().forEach((session) -> {
			session.setAttribute("last-act-at", Instant.now().minus(Duration.ofMinutes(16)));
			sessions.save(session);
		});
	}

	private static List<Element> rows(Visitor.Page page) {
		return page.document().select("#payout-table tbody tr");
	}

	private static List<String> headings(Visitor.Page page) {
		return page.document().select("#payout-table thead th").eachText();
	}

	private static List<String> ids(Visitor.Page page) {
		return rows(page).stream().map((row) -> row.id().substring("payout-".length())).toList();
	}

	private static String poll(Element page) {
		return Objects.requireNonNull(page.selectFirst("#live")).attr("hx-get");
	}

	/** A browser does not parse rows outside a table, a parser of XML does. */
	private static Element fragment(Visitor.Page page) {
		assertThat(page.status()).isEqualTo(200);
		return Jsoup.parse(page.body(), Parser.xmlParser());
	}

}

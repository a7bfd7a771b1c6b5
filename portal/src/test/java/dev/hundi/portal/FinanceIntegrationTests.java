package dev.hundi.portal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import dev.hundi.digest.Sha256;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ResolutionCaps;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.testing.TestDay;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The finance desk over HTTP on a closed day: who reaches what, the worklist, a break, a
 * run. What batch-jobs carries out is tested with it in the sandbox.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FinanceIntegrationTests {

	private static final String WHY = "It is clear from the letter";

	private static final Set<Role> READERS = Set.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER, Role.AUDITOR);

	private static final Set<Role> WORKERS = Set.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER);

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@SuppressWarnings("NullAway.Init")
	private TestBooks books;

	@SuppressWarnings("NullAway.Init")
	private ReconciliationRun run;

	@BeforeAll
	void closeADay() {
		this.staff = this.portal.start(Audience.STAFF);
		this.people = OneOfEachRole.ofStaff(this.portal, this.staff);
		this.books = new TestBooks(this.portal);
		Desk desk = new Desk(this.portal, this.staff, "finance");
		UUID paid = desk.paid(1_500_00);
		String utr = this.portal.jdbc()
			.sql("SELECT utr FROM payout WHERE payout_id = ?")
			.param(paid)
			.query(String.class)
			.single();
		// Two letters of the UTR are mistyped by the bank.
		this.books.line("DEBIT", 1_500_00, "PAYMENT", utr.substring(0, utr.length() - 2) + "XY", null);
		this.books.line("DEBIT", 5_00, "CHARGE", null, null);
		for (int i = 1; i <= 60; i++) {
			this.books.line("CREDIT", 100_00 + i, "CREDIT", "STRAY%010d".formatted(i), "99887766%04d".formatted(i));
		}
		this.books.statement();
		this.run = this.books.close("finance_maker@example.com");
		assertThat(this.run.unexplainedPaise()).isZero();
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
		long charge = this.books.onlyBreak("BANK_CHARGE").breakId();
		String page = "/finance/breaks/" + charge;
		String closing = "/finance/runs/" + this.run.runId();
		Map<String, Set<Role>> pages = new HashMap<>();
		for (String path : List.of("/finance/breaks", "/finance/rules", page, "/finance/runs", closing,
				closing + "/live", closing + "/rows/STATEMENTS", closing + "/rows/LEDGER", closing + "/rows/LATE",
				closing + "/rows/BREAKS")) {
			pages.put(path, READERS);
		}
		pages.put(page + "/evidence/" + UUID.randomUUID(), READERS);
		pages.put(page + "/evidence/" + UUID.randomUUID() + "/pages/1", READERS);
		pages.put(closing + "/report.pdf", READERS);
		Map<String, Set<Role>> acts = new HashMap<>(Map.of("/finance/breaks/assign", WORKERS, page + "/comments",
				WORKERS, page + "/resolutions", Set.of(Role.FINANCE_MAKER), page + "/undo", Set.of(Role.FINANCE_MAKER),
				page + "/resolutions/999/approve", Set.of(Role.FINANCE_CHECKER), page + "/resolutions/999/reject",
				Set.of(Role.FINANCE_CHECKER), "/finance/runs", Set.of(Role.FINANCE_MAKER), closing + "/sign-off",
				Set.of(Role.FINANCE_CHECKER)));
		acts.putAll(Map.of("/finance/rules/try", WORKERS, "/finance/rules", Set.of(Role.FINANCE_MAKER),
				"/finance/rules/proposals/" + UUID.randomUUID() + "/approve", Set.of(Role.FINANCE_CHECKER)));
		Map<String, String> valid = Map.of("day", "2026-11-20", "action", "SUSPENSE", "reason", WHY, "evidence",
				"letter 7", "comment", "", "trial", UUID.randomUUID().toString());
		List<String> wrong = new ArrayList<>();
		pages.forEach((path, roles) -> {
			int status = visitor(role).get(path).status();
			if ((status == 403) == roles.contains(role) || status >= 500) {
				wrong.add("GET " + path + " " + status);
			}
		});
		acts.forEach((path, roles) -> {
			int status = visitor(role).post(path, valid).status();
			if (status != (roles.contains(role) ? 302 : 403)) {
				wrong.add("POST " + path + " " + status);
			}
		});
		int upload = visitor(role).upload(page + "/evidence", "a.png", new byte[0]).status();
		if (upload != (WORKERS.contains(role) ? 302 : 403)) {
			wrong.add("upload " + upload);
		}
		assertThat(wrong).isEmpty();
		this.portal.jdbc().sql("DELETE FROM operator_request").update();
	}

	@Test
	void rulesAreTriedThenProposedAndApprovedByAnotherPerson() {
		Visitor maker = visitor(Role.FINANCE_MAKER);
		String day = this.books.day().toString();
		assertThat(maker.post("/finance/rules/try", Map.of("day", day, "window", "251", "CHARGE", "5.00"))
			.document()
			.select("#error-summary a[href=#window]")
			.text()).isEqualTo("Date window in bank days: 0 to 250 bank days");
		assertThat(maker.post("/finance/rules/try", Map.of("day", day, "CHARGE", "1000.01")).text())
			.contains("Tolerance for a bank charge: a tolerance is ₹0.01 to ₹1,000.00");
		assertThat(maker.post("/finance/rules/try", Map.of("day", day, "GST", "a")).text())
			.contains("Tolerance for GST on a bank charge: enter an amount in rupees");
		assertThat(maker.post("/finance/rules/try", Map.of("day", day, "cap", "1000000.01")).text())
			.contains("Cap of all tolerated charges of a run: a cap is ₹0.01 to ₹10,00,000.00");
		Visitor.Page asked = maker.post("/finance/rules/try",
				Map.of("day", day, "window", "3", "CHARGE", "5.00", "cap", "2,500.00"));
		String trial = asked.location().replaceFirst(".*trial=", "");
		Visitor.Page tried = asked.follow();
		assertThat(tried.textOf("trial")).contains("Trial on " + TestPortal.shown(this.books.day()),
				"not carried out yet");
		String later = this.books.day().plusDays(30).toString();
		Map<String, String> proposal = Map.of("trial", trial, "validFrom", later, "reason", WHY);
		assertThat(maker.post("/finance/rules", proposal).follow().text())
			.contains("Try these rules on a closed day first.");
		assertThat(this.books.carryOutTrial()).hasToString(trial);
		Visitor.Page shown = maker.get("/finance/rules?trial=" + trial);
		assertThat(shown.textOf("trial-changes"))
			.isEqualTo("Breaks that would match: 1. Breaks that would differ: 0. New breaks: 0.");
		assertThat(shown.document().select("#trial-figures tbody tr").eachText())
			.contains("Bank charge posted 0 ₹0.00 1 −₹5.00", "Bank charge 1 −₹5.00 0 ₹0.00");
		assertThat(shown.document().select("#trial-breaks tbody tr").eachText()).singleElement()
			.asString()
			.startsWith("Bank charge No break −₹5.00");
		assertThat(maker.post("/finance/rules", proposal).follow().text()).contains("Another person must approve it.");
		UUID id = this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE kind = 'RECONCILIATION_RULES'")
			.query(UUID.class)
			.single();
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("refused by the database")
			.isThrownBy(() -> this.portal.jdbc()
				.sql("""
						INSERT INTO reconciliation_rules (version, valid_from, content, trial_id, approval_id, maker, checker)
						SELECT 9, current_date, content, ?::uuid, approval_id, 'a', 'b' FROM proposed_change WHERE approval_id = ?
						""")
				.params(trial, id)
				.update())
			.withMessageContaining("two people must agree");
		Visitor checker = visitor(Role.FINANCE_CHECKER);
		assertThat(checker.get("/finance/rules").submit("#decide-" + id, Map.of("reason", WHY)).follow().text())
			.contains("The change is approved.");
		assertThat(checker.get("/finance/rules").document().select("#version-table tbody tr").eachText()).first()
			.asString()
			.contains("2 " + TestPortal.shown(this.books.day().plusDays(30)), "Date window in bank days: 3",
					"Tolerance for a bank charge: ₹5.00", "Cap of tolerated charges: ₹2,500.00",
					"finance_maker@example.com finance_checker@example.com");
		assertThat(checker.get("/finance/runs/" + this.run.runId()).textOf("rules-version")).isEqualTo("1");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.portal.jdbc().sql("DELETE FROM reconciliation_rules").update());
	}

	@Test
	void theWorklistIsFilteredSortedAndPagedAsSqlDoes() {
		List<Long> stray = ids("type = 'UNKNOWN_CREDIT' ORDER BY opened_on, break_id");
		assertThat(stray).hasSize(60);
		assertThat(walk("/finance/breaks?type=UNKNOWN_CREDIT")).isEqualTo(stray);
		assertThat(walk("/finance/breaks?order=LARGEST"))
			.isEqualTo(ids("true ORDER BY amount_paise DESC, break_id DESC"));
		assertThat(walk("/finance/breaks?order=DUE"))
			.isEqualTo(ids("true ORDER BY coalesce(due_on, 'infinity'), break_id"));
		assertThat(walk("/finance/breaks?least=100.10&most=100.55&type=UNKNOWN_CREDIT"))
			.isEqualTo(ids("amount_paise BETWEEN 10010 AND 10055 ORDER BY opened_on, break_id"));
		assertThat(walk("/finance/breaks?owner=none&age=1"))
			.isEqualTo(ids("owner IS NULL AND bank_days_between(opened_on, '%s') >= 1 ORDER BY opened_on, break_id"
				.formatted(this.books.day())));
		assertThat(walk("/finance/breaks?due=2999-12-31")).isEqualTo(ids("due_on IS NOT NULL ORDER BY break_id"));
		assertThat(walk("/finance/breaks?bank=4711")).isEmpty();
		assertThat(walk("/finance/breaks?state=CLOSED")).isEqualTo(this.portal.jdbc()
			.sql("SELECT break_id FROM reconciliation_break WHERE closed_on IS NOT NULL ORDER BY closed_on DESC, break_id DESC")
			.query(Long.class)
			.list());
		Visitor.Page wrong = reader().get("/finance/breaks?least=abc&due=2026-02-30&type=NONE&order=X&after=x~y");
		assertThat(wrong.document().select("#error-summary li")).hasSize(4);
		assertThat(reader().get("/finance/breaks").document().select("#by-type a").eachAttr("data-paise"))
			.containsExactlyElementsOf(this.portal.jdbc()
				.sql("SELECT sum(difference_paise)::text FROM reconciliation_break WHERE closed_on IS NULL GROUP BY type ORDER BY type")
				.query(String.class)
				.list());
	}

	@Test
	void aBreakShowsBothSidesProposalsCommentsAndEvidence() {
		OpenBreak debit = this.books.onlyBreak("MISSING_IN_LEDGER");
		Visitor maker = visitor(Role.FINANCE_MAKER);
		String path = "/finance/breaks/" + debit.breakId();
		Document page = maker.get(path).document();
		assertThat(page.select("#field-amount td").eachText()).startsWith("−₹1,500.00", "–");
		assertThat(page.select("#proposals tbody td:first-child").text()).as("40 + 14 for one day + 10 for two letters")
			.isEqualTo("64");
		String match = page.select("#proposals a.btn").attr("href");
		Document chosen = maker.get(match.replaceAll("#.*", "")).document();
		String other = chosen.select("#others").val();
		Document ledger = maker.get("/finance/breaks/" + other).document();
		assertThat(ledger.select("#field-amount td").eachText()).startsWith("–", "−₹1,500.00");

		assertThat(maker.post(path + "/comments", Map.of("comment", " ")).follow().textOf("problem"))
			.contains("1 to 2,000");
		maker.post(path + "/comments", Map.of("comment", "The bank mistyped the UTR.")).follow();
		assertThat(reader().get(path).textOf("comments")).contains("finance_maker@example.com",
				"The bank mistyped the UTR.");

		byte[] program = "MZ program".getBytes(StandardCharsets.UTF_8);
		assertThat(maker.upload(path + "/evidence", "letter.pdf", program).follow().textOf("problem")).contains("PDF");
		byte[] letter = Uploads.pdf("The bank's letter", 2);
		assertThat(maker.upload(path + "/evidence", "letter.pdf", letter).follow().textOf("notice"))
			.contains("attached");
		assertThat(maker.upload(path + "/evidence", "again.pdf", letter).follow().textOf("problem"))
			.contains("this content");
		Document attached = maker.get(path).document();
		assertThat(attached.select("#files code").text()).isEqualTo(Sha256.hex(letter));
		assertThat(attached.select("#evidence-text").val()).contains("letter.pdf, SHA-256 " + Sha256.hex(letter));
		String evidence = attached.select("#files a").attr("href");
		assertThat(reader().get(evidence).document().select("#picture")).hasSize(1);
		assertThat(reader().get(evidence + "/pages/2").header("Content-Type")).isEqualTo("image/png");
		assertThat(reader().get(evidence + "/pages/3").status()).isEqualTo(404);
		assertThat(reader().get(evidence.replace("/" + debit.breakId() + "/", "/" + other + "/")).status())
			.as("of another break")
			.isEqualTo(404);
		assertThat(audited("BREAK_EVIDENCE_VIEWED")).isEqualTo(1);
		assertThat(audited("BREAK_EVIDENCE_ATTACHED")).isEqualTo(1);
		assertThat(audited("BREAK_COMMENTED")).isEqualTo(1);
	}

	@Test
	void formsAskBatchJobsAsThePersonWhoIsSignedIn() {
		Visitor maker = visitor(Role.FINANCE_MAKER);
		List<Long> two = ids("type = 'UNKNOWN_CREDIT' ORDER BY break_id LIMIT 2");
		String today = TestDay.inIndia(Duration.ofMinutes(1)).toString();
		Visitor.Page list = maker.get("/finance/breaks?type=UNKNOWN_CREDIT");
		Visitor.Page sent = list.submit("#assign-form", Map.of("breakId", two.getFirst() + "," + two.getLast(), "owner",
				"finance_checker@example.com", "dueOn", today, "reason", WHY));
		assertThat(sent.location()).startsWith("/finance/breaks?type=UNKNOWN_CREDIT&asked=");
		assertThat(sent.follow().document().select("#asked").attr("data-state")).isEqualTo("PENDING");
		Document waiting = maker.get(sent.location() + "&after=7~7").document();
		assertThat(List.of(waiting.select("#live").attr("hx-get"), waiting.select("#asked a").attr("href")))
			.as("the same page of the list")
			.containsOnly(sent.location() + "&after=7~7");
		assertThat(reader().get(sent.location()).document().select("#asked")).as("of another person").isEmpty();
		ClaimedRequest assign = this.portal.claimed(RequestKind.ASSIGN_BREAKS);
		assertThat(assign.askedBy()).isEqualTo("finance_maker@example.com");
		assertThat(assign.arguments().path("breakIds").size()).isEqualTo(2);
		assertThat(assign.arguments().path("dueOn").asString()).isEqualTo(today);
		assertThat(maker.post("/finance/breaks/assign", Map.of("owner", "finance_maker@example.com", "reason", WHY))
			.follow()
			.textOf("problem")).contains("Choose 1 to 100");
		assertThat(maker
			.post("/finance/breaks/assign",
					Map.of("breakId", "" + two.getFirst(), "owner", "operator@example.com", "reason", WHY))
			.follow()
			.textOf("problem")).contains("finance role");
		String path = "/finance/breaks/" + two.getFirst();
		maker.get(path)
			.submit("#resolve-form",
					Map.of("action", "MATCH", "others", two.getLast() + "", "reason", WHY, "evidence", "letter 7"));
		assertThat(this.portal.claimed(RequestKind.PROPOSE_RESOLUTION).arguments().path("breakIds").size())
			.isEqualTo(2);
		for (Map.Entry<String, String> field : Map.of("action", "REVOKE", "others", "x", "evidence", "", "reason", "no")
			.entrySet()) {
			Map<String, String> fields = new HashMap<>(
					Map.of("action", "MATCH", "others", "", "reason", WHY, "evidence", "letter 7"));
			fields.put(field.getKey(), field.getValue());
			assertThat(maker.post(path + "/resolutions", fields).follow().document().select("#problem")).as("%s", field)
				.hasSize(1);
		}
		assertThat(maker.post(path + "/undo", Map.of("reason", WHY, "evidence", "letter")).follow().textOf("problem"))
			.contains("nothing to undo");
		maker.post("/finance/runs", Map.of("day", today, "dry", "true", "reason", WHY));
		assertThat(this.portal.claimed(RequestKind.REQUEST_CLOSING).arguments().path("dry").asBoolean()).isTrue();
		visitor(Role.FINANCE_CHECKER).get("/finance/runs/" + this.run.runId() + "/live", "HX-Request", "true")
			.submit("#sign-form", Map.of("reason", WHY));
		JsonNode signature = this.portal.claimed(RequestKind.SIGN_OFF_CLOSING).arguments();
		assertThat(signature.path("runId").asLong()).isEqualTo(this.run.runId());
		assertThat(signature.path("completedAt").asString()).isEqualTo(String.valueOf(this.run.completedAt()));
	}

	@Test
	void makerAndCheckerAreTwoPeopleForPageClassAndDatabase() {
		Visitor both = Visitor.signedIn(this.staff.url(),
				this.portal.person("both@example.com", null, Role.FINANCE_MAKER, Role.FINANCE_CHECKER));
		OpenBreak charge = this.books.onlyBreak("BANK_CHARGE");
		String path = "/finance/breaks/" + charge.breakId();
		long id = this.portal.owner(Resolutions.class)
			.propose(
					new NewResolution(NewResolution.Action.WRITE_OFF, List.of(charge.breakId()), null, null, null, null,
							WHY, "letter 7", "both@example.com"),
					new ResolutionCaps(1_000_000_00, 1_000_000_00, 1_000_000_00))
			.resolutionId();
		Document own = both.get(path).document();
		assertThat(own.select("#resolution-" + id).text()).contains("Another person must approve it");
		assertThat(own.select("#decide-" + id)).as("page").isEmpty();
		assertThat(own.select("#resolve-form")).as("one resolution at a time").isEmpty();
		assertThat(
				both.post(path + "/resolutions/" + id + "/approve", Map.of("reason", WHY)).follow().textOf("problem"))
			.as("class of the portal")
			.contains("another person must decide");
		assertThatIllegalStateException().as("kernel")
			.isThrownBy(() -> this.portal.owner(Resolutions.class).reject(id, "both@example.com"));
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("database")
			.isThrownBy(() -> this.portal.jdbc()
				.sql("UPDATE reconciliation_resolution SET decision = 'REJECTED', checker = 'BOTH@example.com', checked_at = now() WHERE resolution_id = ?")
				.param(id)
				.update());
		assertThat(walk("/finance/breaks?state=WAITING")).containsExactly(charge.breakId());
		Visitor checker = visitor(Role.FINANCE_CHECKER);
		checker.get(path).submit("#decide-" + id, Map.of("reason", WHY));
		assertThat(this.portal.claimed(RequestKind.APPROVE_RESOLUTION).askedBy())
			.isEqualTo("finance_checker@example.com");
		this.portal.transactions()
			.executeWithoutResult((status) -> this.portal.owner(Resolutions.class).reject(id, "checker@example.com"));
		assertThat(checker.post(path + "/resolutions/" + id + "/approve", Map.of("reason", WHY))
			.follow()
			.textOf("problem")).contains("decided already");
	}

	@Test
	void figuresOfARunEqualTheirRows() {
		Visitor reader = reader();
		String path = "/finance/runs/" + this.run.runId();
		Document page = reader.get(path).document();
		assertThat(page.select("#unexplained").text()).isEqualTo("₹0.00");
		for (Map.Entry<String, String> figure : Map
			.of("opening", "bank_opening_paise", "closing", "bank_closing_paise", "ledger", "ledger_paise", "late",
					"late_paise", "breaks", "breaks_paise")
			.entrySet()) {
			assertThat(page.select("#" + figure.getKey()).text().replace('−', '-').replaceAll("[^0-9-]", ""))
				.as(figure.getKey())
				.isEqualTo(sql("SELECT CASE WHEN p = 0 THEN '000' ELSE p::text END FROM (SELECT " + figure.getValue()
						+ " AS p FROM reconciliation_run WHERE run_id = " + this.run.runId() + ") AS f"));
		}
		long breaks = 0;
		for (String next = path + "/rows/BREAKS"; !next.isEmpty();) {
			Document rows = reader.get(next).document();
			breaks += rows.select("[data-paise]").eachAttr("data-paise").stream().mapToLong(Long::parseLong).sum();
			next = rows.select("#next").attr("href");
		}
		assertThat(breaks).isEqualTo(this.run.proof().breaksPaise());
		long before = number("SELECT ledger_paise FROM reconciliation_run WHERE run_id < " + this.run.runId());
		assertThat(before).isNotZero();
		assertLedger(reader, "/finance/runs/" + number("SELECT min(run_id) FROM reconciliation_run"), 0, before);
		assertLedger(reader, path, before, Objects.requireNonNull(this.run.proof().ledgerPaise()) - before);
		assertThat(reader.get(path + "/rows/STATEMENTS").document().select("#rows tbody tr:first-child").text())
			.endsWith(page.select("#closing").text());
		assertThat(reader.get(path + "/rows/LATE").document().select("[data-paise]")).isEmpty();
		assertThat(page.select("#rate-total").text()).contains("0 of 62", "0.00 %");
		assertThat(page.select("#back").attr("href")).endsWith("?month=" + YearMonth.from(this.books.day()));
		assertThat(reader.get(page.select("#back").attr("href")).textOf("day-" + this.books.day())).contains("breaks");
	}

	@Test
	void theSealedReportIsTheStoredFileAndADayIsSignedByTwo() {
		Visitor maker = visitor(Role.FINANCE_MAKER);
		long id = this.run.runId();
		Visitor both = Visitor.signedIn(this.staff.url(),
				this.portal.person("closer@example.com", null, Role.FINANCE_MAKER, Role.FINANCE_CHECKER));
		this.portal.jdbc()
			.sql("UPDATE reconciliation_run SET requested_by = 'closer@example.com' WHERE run_id = ?")
			.param(id)
			.update();
		assertThat(both.get("/finance/runs/" + id).document().select("#sign-own")).as("page").hasSize(1);
		assertThat(both.post("/finance/runs/" + id + "/sign-off", Map.of("reason", WHY)).follow().textOf("problem"))
			.contains("another person must sign");
		assertThatIllegalStateException().as("kernel")
			.isThrownBy(() -> this.books.signOff(id, "closer@example.com"))
			.withMessageContaining("another person");
		assertThatExceptionOfType(DataIntegrityViolationException.class).as("database")
			.isThrownBy(() -> this.portal.jdbc()
				.sql("UPDATE reconciliation_run SET state = 'SIGNED', signed_at = now(), signed_by = 'CLOSER@example.com' WHERE run_id = ?")
				.param(id)
				.update());
		assertThat(maker.get("/finance/runs/" + id + "/report.pdf").status()).as("not sealed yet").isEqualTo(404);
	}

	private List<Long> walk(String path) {
		List<Long> ids = new ArrayList<>();
		for (String next = path; !next.isEmpty();) {
			Document page = reader().get(next).document();
			page.select("#break-table tbody tr").eachAttr("id").forEach((id) -> ids.add(Long.valueOf(id.substring(6))));
			next = page.select("#next").attr("href");
		}
		return ids;
	}

	private List<Long> ids(String rule) {
		return this.portal.jdbc()
			.sql("SELECT break_id FROM reconciliation_break WHERE closed_on IS NULL AND " + rule)
			.query(Long.class)
			.list();
	}

	private static void assertLedger(Visitor reader, String run, long startPaise, long rowsPaise) {
		Document ledger = reader.get(run + "/rows/LEDGER").document();
		assertThat(ledger.select("#start").text().replaceAll(".*₹([0-9,.]+) .*", "$1").replaceAll("[,.]", ""))
			.isEqualTo((startPaise == 0) ? "000" : Long.toString(startPaise));
		assertThat(ledger.select("[data-paise]").eachAttr("data-paise").stream().mapToLong(Long::parseLong).sum())
			.isEqualTo(rowsPaise);
	}

	private long number(String query) {
		return this.portal.jdbc().sql(query).query(Long.class).single();
	}

	private String sql(String query) {
		return this.portal.jdbc().sql(query).query(String.class).single();
	}

	private int audited(String act) {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event WHERE chain = 'staff' AND act = ?")
			.param(act)
			.query(Integer.class)
			.single();
	}

	private Visitor reader() {
		return visitor(Role.AUDITOR);
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

}

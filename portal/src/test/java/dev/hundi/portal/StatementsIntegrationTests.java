package dev.hundi.portal;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.statement.ProfileContent;
import dev.hundi.statement.ProfileTrial;
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.statement.StatementSource;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Bank statements and the general ledger, over HTTP and as the staff's database role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementsIntegrationTests {

	private static final Set<Role> READERS = Set.of(Role.FINANCE_MAKER, Role.FINANCE_CHECKER, Role.AUDITOR);

	private static final Set<Role> MAKER = Set.of(Role.FINANCE_MAKER);

	private static final Set<Role> CHECKER = Set.of(Role.FINANCE_CHECKER);

	private static final String REASON = "the bank sent it late";

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	private long account;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
		this.portal.transactions().executeWithoutResult((transaction) -> {
			this.portal.owner(NodalAccounts.class)
				.activate(new NodalAccount("Hundi", "HDFC0000060", "HDFC Bank", "Fort", "CURRENT", List.of("NEFT")));
			this.portal.owner(StatementAccounts.class).activate("50100012345678", "hdfc");
		});
		this.account = this.portal.owner(StatementAccounts.class).all().getFirst().nodalAccountId();
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
		UUID id = UUID.randomUUID();
		Map.of("/statements", 200, "/statements/accounts/" + this.account, 200, "/statements/" + id, 404,
				"/statements/files/" + id, 404, "/statements/profiles", 200, "/statements/profiles/hdfc", 200,
				"/ledger", 200, "/ledger/live", 200, "/ledger/" + id + "/file", 404)
			.forEach((path, status) -> assertThat(visitor(role).get(path).status()).as("GET %s as %s", path, role)
				.isEqualTo(READERS.contains(role) ? status : 403));
		Map.of("/statements/uploads/" + id + "/approve", CHECKER, "/statements/uploads/" + id + "/reject", CHECKER,
				"/statements/resolutions/9/approve", CHECKER, "/statements/resolutions/9/reject", CHECKER,
				"/statements/profiles/proposals/" + id + "/approve", CHECKER,
				"/statements/profiles/proposals/" + id + "/reject", CHECKER, "/statements/" + id + "/release", MAKER,
				"/statements/" + id + "/withdraw", MAKER,
				"/ledger?content=JOURNAL&format=CSV&from=2026-11-01&to=2026-11-02", READERS)
			.forEach((path, roles) -> assertThat(visitor(role).post(path, Map.of()).status())
				.as("POST %s as %s", path, role)
				.isEqualTo(roles.contains(role) ? 302 : 403));
		assertThat(upload(visitor(role), role + ".csv", role.name()).status()).as("upload as " + role)
			.isEqualTo(MAKER.contains(role) ? 302 : 403);
	}

	@Test
	void aStatementIsLoadedAfterAnotherPersonHasApprovedIt() {
		Visitor maker = visitor(Role.FINANCE_MAKER);
		assertThat(maker.upload("/statements/uploads?reason=x", "day.csv", bytes("a")).follow().text())
			.contains("Give a reason of 5 to 500 characters.");
		assertThat(upload(maker, "day.csv", "").follow().text()).contains("Choose a file with content");
		assertThat(maker.upload("/statements/uploads?reason=sent+by+mail", "Day.CSV", bytes("Date,Amount"))
			.follow()
			.textOf("problem")).isEqualTo("A CSV does not name its account. Choose the account and the file again.");
		assertThat(upload(maker, "day.csv", "Date,Amount").follow().text())
			.contains("The file waits for another person.", "day.csv", "11 bytes, account 50100012345678");
		UUID upload = this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE kind = 'STATEMENT_UPLOAD' AND summary = 'Bank statement day.csv'")
			.query(UUID.class)
			.single();
		assertThat(maker.get("/statements").document().select("#decide-" + upload)).as("refused by the page").isEmpty();
		Visitor both = Visitor.signedIn(this.staff.url(),
				this.portal.person("both@example.com", null, Role.FINANCE_MAKER, Role.FINANCE_CHECKER));
		upload(both, "own.csv", "own content");
		UUID own = this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE kind = 'STATEMENT_UPLOAD' AND summary = 'Bank statement own.csv'")
			.query(UUID.class)
			.single();
		assertThat(both.get("/statements").document().select("#decide-" + own)).as("refused by the page").isEmpty();
		assertThat(both.post("/statements/uploads/" + own + "/approve", Map.of("reason", REASON)).follow().text())
			.as("refused by the class")
			.contains("You uploaded this file, or the upload is decided");
		assertThatThrownBy(() -> this.portal.jdbc().sql("""
				INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash)
				SELECT approval_id, maker_id, 'AGREE', content_hash FROM approval WHERE approval_id = ?
				""").param(own).update()).as("refused by the database")
			.hasMessageContaining("the maker cannot be a checker");
		Visitor checker = visitor(Role.FINANCE_CHECKER);
		assertThat(checker.get("/statements").submit("#decide-" + upload, Map.of("reason", REASON)).follow().text())
			.contains("The upload is approved. It is being loaded.", "finance_checker");
		ClaimedRequest asked = this.portal.claimed(RequestKind.RECEIVE_STATEMENT, "day.csv");
		assertThat(asked.askedBy()).isEqualTo("finance_checker@example.com");
		assertThat(asked.arguments().path("account").asString()).isEqualTo("50100012345678");
		assertThat(checker.post("/statements/uploads/" + own + "/reject", Map.of("reason", REASON)).follow().text())
			.contains("The upload is rejected.");
		assertThat(audited("STATEMENT_UPLOADED")).anyMatch((after) -> after.contains(REASON));
		assertThat(audited("RECEIVE_STATEMENT")).anyMatch((after) -> after.contains("day.csv"));
	}

	@Test
	void aRejectedFileIsExplainedAtLineAndColumn() {
		StatementFiles files = this.portal.owner(StatementFiles.class);
		UUID file = Objects.requireNonNull(this.portal.transactions()
			.execute((transaction) -> files
				.receive(new byte[32], "broken.csv", "statement/broken.dat", 10, StatementSource.UPLOAD,
						"50100012345678")
				.file()
				.statementFileId()));
		Visitor auditor = visitor(Role.AUDITOR);
		assertThat(auditor.get("/statements/files/" + file).text()).contains("Waiting");
		this.portal.transactions()
			.executeWithoutResult((transaction) -> files.rejected(files.claim(Duration.ofMinutes(1)).orElseThrow(),
					new RejectedStatementException(7, "Withdrawal Amt.", "Not an amount: 'abc'")));
		assertThat(rows(auditor.get("/statements/files/" + file), "main table")).singleElement()
			.asString()
			.contains("Rejected", "broken.csv 7 Withdrawal Amt. Not an amount: 'abc'");
		assertThat(auditor.get("/statements").text()).contains("Line 7, column Withdrawal Amt.: Not an amount: 'abc'");
	}

	@Test
	void theMonthShowsGapsAndMissingDays() {
		YearMonth month = YearMonth.from(India.dateOf(Instant.now())).minusMonths(2);
		LocalDate monday = month.atDay(8).with(TemporalAdjusters.next(DayOfWeek.MONDAY));
		statement(monday, 1, 0, 100_00, "ACCEPTED", null);
		UUID second = statement(monday.plusDays(1), 1, 100_00, 150_00, "ACCEPTED", null);
		statement(monday.plusDays(1), 2, 150_00, 175_00, "ACCEPTED", null);
		UUID held = statement(monday.plusDays(3), 1, 900_00, 950_00, "HELD", "GAP");
		Visitor auditor = visitor(Role.AUDITOR);
		Visitor.Page page = auditor.get("/statements/accounts/" + this.account + "?month=" + month);
		assertThat(page.textOf("day-" + monday)).contains("Accepted", "Page 1, lines: 0", "₹0.00 ₹100.00");
		assertThat(page.textOf("day-" + monday.plusDays(1))).contains("Page 1", "Page 2", "₹100.00 ₹175.00");
		assertThat(page.textOf("day-" + monday.plusDays(2))).contains("Missing");
		assertThat(page.textOf("day-" + monday.plusDays(3))).contains("Held",
				"₹725.00 since " + TestPortal.shown(monday.plusDays(1)));
		assertThat(page.textOf("day-" + monday.plusDays(6))).contains("Banks closed");
		assertThat(page.textOf("day-" + monday.minusDays(1))).contains("Not expected");
		assertThat(page.document().select("svg.days rect.day-MISSING")).isNotEmpty();
		assertThat(page.document().select("svg.days rect.day-gap")).hasSize(1);
		String months = "a[href^=/statements/accounts/" + this.account + "?month=]";
		assertThat(page.document().select(months).eachAttr("href")).extracting((link) -> link.split("=")[1])
			.containsExactly(month.minusMonths(1).toString(), month.plusMonths(1).toString());
		Visitor.Page one = auditor.get("/statements/" + second);
		assertThat(one.textOf("facts")).contains("Accepted", "₹100.00", "₹150.00", "Page 2, lines: 0");
		assertThat(one.document().select("#withdraw-form")).as("an auditor reads").isEmpty();

		Visitor maker = visitor(Role.FINANCE_MAKER);
		Visitor.Page form = maker.get("/statements/" + held);
		assertThat(form.textOf("facts")).contains("It does not open where the accepted statement before it closes.");
		assertThat(form.submit("#release-form", Map.of("reason", REASON, "evidence", " ")).follow().text())
			.contains("Say where the evidence is");
		assertThat(form.submit("#withdraw-form", Map.of("reason", REASON, "evidence", "letter 7")).follow().text())
			.contains("The request is on its way.");
		ClaimedRequest asked = this.portal.claimed(RequestKind.PROPOSE_RESOLUTION, held.toString());
		assertThat(asked.askedBy()).isEqualTo("finance_maker@example.com");
		assertThat(asked.arguments().path("action").asString()).isEqualTo("WITHDRAW_STATEMENT");
	}

	@Test
	void theLedgerIsAskedForAndDownloadedAndBothAreAudited() throws IOException {
		LocalDate today = TestDay.inIndia(Duration.ofMinutes(1));
		Visitor checker = visitor(Role.FINANCE_CHECKER);
		Visitor.Page form = checker.get("/ledger");
		assertThat(form.submit("#ledger-form", Map.of("content", "JOURNAL", "format", "CSV", "business", "BIZ404"))
			.follow()
			.text()).contains("the code of an existing business");
		assertThat(form
			.submit("#ledger-form",
					Map.of("content", "JOURNAL", "format", "CSV", "from", "2026-11-09", "to", "2026-11-08"))
			.follow()
			.text()).contains("the last one not before the first");
		Visitor.Page early = form
			.submit("#ledger-form",
					Map.of("content", "JOURNAL", "format", "XML", "from", "2026-11-09", "to", today.toString()))
			.follow();
		assertThat(early.text()).contains("before today");
		assertThat(early.document().select("#ledger-form option[selected]").eachAttr("value"))
			.containsExactly("JOURNAL", "XML");
		Visitor.Page asked = form
			.submit("#ledger-form",
					Map.of("content", "JOURNAL", "format", "XML", "from", "2026-10-01", "to", "2026-10-31"))
			.follow();
		assertThat(rows(asked, "#export-table"))
			.anyMatch((row) -> row.contains("Journal 1 Oct 2026 31 Oct 2026 Waiting"));
		ClaimedRequest claimed = this.portal.claimed(RequestKind.READ_LEDGER_EXPORT, "2026-10-31");
		assertThat(claimed.arguments().path("format").asString()).isEqualTo("xml");
		String storedAs = "ledger-export/" + claimed.requestId() + "-1.xml";
		try (UnfinishedFile file = new FileStore(this.portal.fileStore()).create(storedAs)) {
			file.out().write(bytes("<ENVELOPE/>"));
			file.publish();
		}
		this.portal.carriedOut(claimed.requestId(), JsonMapper.shared()
			.writeValueAsString(Map.of("storedAs", storedAs, "name", "hundi-journal.xml", "sizeBytes", 11)));
		Visitor.Page file = checker.get("/ledger/" + claimed.requestId() + "/file");
		assertThat(file.body()).isEqualTo("<ENVELOPE/>");
		assertThat(file.header("Content-Disposition")).contains("hundi-journal.xml");
		assertThat(audited("LEDGER_EXPORT_REQUESTED")).anyMatch((after) -> after.contains("2026-10-31"));
		assertThat(audited("LEDGER_EXPORT_DOWNLOADED")).containsExactly("{\"name\": \"hundi-journal.xml\"}");
	}

	@Test
	void aProfileIsTriedProposedAndApprovedByAnotherPerson() {
		Visitor both = Visitor.signedIn(this.staff.url(),
				this.portal.person("profiles@example.com", null, Role.FINANCE_MAKER, Role.FINANCE_CHECKER));
		Visitor.Page form = both.get("/statements/profiles/hdfc");
		assertThat(form.document().select("#column-BALANCE").val()).isEqualTo("Closing Balance");
		assertThat(form.document().select("input[name=pattern]").eachAttr("value")).hasSize(6)
			.anyMatch((pattern) -> pattern.contains("(?<utr>\\d{12})"));
		assertThat(tried(both, "hdfc", Map.of("BALANCE", "")).text()).contains("This profile is not valid",
				"BOOKED_ON, BALANCE, and either DEBIT and CREDIT or AMOUNT are needed");
		assertThat(tried(both, "hdfc", Map.of("pattern", "^(a")).text()).contains("Pattern 1: Unclosed group");
		assertThat(tried(both, "hdfc", Map.of("pattern", "(?<iban>x)")).text()).contains("unknown group iban");
		assertThat(tried(both, "hdfc", Map.of("pattern", "x".repeat(301))).text())
			.contains("Pattern 1: 1 to 300 characters");
		Visitor.Page tried = tried(both, "hdfc", Map.of("day", "2026-11-20"));
		assertThat(tried.follow().text()).contains("Result of the trial", "Waiting");
		UUID trial = UUID.fromString(tried.location().replaceFirst(".*trial=", ""));
		ClaimedRequest asked = this.portal.claimed(RequestKind.READ_PROFILE_TRIAL, "2026-11-20");
		assertThat(asked.arguments().at("/proposed/profile/csv/columns/BALANCE").asString()).isEqualTo("Left");
		assertThat(proposal(both, trial, today()).follow().text()).as("not tried yet").contains(UNTRIED);
		ended(trial, 0, "");
		assertThat(both.get("/statements/profiles/hdfc?trial=" + trial).textOf("not-proposable")).contains(UNTRIED);
		assertThat(proposal(both, trial(both, 2, "proposed"), today()).follow().text()).as("it rejects a file")
			.contains(UNTRIED);
		UUID usable = trial(both, 2, "present");
		for (LocalDate wrong : List.of(LocalDate.of(2020, 1, 1), LocalDate.of(2206, 12, 1))) {
			assertThat(proposal(both, usable, wrong).follow().text()).as("%s", wrong)
				.contains("The first day of a version must be today or later, at most two years ahead.");
		}
		assertThat(proposal(both, usable, today()).follow().text()).contains("The change waits for another person.",
				"Another person must approve it.", "Tried on 20 Nov 2026.", "Lines read: 2.");
		UUID id = this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE kind = 'STATEMENT_PROFILE'")
			.query(UUID.class)
			.single();
		assertThat(both.get("/statements/profiles").document().select("#decide-" + id)).as("refused by the page")
			.isEmpty();
		assertThat(both.post("/statements/profiles/proposals/" + id + "/approve", Map.of("reason", REASON))
			.follow()
			.text()).as("refused by the class").contains("You proposed this change.");
		assertThatThrownBy(() -> this.portal.jdbc()
			.sql("""
					INSERT INTO statement_profile (name, version, valid_from, content, trial_id, approval_id, maker, checker)
					SELECT 'hdfc', 9, current_date, content, ?, approval_id, 'a', 'b' FROM proposed_change WHERE approval_id = ?
					""")
			.params(usable, id)
			.update()).as("refused by the database").hasMessageContaining("two people must agree");
		Visitor checker = visitor(Role.FINANCE_CHECKER);
		assertThat(
				checker.get("/statements/profiles").submit("#decide-" + id, Map.of("reason", REASON)).follow().text())
			.contains("The change is approved.");
		assertThat(rows(checker.get("/statements/profiles"), "#profile-table"))
			.anyMatch((row) -> row.matches("hdfc 2 .* profiles@example.com finance_checker@example.com"));
		assertThat(checker.get("/statements/profiles/hdfc").document().select("#column-BALANCE").val())
			.isEqualTo("Left");
		assertThat(audited("STATEMENT_PROFILE_PROPOSED")).singleElement().asString().contains("Left", REASON);
		assertThat(audited("STATEMENT_PROFILE_APPROVED")).hasSize(1);
		assertThatThrownBy(() -> this.portal.jdbc().sql("DELETE FROM statement_profile").update())
			.hasMessageContaining("statement_profile");
	}

	private static final String UNTRIED = "Try this profile first, on a day with files or on a sample.";

	/** The form of a profile, changed. */
	private static String fields(Visitor visitor, String name, Map<String, String> changes) {
		Map<String, String> fields = new LinkedHashMap<>(
				Map.of("csv", "true", "BOOKED_ON", "Date", "NARRATION", "Text", "AMOUNT", "Paid", "BALANCE", "Left",
						"dateFormat", "dd/MM/uuuu", "delimiter", ",", "charset", "UTF-8", "decimal", "."));
		fields.putAll(Map.of("grouping", " ", "debitTerms", "DR", "creditTerms", "CR", "validFrom", today().toString(),
				"pattern", "^UPI/(?<utr>[0-9]{12}),", "direction", "", "kind", "", "rail", "UPI", "reason", REASON));
		fields.putAll(changes);
		fields.put("_csrf",
				visitor.get("/statements/profiles/" + name).document().select("meta[name=csrf-token]").attr("content"));
		return fields.entrySet()
			.stream()
			.map((field) -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

	private static Visitor.Page tried(Visitor visitor, String name, Map<String, String> changes) {
		return visitor.postForm("/statements/profiles/" + name + "/try", fields(visitor, name, changes));
	}

	private static Visitor.Page proposal(Visitor visitor, UUID trial, LocalDate validFrom) {
		return visitor.post("/statements/profiles/hdfc",
				Map.of("trial", trial.toString(), "validFrom", validFrom.toString(), "reason", REASON));
	}

	/**
	 * A trial of hdfc that has ended.
	 * @param rejecting the profile that rejects a file, or none
	 */
	private UUID trial(Visitor visitor, int linesRead, String rejecting) {
		Visitor.Page asked = tried(visitor, "hdfc", Map.of("day", "2026-11-20"));
		UUID trial = UUID.fromString(asked.location().replaceFirst(".*trial=", ""));
		this.portal.claimed(RequestKind.READ_PROFILE_TRIAL, "2026-11-20");
		ended(trial, linesRead, rejecting);
		return trial;
	}

	/** What batch-jobs records. */
	private void ended(UUID trial, int linesRead, String rejecting) {
		List<Map<String, String>> problems = rejecting.isEmpty() ? List.of()
				: List.of(Map.of("fileName", "day.csv", "profile", rejecting, "reason", "Not a date"));
		this.portal.carriedOut(trial,
				JsonMapper.shared()
					.writeValueAsString(Map.of("linesRead", linesRead, "linesChanged", 1, "matchesWon", 1,
							"matchesLost", 0, "problems", problems, "lines", List.of())));
	}

	private static LocalDate today() {
		return TestDay.inIndia(Duration.ofSeconds(10));
	}

	@Test
	void theDatabaseRefusesAnUntriedProfile() {
		UUID trial = trial(visitor(Role.FINANCE_MAKER), 2, "present");
		ProposedProfile untried = new ProposedProfile("hdfc", today(), new ProfileContent(null, List.of()));
		assertThatThrownBy(() -> add(untried)).hasMessageContaining("statement_profile: this content was not tried");
		assertThatThrownBy(() -> add(untried.from(today(), trial, new ProfileTrial(null, 2, 1, 1, 0))))
			.as("another profile was tried")
			.hasMessageContaining("statement_profile: this content was not tried");
		ProposedProfile tried = StatementProfiles.read(this.portal.jdbc()
			.sql("SELECT arguments ->> 'proposed' FROM operator_request WHERE request_id = ?")
			.param(trial)
			.query(String.class)
			.single());
		LocalDate day = LocalDate.of(2026, 11, 20);
		assertThatThrownBy(() -> add(tried.from(today(), trial, new ProfileTrial(day, 3, 1, 1, 0))))
			.hasMessageContaining("its result is another one");
		UUID empty = trial(visitor(Role.FINANCE_MAKER), 0, "");
		assertThatThrownBy(() -> add(tried.from(today(), empty, new ProfileTrial(day, 0, 1, 1, 0))))
			.hasMessageContaining("the trial read no line");
	}

	/** Stores a version that two people approved, and rolls it back. */
	private void add(ProposedProfile proposed) {
		String content = StatementProfiles.write(proposed);
		byte[] hash = ProposedChanges.hash(content);
		Approvals approvals = this.portal.owner(Approvals.class);
		this.portal.transactions().executeWithoutResult((transaction) -> {
			UUID id = this.portal.owner(ProposedChanges.class)
				.propose(
						new NewApproval(StatementProfiles.KIND, null, hash, "Profile",
								new Maker.OfPerson(personId(Role.FINANCE_MAKER)), "Two people", 1, Duration.ofDays(1)),
						content, REASON);
			approvals.approve(id, personId(Role.FINANCE_CHECKER), hash);
			assertThat(approvals.execute(id, StatementProfiles.KIND, hash)).isTrue();
			this.portal.owner(StatementProfiles.class).add(content, id);
			transaction.setRollbackOnly();
		});
	}

	private UUID personId(Role role) {
		return this.portal.jdbc()
			.sql("SELECT person_id FROM person WHERE email = ?")
			.param(role.name().toLowerCase(Locale.ROOT) + "@example.com")
			.query(UUID.class)
			.single();
	}

	/** A statement without lines. */
	private UUID statement(LocalDate day, int page, long opening, long closing, String status,
			@Nullable String reason) {
		UUID id = UUID.randomUUID();
		WithoutTriggers.run(this.portal.dataSource(),
				(session) -> session
					.sql("""
							INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, page, format, source,
							                            file_name, sha256, opening_paise, closing_paise, line_count, credit_paise, debit_paise,
							                            status, hold_reason, day_position)
							VALUES (:id, :account, :day, 'S', :page, 'CSV', 'UPLOAD', 'day.csv', sha256(convert_to(:id::text, 'UTF8')), :opening,
							        :closing, 0, 0, 0, :status, :reason, CASE :status WHEN 'ACCEPTED' THEN :page END)
							""")
					.param("id", id)
					.param("account", this.account)
					.param("day", day)
					.param("page", page)
					.param("opening", opening)
					.param("closing", closing)
					.param("status", status)
					.param("reason", reason)
					.update());
		return id;
	}

	private static Visitor.Page upload(Visitor visitor, String name, String content) {
		return visitor.upload("/statements/uploads?account=50100012345678&reason=" + REASON.replace(' ', '+'), name,
				bytes(content));
	}

	private List<String> audited(String act) {
		return this.portal.jdbc()
			.sql("SELECT after_value::text FROM audit_event WHERE act = ? AND chain = 'staff'")
			.param(act)
			.query(String.class)
			.list();
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

	private static List<String> rows(Visitor.Page page, String table) {
		return page.document().select(table + " tbody tr").eachText();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}

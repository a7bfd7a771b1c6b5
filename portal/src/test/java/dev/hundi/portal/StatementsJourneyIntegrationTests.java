package dev.hundi.portal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementSource;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Statements and profiles in a real Chromium: a maker with a wide screen and a checker
 * with a phone. What batch-jobs does is recorded as its classes record it.
 */
class StatementsJourneyIntegrationTests {

	private static final int WIDE = 1280;

	private static final int PHONE = 390;

	private static final String ACCOUNT = "50100012345678";

	private final TestPortal portal = new TestPortal();

	@Test
	void twoPeopleLoadReplaceAndChangeHowStatementsAreRead() {
		TestDay.inIndia(Duration.ofMinutes(3));
		try (TestBrowser browser = TestBrowser.start(); TestPortal open = this.portal) {
			TestPortal.Copy staff = open.start(Audience.STAFF);
			open.transactions().executeWithoutResult((transaction) -> {
				open.owner(NodalAccounts.class)
					.activate(
							new NodalAccount("Hundi", "HDFC0000060", "HDFC Bank", "Fort", "CURRENT", List.of("NEFT")));
				open.owner(StatementAccounts.class).activate(ACCOUNT, "hdfc");
			});
			Page maker = browser.page(browser.context(ColorScheme.LIGHT, WIDE), staff.url());
			TestBrowser.signIn(maker, staff.url(), open.person("maker@example.com", null, Role.FINANCE_MAKER));
			Page checker = browser.page(browser.context(ColorScheme.DARK, PHONE), staff.url());
			TestBrowser.signIn(checker, staff.url(), open.person("checker@example.com", null, Role.FINANCE_CHECKER));
			String url = staff.url().toString();

			upload(maker, url, "wrong.csv");
			approveUpload(checker, url);
			UUID file = rejected();
			maker.navigate(url + "/statements/files/" + file);
			assertThat(maker.textContent("main table")).contains("7", "Debit Amount", "Not an amount: 'abc'");
			look(maker, "statements-file", WIDE);
			checker.navigate(url + "/statements");
			look(checker, "statements", PHONE);

			UUID statement = held();
			maker.navigate(url + "/statements/" + statement);
			look(maker, "statement", WIDE);
			maker.selectOption("#replacement", file.toString());
			maker.fill("#withdraw-evidence", "Letter 7 of the bank");
			maker.fill("#withdraw-reason", "it is the wrong account");
			maker.click("#withdraw-form button");
			maker.waitForSelector("#notice");
			ClaimedRequest asked = this.portal.claimed(RequestKind.PROPOSE_RESOLUTION);
			assertThat(asked.arguments().at("/statement/replacementFileId").asString()).isEqualTo(file.toString());
			checker.navigate(url + "/statements/accounts/" + account());
			look(checker, "statements-month", PHONE);

			changeProfile(maker, checker, url);
			maker.navigate(url + "/ledger");
			maker.selectOption("#ledger-content", "JOURNAL");
			maker.click("#ledger-form button");
			maker.waitForSelector("#export-table");
			look(maker, "ledger", WIDE);
			assertThat(browser.problems()).isEmpty();
		}
	}

	/** The page updates itself while a process is asked for something. */
	@Test
	void aReasonIsNotLostWhileThePageUpdatesItself() {
		try (TestBrowser browser = TestBrowser.start(); TestPortal open = this.portal) {
			TestPortal.Copy staff = open.start(Audience.STAFF);
			Member asking = open.person("maker@example.com", null, Role.FINANCE_MAKER);
			Visitor maker = Visitor.signedIn(staff.url(), asking);
			maker.upload("/statements/uploads?account=50100012345678&reason=sent+by+mail", "day.csv",
					"Date,abc".getBytes(StandardCharsets.UTF_8));
			Page checker = browser.page(browser.context(ColorScheme.LIGHT, WIDE), staff.url());
			TestBrowser.signIn(checker, staff.url(), open.person("checker@example.com", null, Role.FINANCE_CHECKER));
			open.transactions()
				.executeWithoutResult((transaction) -> open.owner(OperatorRequests.class)
					.ask(RequestKind.APPROVE_RESOLUTION, Map.of("resolutionId", 1), asking.id(), "it waits"));
			checker.navigate(staff.url() + "/statements");
			checker.click("#waiting-table summary");
			checker.fill("#waiting-table textarea", "compared with the letter");
			checker.evaluate("""
					() => {
					  let polls = 0;
					  document.addEventListener("htmx:beforeRequest", () => {
					    polls++;
					    document.body.classList.toggle("polled-twice", polls > 1);
					  });
					}
					""");
			checker.waitForSelector("body.polled-twice");
			assertThat(checker.inputValue("#waiting-table textarea")).isEqualTo("compared with the letter");

			open.jdbc()
				.sql("UPDATE operator_request SET state = 'DONE', result = '{}', due_at = NULL, ended_at = now()")
				.update();
			checker.fill("#waiting-table textarea", "");
			checker.click("#waiting-table summary");
			checker.click("h1");
			checker.waitForSelector("#live:not([hx-get])");
			assertThat(browser.problems()).isEmpty();
		}
	}

	private void changeProfile(Page maker, Page checker, String url) {
		tried(maker, url);
		look(maker, "statement-profile", WIDE);
		maker.fill("#profile-reason", "the bank renamed a column");
		maker.click("#propose-button");
		maker.waitForURL("**/statements/profiles");
		checker.navigate(url + "/statements/profiles");
		look(checker, "statement-profiles", PHONE);
		checker.click("#waiting-table summary");
		checker.fill("#waiting-table textarea", "seen in the bank's letter");
		checker.click("#waiting-table button.btn-primary");
		checker.waitForSelector("#notice");
		assertThat(checker.textContent("#profile-table")).contains("checker@example.com");
		checker.navigate(url + "/statements/profiles/hdfc");
		assertThat(checker.inputValue("#column-DEBIT")).isEqualTo("Withdrawal Amt.");
		look(checker, "statement-profile-phone", PHONE);
	}

	private static void upload(Page maker, String url, String name) {
		maker.navigate(url + "/statements");
		maker.setInputFiles("#file", new FilePayload(name, "text/csv", "Date,abc".getBytes(StandardCharsets.UTF_8)));
		maker.selectOption("#account", ACCOUNT);
		maker.fill("#upload-reason", "the bank sent it by mail");
		maker.click("#upload-form button");
		maker.waitForSelector("#waiting-table");
		assertThat(maker.locator("#waiting-table details").count()).as("the maker does not decide").isZero();
	}

	private static void approveUpload(Page checker, String url) {
		checker.navigate(url + "/statements");
		checker.click("#waiting-table summary");
		checker.fill("#waiting-table textarea", "compared with the letter");
		checker.click("#waiting-table button.btn-primary");
		checker.waitForSelector("#notice");
	}

	/** The result of a trial, as batch-jobs records it. */
	private void tried(Page maker, String url) {
		maker.navigate(url + "/statements/profiles/hdfc");
		maker.fill("#column-DEBIT", "Withdrawal Amt.");
		maker.fill("#day", LocalDate.of(2026, 11, 20).toString());
		maker.click("#try-button");
		maker.waitForSelector("#trial");
		ClaimedRequest asked = this.portal.claimed(RequestKind.READ_PROFILE_TRIAL);
		this.portal.carriedOut(asked.requestId(), JsonMapper.shared()
			.writeValueAsString(Map.of("linesRead", 2, "linesChanged", 1, "matchesWon", 1, "matchesLost", 0, "problems",
					List.of(Map.of("fileName", "day.csv", "profile", "present", "fileLine", 4, "column", "Date",
							"reason", "Not a date: 'x'")),
					"lines", List.of(Map.of("number", 2, "signedPaise", 500_00, "narration", "NEFT CR", "after",
							Map.of("kind", "CREDIT", "utr", "UTR1", "matches", true))))));
		maker.waitForSelector("#trial-table");
		assertThat(maker.textContent("#trial-figures")).contains("Lines that would differ: 1.", "New matches: 1.");
	}

	private UUID rejected() {
		ClaimedRequest asked = this.portal.claimed(RequestKind.RECEIVE_STATEMENT);
		StatementFiles files = this.portal.owner(StatementFiles.class);
		return Objects.requireNonNull(this.portal.transactions().execute((transaction) -> {
			UUID id = files
				.receive(new byte[32], asked.arguments().path("name").asString(), "statement/x.dat", 8,
						StatementSource.UPLOAD, ACCOUNT)
				.file()
				.statementFileId();
			files.rejected(files.claim(Duration.ofMinutes(1)).orElseThrow(),
					new RejectedStatementException(7, "Debit Amount", "Not an amount: 'abc'"));
			return id;
		}));
	}

	private UUID held() {
		UUID id = UUID.randomUUID();
		WithoutTriggers.run(this.portal.dataSource(),
				(session) -> session
					.sql("""
							INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source,
							                            file_name, sha256, opening_paise, closing_paise, line_count, credit_paise, debit_paise,
							                            status, hold_reason)
							VALUES (?, ?, ?, 'S-1', 'CSV', 'UPLOAD', 'held.csv', sha256('x'), 100, 200, 0, 0, 0, 'HELD', 'WRONG_SUM')
							""")
					.param(id)
					.param(account())
					.param(India.dateOf(Instant.now()).minusDays(1))
					.update());
		return id;
	}

	private long account() {
		return this.portal.owner(StatementAccounts.class).all().getFirst().nodalAccountId();
	}

	private static void look(Page page, String name, int width) {
		TestBrowser.shot(page, "finance-" + name + "-" + width);
		assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + name)
			.isLessThanOrEqualTo(width);
		assertThat(TestBrowser.accessibilityProblems(page)).as(name).isEmpty();
	}

}

package dev.hundi.sandbox;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.hundi.digest.Sha256;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two people of finance in two browsers, on the whole platform: a break in a statement of
 * the sandbox bank from its assignment to its undo, and the sign-off of the day.
 */
final class FinanceDeskJourney {

	private static final String WHY = "It is clear from the letter";

	private static final String MAKER = "finance.maker@hundi.example";

	/** A future day, so that midnight cannot pass during the test. */
	private final LocalDate day = LocalDate.now(India.ZONE).plusDays(1);

	void run(TestBrowser browser, Platform platform, DemoBusinesses demo) throws IOException, InterruptedException {
		postBefore(platform);
		statement(platform, this.day.minusDays(1));
		StaffWindows windows = new StaffWindows(browser, platform.url(Part.STAFF), demo.staff());
		Page maker = windows.signedIn("FINANCE_MAKER");
		Page checker = windows.signedIn("FINANCE_CHECKER");
		dryRun(maker, platform);
		bank(platform, "/credits", Map.of("virtualAccountNumber", "NOBODY0001", "amountPaise", 300_00));
		statement(platform, this.day);
		signDayBefore(platform);
		long runId = close(platform, maker);

		String path = assign(maker, platform);
		explain(maker);
		maker.selectOption("#action", "SUSPENSE");
		maker.fill("#resolve-reason", WHY);
		ask(maker, "#resolve-form button");
		assertThat(maker.locator("#resolutions form").count()).as("the maker does not decide").isZero();
		assertThat(TestBrowser.accessibilityProblems(maker)).isEmpty();
		windows.confirm(checker);
		decide(checker, platform.url(Part.STAFF) + path);
		assertThat(checker.textContent("#state")).isEqualTo("Closed");
		assertThat(checker.textContent("#resolutions")).contains(MAKER, "finance.checker@hundi.example",
				"letter.pdf, SHA-256");

		maker.reload();
		maker.fill("#undo-reason", WHY);
		ask(maker, "#undo-form button");
		windows.confirm(checker);
		decide(checker, platform.url(Part.STAFF) + path);
		assertThat(checker.textContent("#history")).contains("Assigned", "Resolved", "Undone");
		assertThat(close(platform, maker)).as("the same run again").isEqualTo(runId);
		maker.navigate(platform.url(Part.STAFF) + path);
		assertThat(maker.textContent("#state")).isEqualTo("Open");
		assertThat(maker.textContent("#history")).contains("Opened again");

		windows.confirm(checker);
		checker.navigate(platform.url(Part.STAFF) + "/finance/runs/" + runId);
		checker.fill("#sign-reason", WHY);
		ask(checker, "#sign-form button");
		assertSealed(checker, platform.url(Part.STAFF) + "/finance/runs/" + runId);
		exportLedger(maker, platform);
	}

	/** A person at the desk makes a dry run of today. */
	private static void dryRun(Page maker, Platform platform) {
		maker.navigate(platform.url(Part.STAFF) + "/finance/runs");
		maker.fill("#request-reason", WHY);
		ask(maker, "#request-form button");
		maker.click("#asked-run");
		maker.waitForSelector("#run-state .tag:text-is('Done')");
		assertThat(maker.textContent("h1")).contains("Dry run");
		maker.waitForSelector("#proof");
	}

	/** The day before is not over either, so that no page can request it. */
	private void signDayBefore(Platform platform) {
		ReconciliationRuns runs = platform.bean(ReconciliationRuns.class);
		long run = runs.request(this.day.minusDays(1), false, MAKER, Instant.now().plus(Duration.ofDays(3))).runId();
		ReconciliationRun closed = await().until(() -> runs.find(run).orElseThrow(),
				(known) -> known.state().equals("DONE"));
		runs.signOff(run, closed.completedAt(), "finance.checker@hundi.example", (signed) -> Map.of(ReportFormat.CSV,
				new byte[1], ReportFormat.XLS, new byte[1], ReportFormat.PDF, new byte[1]));
	}

	/** The day has not ended, so that the test requests it, as the maker. */
	private long close(Platform platform, Page maker) {
		long runId = platform.bean(ReconciliationRuns.class)
			.request(this.day, false, MAKER, Instant.now().plus(Duration.ofDays(3)))
			.runId();
		maker.navigate(platform.url(Part.STAFF) + "/finance/runs/" + runId);
		maker.waitForSelector("#run-state .tag:text-is('Done')");
		assertThat(maker.textContent("#unexplained")).isEqualTo("₹0.00");
		return runId;
	}

	/** By keyboard from the list; the path of the page of the break. */
	private static String assign(Page maker, Platform platform) {
		maker.navigate(platform.url(Part.STAFF) + "/finance/breaks?type=UNKNOWN_CREDIT");
		maker.keyboard().press("j");
		maker.keyboard().press("x");
		maker.fill("#assign-reason", WHY);
		LocalDate due = India.dateOf(Instant.now()).plusDays(30);
		maker.fill("#assign-due", due.toString());
		ask(maker, "#assign-form button");
		assertThat(maker.textContent("#break-table tbody tr")).contains(MAKER, TestPortal.shown(due));
		maker.keyboard().press("j");
		maker.keyboard().press("Enter");
		maker.waitForSelector("#sides");
		return URI.create(maker.url()).getPath();
	}

	private static void explain(Page maker) {
		maker.fill("#comment", "The sender asks for its money back.");
		maker.click("#comment-form button");
		maker.waitForSelector("#comments:has-text('asks for its money back')");
		maker.setInputFiles("#file", new FilePayload("letter.pdf", "application/pdf", Uploads.pdf("Letter 7", 1)));
		maker.click("#evidence-form button");
		maker.waitForSelector("#files:has-text('letter.pdf')");
	}

	private static void decide(Page checker, String page) {
		checker.navigate(page);
		checker.fill("#resolutions textarea", WHY);
		ask(checker, "#resolutions button.btn-primary");
	}

	/** Sends a form and waits until batch-jobs has carried it out. */
	private static void ask(Page page, String button) {
		page.click(button);
		page.waitForSelector("#asked:not([data-state=PENDING]), #problem, #confirm-form");
		// Keys have an effect once the scripts are loaded.
		page.waitForLoadState();
		assertThat(page.locator("#asked[data-state=DONE]").count()).as(page.innerText("body")).isOne();
	}

	private static void assertSealed(Page checker, String run) {
		checker.waitForLoadState();
		assertThat(checker.textContent("#run-state")).contains("Signed off");
		assertThat(checker.textContent("#signed-by")).contains("finance.checker@hundi.example");
		assertThat(checker.locator("#reports tbody tr").count()).isEqualTo(3);
		for (String format : List.of("csv", "xls", "pdf")) {
			byte[] file = checker.request().get(run + "/report." + format).body();
			assertThat(checker.textContent("#reports")).contains(Sha256.hex(file));
		}
		assertThat(TestBrowser.accessibilityProblems(checker)).isEmpty();
	}

	/** The debits and the credits of the trial balance are those of the ledger. */
	/** Posts between two accounts that no statement shows, on a day that is over. */
	private static void postBefore(Platform platform) {
		JdbcClient.create(platform.dataSource()).sql("""
				WITH made AS (
				  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
				  SELECT business_id, uuidv7(interval '-2 days'), 'ADJUSTMENT', 'BEFORE' FROM business LIMIT 1
				  RETURNING business_id, transaction_id
				)
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				SELECT business_id, transaction_id, line, account_id, amount_paise
				  FROM made CROSS JOIN (VALUES (1, 4, 7_00), (2, 5, -7_00)) AS entries (line, account_id, amount_paise)
				""").update();
	}

	private static void exportLedger(Page maker, Platform platform) {
		LocalDate last = LocalDate.now(India.ZONE).minusDays(1);
		maker.navigate(platform.url(Part.STAFF) + "/ledger");
		maker.fill("#from", last.minusDays(9).toString());
		maker.fill("#to", last.toString());
		maker.click("#ledger-form button");
		maker.waitForSelector("#export-table a");
		String file = maker.request()
			.get(platform.url(Part.STAFF) + maker.getAttribute("#export-table a", "href"))
			.text();
		long ledger = JdbcClient.create(platform.dataSource())
			.sql("SELECT sum(amount_paise) FROM ledger_entry WHERE amount_paise > 0 AND transaction_id < :end")
			.param("end", TimeOrderedIds.first(India.startOf(last.plusDays(1))))
			.query(Long.class)
			.single();
		for (String column : List.of("Debit", "Credit")) {
			long total = CsvReader.builder()
				.detectBomHeader(true)
				.ofNamedCsvRecord(file)
				.stream()
				.map((row) -> row.getField(column).replace(",", ""))
				.filter((amount) -> !amount.isEmpty())
				.mapToLong((amount) -> new BigDecimal(amount).movePointRight(2).longValueExact())
				.sum();
			assertThat(total).as(column).isEqualTo(ledger);
		}
		assertThat(TestBrowser.accessibilityProblems(maker)).isEmpty();
	}

	/** Writes the statement of a day and waits until it is loaded. */
	private static void statement(Platform platform, LocalDate date) throws IOException, InterruptedException {
		int pages = bank(platform, "/statements/" + date, Map.of()).path("statements").size();
		await().until(() -> JdbcClient.create(platform.dataSource())
			.sql("SELECT count(*) FROM bank_statement WHERE business_date = :date")
			.param("date", date)
			.query(Integer.class)
			.single() == pages);
	}

	private static JsonNode bank(Platform platform, String path, Map<String, ?> body)
			throws IOException, InterruptedException {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpResponse<byte[]> answer = http.send(HttpRequest.newBuilder(platform.bankUrl().resolve(path))
				.POST(HttpRequest.BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(body)))
				.build(), HttpResponse.BodyHandlers.ofByteArray());
			assertThat(answer.statusCode()).as(path).isEqualTo(200);
			return JsonMapper.shared().readTree(answer.body());
		}
	}

}

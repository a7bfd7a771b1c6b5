package dev.hundi.sandbox;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.person.Role;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.time.India;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Closes a day of the sandbox bank on the platform of
 * {@link OperatingFilesIntegrationTests}, which runs these tests: from the bank statement
 * to the sign-off by a second person, only with {@code ./hundi reconciliation}.
 */
abstract class ClosedDayIntegrationTests {

	private static final String WHY = "It is clear from the bank's letter";

	private final Platform platform;

	private final Path directory;

	private final Operator operator;

	private final Operator checker;

	/**
	 * A future bank day, so that midnight cannot pass during the test. Everything belongs
	 * to it or to the previous day, which is closed at once before it.
	 */
	private final LocalDate day = LocalDate.now(India.ZONE).plusDays(1);

	ClosedDayIntegrationTests(Platform platform, Path directory) {
		this.platform = platform;
		this.directory = directory;
		this.operator = Operator.of(platform, directory, Role.FINANCE_MAKER);
		this.checker = this.operator.as(Role.FINANCE_CHECKER);
	}

	@Test
	void twoPeopleCloseABankDayWithoutUnexplainedDifference(@TempDir Path reports) throws Exception {
		DemoBusiness business = new DemoBusinesses(this.platform, this.directory).create("Asha Traders", 10_000_00,
				true);
		Merchant merchant = Merchant.of(this.platform, business);
		bank("/statements/" + this.day, Map.of());
		String change = answer("day", this.day.toString(), "--open", "false", "--name", "A holiday", "--reason", WHY)
			.path("changeId")
			.asString();
		assertThat(refused("approve-day", change, "--reason", WHY)).contains("role_missing");
		check("approve-day", change);
		String utr = happen(merchant, "HUNDI" + business.businessCode());
		long availablePaise = merchant.availablePaise();

		List<String> before = closeBefore(this.day);
		String run = close(this.day);
		assertThat(merchant.availablePaise()).isEqualTo(availablePaise + 777_00);
		JsonNode breaks = answer("breaks");
		assertThat(breaks.valueStream().map((found) -> found.path("type").asString()))
			.containsExactlyInAnyOrder("BANK_CHARGE", "BANK_CHARGE", "EXPECTED_TIMING", "UNKNOWN_CREDIT");
		assertThat(breaks.valueStream()
			.filter((found) -> found.path("type").asString().equals("BANK_CHARGE"))
			.map((found) -> found.path("amountPaise").asLong() + " " + found.path("differencePaise").asLong()))
			.containsExactly("500 -590", "500 -590");
		String late = resolve(breaks);

		String next = close(this.day.plusDays(1));
		assertThat(answer("breaks")).isEmpty();
		JsonNode explained = answer("breaks", "--closed", "true", "--type", "EXPECTED_TIMING").valueStream()
			.filter((found) -> found.path("breakId").asString().equals(late))
			.findFirst()
			.orElseThrow();
		assertThat(explained.path("closedWhy").asString()).startsWith("Matched by UTR_AMOUNT with line");
		assertThat(explained.path("carriedTo").asString()).isEqualTo(this.day.plusDays(1).toString());

		String match = answer("matches", "--of", utr).get(0).path("matchId").asString();
		assertThat(checkRefused("sign-off", next)).contains("409", "is not signed");
		assertThat(refused("sign-off", run, "--reason", WHY)).contains("role_missing");
		before.forEach((earlier) -> check("sign-off", earlier));
		check("sign-off", run);
		check("sign-off", next);
		assertThat(checkRefused("approve", propose("revoke", match))).contains("409");
		merchant.assertBooksAreRight();
		assertReport(next, reports.resolve("books.pdf"));
	}

	/** Runs the payments of the day and returns one UTR. */
	private String happen(Merchant merchant, String virtualAccount) throws Exception {
		bank("/behaviour", Map.of("chargePaise", 500));
		UUID paid = merchant.pay(Merchant.SUCCESS, "100.00");
		String utr = merchant.terminal(paid).path("utr").asString();
		UUID back = merchant.pay(Merchant.RETURNED, "70.00");
		await().until(() -> merchant.payout(back).path("responseCode").asString().equals("RETURNED_BY_BANK"));
		bank("/behaviour", Map.of("chargePaise", 0, "nextDayRate", 1));
		merchant.terminal(merchant.pay(Merchant.SUCCESS, "50.00"));
		bank("/behaviour", Map.of("nextDayRate", 0));
		bank("/credits", Map.of("virtualAccountNumber", virtualAccount, "amountPaise", 777_00));
		bank("/credits", Map.of("virtualAccountNumber", "NOBODY0001", "amountPaise", 300_00));
		return utr;
	}

	/** Closes the days from the first statement to the day before; returns their runs. */
	private List<String> closeBefore(LocalDate date) {
		ReconciliationRuns runs = this.platform.bean(ReconciliationRuns.class);
		LocalDate first = JdbcClient.create(this.platform.dataSource())
			.sql("SELECT min(business_date) FROM bank_statement")
			.query(LocalDate.class)
			.single();
		return first.datesUntil(date).map((before) -> {
			long run = runs
				.request(before, false, "finance.maker@hundi.example", Instant.now().plus(Duration.ofDays(3)))
				.runId();
			await().until(() -> runs.find(run).orElseThrow().state().equals("DONE"));
			return String.valueOf(run);
		}).toList();
	}

	/** Writes the statement of a day and closes the day once it is loaded. */
	private String close(LocalDate date) throws Exception {
		int pages = bank("/statements/" + date, Map.of()).path("statements").size();
		await().until(() -> JdbcClient.create(this.platform.dataSource())
			.sql("SELECT count(*) FROM bank_statement WHERE business_date = :date")
			.param("date", date)
			.query(Integer.class)
			.single() == pages);
		assertThat(refused("run", date.toString(), "--reason", WHY)).contains("409");
		// The day has not ended yet, so this test closes it directly.
		String run = String.valueOf(this.platform.bean(ReconciliationRuns.class)
			.request(date, false, "finance.maker@hundi.example", Instant.now().plus(Duration.ofDays(3)))
			.runId());
		await().until(() -> answer("show", run).at("/run/state").asString().equals("DONE"));
		assertThat(answer("show", run).at("/run/unexplainedPaise").asLong(-1)).isZero();
		assertThat(answer("runs", "--limit", "1").get(0).path("runId").asString()).isEqualTo(run);
		return run;
	}

	/** Resolves the breaks and carries one forward, whose id it returns. */
	private String resolve(JsonNode breaks) throws Exception {
		String[] charges = ofType(breaks, "BANK_CHARGE");
		String stray = ofType(breaks, "UNKNOWN_CREDIT")[0];
		String late = ofType(breaks, "EXPECTED_TIMING")[0];
		answer("own", stray, "--owner", "Chandni", "--reason", WHY);
		assertThat(answer("break", stray).at("/found/owner").asString()).isEqualTo("Chandni");
		assertThat(refused("match", stray, "--reason", WHY, "--evidence", "A letter")).contains("409",
				"differ by ₹300.00");
		check("reject", propose("suspense", stray));
		String waiting = propose("suspense", stray);
		assertThat(answer("resolutions").valueStream().map((each) -> each.path("resolutionId").asString()))
			.containsExactly(waiting);
		assertThat(refused("approve", waiting, "--reason", WHY)).contains("role_missing");
		assertThat(check("approve", waiting).path("checker").asString()).isEqualTo("finance.checker@hundi.example");
		check("approve", propose("write-off", charges));
		check("approve", propose("carry-forward", late, "--to", this.day.plusDays(1).toString()));
		assertThat(answer("break", late).path("history").valueStream().map((event) -> event.path("kind").asString()))
			.containsExactly("OPENED", "CARRIED");
		return late;
	}

	private String propose(String action, String... operands) throws Exception {
		List<String> words = new ArrayList<>(List.of(action));
		words.addAll(List.of(operands));
		words.addAll(List.of("--reason", "It is clear", "--evidence", "The bank's letter 7"));
		return answer(words.toArray(String[]::new)).path("resolutionId").asString();
	}

	private static String[] ofType(JsonNode breaks, String type) {
		return breaks.valueStream()
			.filter((found) -> found.path("type").asString().equals(type))
			.map((found) -> found.path("breakId").asString())
			.toArray(String[]::new);
	}

	private void assertReport(String run, Path file) throws Exception {
		this.operator.printed(0, reconciliation("report", run, file.toString()));
		String text = OtherProgram
			.run("poppler-utils", List.of("pdftotext", "-layout", file.toString(), "-"), Map.of(), new byte[0])
			.output();
		assertThat(text).containsPattern("Unexplained +0 +0\\.00")
			.containsPattern("signed by\\s+finance[.]checker@hundi[.]example");
	}

	private JsonNode answer(String... words) {
		return this.operator.answer(reconciliation(words));
	}

	private String refused(String... words) {
		return this.operator.refused(reconciliation(words));
	}

	/** Decides as the second person. */
	private JsonNode check(String act, String id) {
		return this.checker.answer(reconciliation(act, id, "--reason", WHY));
	}

	private String checkRefused(String act, String id) {
		return this.checker.refused(reconciliation(act, id, "--reason", WHY));
	}

	private static String[] reconciliation(String... words) {
		return Stream.concat(Stream.of("reconciliation"), Stream.of(words)).toArray(String[]::new);
	}

	private JsonNode bank(String path, Map<String, ?> body) throws IOException, InterruptedException {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpResponse<byte[]> answer = http.send(HttpRequest.newBuilder(this.platform.bankUrl().resolve(path))
				.POST(HttpRequest.BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(body)))
				.build(), HttpResponse.BodyHandlers.ofByteArray());
			assertThat(answer.statusCode()).as(path).isEqualTo(200);
			return JsonMapper.shared().readTree(answer.body());
		}
	}

}

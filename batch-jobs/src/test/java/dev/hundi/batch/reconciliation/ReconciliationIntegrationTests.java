package dev.hundi.batch.reconciliation;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.ResponseCode;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.BreakEvent;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.Run;
import dev.hundi.testing.TestBusiness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/**
 * A day from its statement to its signature, over the operators' door.
 */
class ReconciliationIntegrationTests {

	private static final JsonMapper json = new JsonMapper();

	private BooksOnDatabase books;

	@BeforeEach
	void start(@TempDir Path directory) {
		this.books = new BooksOnDatabase(directory);
	}

	@AfterEach
	void stop() {
		this.books.close();
	}

	@Test
	void postsWhatTheStatementProvesOnceAndExplainsEveryPaisa() {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		Attempt paid = this.books.paid(business, "325000000001");
		Attempt back = this.books.paid(business, "325000000002");
		Attempt refused = this.books.doubt(business);
		this.books.bean(SettlePayout.class).failed(refused, ResponseCode.BANK_REJECTED, "no", null);
		this.books.tells("DEBIT", 100_00, "PAYMENT", "325000000000", doubt, null);
		this.books.tells("DEBIT", 100_00, "PAYMENT", "325000000001", paid, null);
		this.books.tells("DEBIT", 100_00, "PAYMENT", "325000000002", back, null);
		this.books.tells("CREDIT", 100_00, "RETURN", "RET1", back, null);
		this.books.tells("DEBIT", 100_00, "PAYMENT", "325000000003", refused, null);
		this.books.tells("CREDIT", 777_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		this.books.statement();

		Run rehearsed = this.books.close(true);
		assertThat(rehearsed.unexplainedPaise()).as("%s", rehearsed).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 3 * 104_72);
		assertThat(this.books.breaks()).isEmpty();

		Run run = this.books.close(false);
		assertThat(run.state()).as("%s", run).isEqualTo("DONE");
		assertThat(run.unexplainedPaise()).isZero();
		assertThat(run.breaksPaise()).isEqualTo(rehearsed.breaksPaise()).isEqualTo(-100_00);
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(business.status(refused.payout().payoutId())).isEqualTo("12 BANK_REJECTED");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72 + 777_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATUS");
		assertThat(this.books.violations()).isEmpty();

		Run again = this.books.close(false);
		assertThat(again.unexplainedPaise()).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72 + 777_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATUS");
	}

	@Test
	void twoPeopleResolveBreaksAndSignTheDayOff() throws Exception {
		TestBusiness business = this.books.business();
		this.books.tells("CREDIT", 500_00, "CREDIT", "STRAY1", null, "NOBODY0001");
		this.books.tells("CREDIT", 300_00, "CREDIT", "STRAY2", null, "NOBODY0001");
		this.books.tells("DEBIT", 50_00, "CHARGE", null, null, null);
		this.books.tells("DEBIT", 9_00, "GST", null, null, null);
		this.books.statement();
		Run run = this.books.close(false);
		assertThat(this.books.breaks()).extracting(OpenBreak::type)
			.containsExactlyInAnyOrder("UNKNOWN_CREDIT", "UNKNOWN_CREDIT", "BANK_CHARGE");
		assertThat(run.unexplainedPaise()).isZero();

		assertThat(post("/runs/" + run.runId() + "/sign-off", Map.of("by", " asha ")).statusCode()).isEqualTo(409);
		String stray = resolve("SUSPENSE", "STRAY1", null);
		assertThat(post("/resolutions/" + stray + "/approve", Map.of("by", "bharat ")).statusCode()).isEqualTo(409);
		assertThat(post("/resolutions/" + stray + "/approve", Map.of("by", "Chandni")).statusCode()).isEqualTo(200);
		assertThat(post("/resolutions/" + stray + "/approve", Map.of("by", "Chandni")).statusCode()).isEqualTo(409);
		approve(resolve("ADJUST_WALLET", "STRAY2", business.id().toString()));
		approve(resolve("WRITE_OFF", "line:", null));
		assertThat(this.books.breaks()).isEmpty();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 300_00);
		assertThat(this.books.violations()).isEmpty();

		Run again = this.books.close(false);
		assertThat(again.unexplainedPaise()).as("%s", again).isZero();
		assertThat(again.breaksPaise()).isZero();

		revoke(stray);
		Run open = this.books.close(false);
		assertThat(open.unexplainedPaise()).as("%s", open).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::key).containsExactly("utr:STRAY1:in");
		assertThat(this.books.bean(Breaks.class).history(this.books.breaks().getFirst().breakId()))
			.extracting(BreakEvent::kind)
			.containsExactly("OPENED", "RESOLVED", "REVOKED", "REOPENED");

		assertThat(post("/runs/" + run.runId() + "/sign-off", Map.of("by", "Chandni")).statusCode()).isEqualTo(200);
		assertThatThrownBy(() -> this.books.request(false)).hasMessageContaining("signed off");
		assertThatThrownBy(() -> this.books.jdbc.sql("UPDATE reconciliation_figure SET item_count = 0").update())
			.hasMessageContaining("signed off");
		for (String format : List.of("csv", "xls", "pdf")) {
			HttpResponse<byte[]> report = send("GET", "/runs/" + run.runId() + "/report." + format, null);
			assertThat(report.statusCode()).isEqualTo(200);
			assertThat(report.body()).hasSizeGreaterThan(500);
		}
		assertThat(new String(send("GET", "/runs/" + run.runId() + "/report.csv", null).body(), StandardCharsets.UTF_8))
			.contains("Unexplained", "Match rate by rule,UTR_AMOUNT", "UNKNOWN_CREDIT", "signed by Chandni",
					"SUSPENSE " + stray);
	}

	@Test
	void capsWriteOffsAndMatchesByHandOnlyWhatIsTheSame() throws Exception {
		TestBusiness business = this.books.business();
		this.books.tells("CREDIT", 101_00, "CREDIT", "BIG", null, "NOBODY0001");
		Attempt paid = this.books.paid(business, "325000000009");
		this.books.tells("DEBIT", 100_00, "PAYMENT", "WRONGUTR", null, null);
		this.books.statement();
		this.books.close(false);
		String big = resolve("WRITE_OFF", "BIG", null);
		assertThat(post("/resolutions/" + big + "/approve", Map.of("by", "Chandni")).statusCode()).isEqualTo(409);
		long line = breakOf("WRONGUTR").breakId();
		long entry = breakOf("out").breakId() == line ? otherOut(line) : breakOf("out").breakId();
		String wrong = propose("MATCH", List.of(line, breakOf("BIG").breakId()), null, null);
		assertThat(post("/resolutions/" + wrong + "/approve", Map.of("by", "Chandni")).statusCode()).isEqualTo(409);
		approve(propose("MATCH", List.of(line, entry), null, null));
		assertThat(this.books.breaks()).extracting(OpenBreak::key).containsExactly("utr:BIG:in");
		Run again = this.books.close(false);
		assertThat(again.unexplainedPaise()).as("%s", again).isZero();
		assertThat(business.status(paid.payout().payoutId())).isEqualTo("11 SUCCESS");
	}

	@Test
	void closesMissedDaysOneAfterTheOtherOnceTheirStatementsAreThereOrHaveBeenWaitedFor() {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		Instant noon = this.books.day.minusDays(1)
			.atStartOfDay(ZoneId.of("Asia/Kolkata"))
			.toInstant()
			.plus(Duration.ofHours(36));
		Duration after = Duration.ofHours(1);
		Duration patience = Duration.ofHours(12);
		this.books.bean(BankCalendar.class)
			.put(new BankCalendar.Day(this.books.day, true, "A day on which banks work for this test"));
		assertThat(runs.makeNextDayDue(noon.minus(Duration.ofHours(12)).plusSeconds(60), after, patience)).isFalse();
		assertThat(runs.makeNextDayDue(noon, after, patience)).isTrue();
		assertThat(runs.makeNextDayDue(noon.plus(Duration.ofDays(9)), after, patience)).isFalse();
		assertThat(this.books.bean(RunReconciliation.class).runOne()).isTrue();
		assertThat(runs.makeNextDayDue(noon.plus(Duration.ofHours(14)), after, patience)).isFalse();
		assertThat(runs.makeNextDayDue(noon.plus(Duration.ofHours(25)), after, patience)).isTrue();
		assertThat(this.books.bean(RunReconciliation.class).runOne()).isTrue();
		assertThat(runs.newest(9)).extracting(Run::businessDate, Run::state)
			.containsExactly(tuple(this.books.day, "DONE"), tuple(this.books.day.minusDays(1), "DONE"));
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATEMENT_GAP");
		this.books.statement();
		Run again = this.books.close(false);
		assertThat(again.unexplainedPaise()).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.bean(Breaks.class).list(null, true, 9)).singleElement()
			.satisfies((closed) -> assertThat(closed.closedWhy()).contains("complete"));
	}

	@Test
	void knowsTheDaysOnWhichBanksWork() {
		BankCalendar calendar = this.books.bean(BankCalendar.class);
		assertThat(calendar.isBankDay(LocalDate.of(2026, 11, 7))).isTrue();
		assertThat(calendar.isBankDay(LocalDate.of(2026, 11, 8))).isFalse();
		assertThat(calendar.isBankDay(LocalDate.of(2026, 11, 14))).isFalse();
		assertThat(calendar.isBankDay(LocalDate.of(2026, 11, 21))).isTrue();
		assertThat(calendar.isBankDay(LocalDate.of(2026, 11, 28))).isFalse();
		calendar.put(new BankCalendar.Day(LocalDate.of(2026, 11, 9), false, "Diwali"));
		assertThat(calendar.isBankDay(LocalDate.of(2026, 11, 9))).isFalse();
		assertThat(this.books.jdbc.sql("SELECT bank_days_between('2026-11-06', '2026-11-10')")
			.query(Integer.class)
			.single()).isEqualTo(2);
	}

	private OpenBreak breakOf(String part) {
		return this.books.breaks().stream().filter((found) -> found.key().contains(part)).findFirst().orElseThrow();
	}

	private long otherOut(long not) {
		return this.books.breaks()
			.stream()
			.filter((found) -> found.breakId() != not && found.key().endsWith(":out"))
			.findFirst()
			.orElseThrow()
			.breakId();
	}

	private String resolve(String action, String key, @Nullable String business) throws Exception {
		return propose(action, List.of(breakOf(key).breakId()), business, null);
	}

	private void revoke(String resolution) throws Exception {
		long match = this.books.jdbc.sql("SELECT match_id FROM reconciliation_resolution WHERE resolution_id = :id")
			.param("id", Long.parseLong(resolution))
			.query(Long.class)
			.single();
		approve(propose("REVOKE", List.of(), null, match));
	}

	private String propose(String action, List<Long> breaks, @Nullable String business, @Nullable Long match)
			throws Exception {
		Map<String, Object> body = new HashMap<>(Map.of("action", action, "breakIds", breaks, "reason", "It is clear",
				"evidence", "The bank's letter 7", "by", "Bharat"));
		if (business != null) {
			body.put("businessId", business);
		}
		if (match != null) {
			body.put("matchId", match);
		}
		HttpResponse<byte[]> answer = post("/resolutions", body);
		assertThat(answer.statusCode()).as(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo(200);
		JsonNode proposed = json.readTree(answer.body());
		return proposed.path("resolutionId").asString();
	}

	private void approve(String resolution) throws Exception {
		HttpResponse<byte[]> answer = post("/resolutions/" + resolution + "/approve", Map.of("by", "Chandni"));
		assertThat(answer.statusCode()).as(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo(200);
	}

	private HttpResponse<byte[]> post(String path, Object body) throws Exception {
		return send("POST", path, body);
	}

	private HttpResponse<byte[]> send(String method, String path, @Nullable Object body) throws Exception {
		String port = this.books.context.getEnvironment().getProperty("local.server.port");
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http
				.send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/internal/reconciliation" + path))
					.method(method,
							(body != null) ? HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body))
									: HttpRequest.BodyPublishers.noBody())
					.header("Authorization", "Bearer " + BooksOnDatabase.TOKEN)
					.header("Content-Type", "application/json")
					.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
	}

}

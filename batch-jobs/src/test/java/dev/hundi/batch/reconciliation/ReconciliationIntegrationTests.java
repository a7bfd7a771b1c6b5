package dev.hundi.batch.reconciliation;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.SettlePayout;
import dev.hundi.export.OtherProgram;
import dev.hundi.payout.ResponseCode;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.BreakEvent;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationStatus;
import dev.hundi.testing.TestBusiness;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * A day from its statement to its sign-off through requests of the staff.
 */
class ReconciliationIntegrationTests extends SharedBooks {

	@Test
	void postsEachMatchedEffectOnceAndExplainsEveryPaisa() throws Exception {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		Attempt paid = this.books.paid(business, "325000000001");
		Attempt back = this.books.paid(business, "325000000002");
		Attempt refused = this.books.doubt(business);
		this.books.bean(SettlePayout.class).failed(refused, ResponseCode.BANK_REJECTED, "no", BankReport.NONE);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000000", doubt, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000001", paid, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000002", back, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000003", refused, null);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		this.books.statement();

		ReconciliationRun dryRun = this.books.dryRunWhileWalletsAreLocked();
		assertThat(dryRun.unexplainedPaise()).as("%s", dryRun).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 3 * 104_72);
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.api.json("/runs/" + dryRun.runId() + "/breaks")).singleElement().satisfies((found) -> {
			assertThat(found.path("type").asString()).isEqualTo("STATUS");
			assertThat(found.path("differencePaise").asLong()).isEqualTo(-100_00);
			assertThat(found.path("recorded").asBoolean()).isFalse();
			assertThat(found.path("detail").asString()).contains("UTR 325000000003", "1 at the bank of ₹100.00");
		});
		assertThat(report(dryRun)).contains("Breaks,STATUS (dry run),1,-100.00",
				"Breaks by type and age,STATUS,1,-100.00,0 bank days");

		ReconciliationRun run = this.books.close(false);
		assertThat(run.state()).as("%s", run).isEqualTo("DONE");
		assertThat(run.unexplainedPaise()).isZero();
		assertThat(run.proof().breaksPaise()).isEqualTo(dryRun.proof().breaksPaise()).isEqualTo(-100_00);
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(business.status(refused.payout().payoutId())).isEqualTo("12 BANK_REJECTED");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72 + 777_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATUS");
		assertThat(this.books.violations()).isEmpty();

		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72 + 777_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATUS");
	}

	@Test
	void recordsABreakForEachViolatedRule() {
		this.books.close(this.books.day.minusDays(1), false);
		String[] broken = this.books.violateEachRule();
		this.books.statement();

		ReconciliationRun run = this.books.close(false);
		assertThat(this.books.brokenRules()).containsExactlyInAnyOrder(broken);
		assertThat(this.books.violations()).containsExactlyInAnyOrder(broken);
		assertThat(run.violations()).isEqualTo(broken.length);
		assertThat(this.books.rowsThePlannerKnows("reconciliation_break")).isEqualTo(this.books.breaks().size());
	}

	@Test
	void resolvesBreaksAndSignsOffWithMakerAndChecker(@TempDir Path directory) throws Exception {
		TestBusiness business = this.books.business();
		this.books.bankLine("CREDIT", 500_00, "CREDIT", "STRAY1", null, "UNKNOWN001");
		this.books.bankLine("CREDIT", 300_00, "CREDIT", "STRAY2", null, "UNKNOWN001");
		this.books.bankLine("DEBIT", 50_00, "CHARGE", null, null, null);
		this.books.bankLine("DEBIT", 9_00, "GST", null, null, null);
		this.books.statement();
		ReconciliationRun run = this.books.close(false);
		assertThat(this.books.breaks()).extracting(OpenBreak::type)
			.containsExactlyInAnyOrder("UNKNOWN_CREDIT", "UNKNOWN_CREDIT", "BANK_CHARGE");
		assertThat(run.unexplainedPaise()).isZero();
		ReconciliationStatus status = this.books.bean(ReconciliationRuns.class).status();
		assertThat(status.openBreaks()).isEqualTo(Map.of("UNKNOWN_CREDIT", 2L, "BANK_CHARGE", 1L));
		assertThat(Instant.ofEpochSecond(status.closedTo()).atZone(ZoneId.of("Asia/Kolkata")).toLocalDateTime())
			.isEqualTo(this.books.day.plusDays(1).atStartOfDay());

		assertThat(post("/runs/" + run.runId() + "/sign-off", Map.of("by", " asha ")).statusCode()).isEqualTo(409);
		String stray = resolve("SUSPENSE", "STRAY1");
		assertThat(post("/resolutions/" + stray + "/approve", Map.of("by", "bharat ")).statusCode()).isEqualTo(409);
		assertThat(post("/resolutions/" + stray + "/approve", Map.of("by", "Chandni")).statusCode()).isEqualTo(200);
		assertThat(post("/resolutions/" + stray + "/approve", Map.of("by", "Chandni")).statusCode()).isEqualTo(409);
		this.api.approve(
				this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()), breakOf("STRAY2").breakId()));
		this.api.approve(resolve("WRITE_OFF", "line:"));
		assertThat(this.books.breaks()).isEmpty();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 300_00);
		assertThat(this.books.violations()).isEmpty();

		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).as("%s", again).isZero();
		assertThat(again.proof().breaksPaise()).isZero();

		this.api.approve(revoke(stray));
		ReconciliationRun open = this.books.close(false);
		assertThat(open.unexplainedPaise()).as("%s", open).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::key).containsExactly("utr:STRAY1:in");
		assertThat(this.books.bean(Breaks.class).history(this.books.breaks().getFirst().breakId()))
			.extracting(BreakEvent::kind)
			.containsExactly("OPENED", "RESOLVED", "REVOKED", "REOPENED");

		this.api.signOff(run.runId());
		assertThatThrownBy(() -> this.books.request(false))
			.hasMessageContaining("is signed off and cannot be closed again");
		String csv = new String(this.api.get("/runs/" + run.runId() + "/report.csv").body(), StandardCharsets.UTF_8);
		assertThat(csv)
			.contains("Unexplained", "Match rate by rule,UTR_AMOUNT", "UNKNOWN_CREDIT", "signed by Chandni",
					"SUSPENSE " + stray)
			.containsPattern("signed by Chandni at [-0-9]{10} [:0-9]{8}[.][0-9]{3} IST");
		assertOthersReadTheSame(run, csv, directory);
	}

	/** Every figure of the csv is in the workbook's cells and on the pages. */
	private void assertOthersReadTheSame(ReconciliationRun run, String csv, Path directory) throws Exception {
		Path xls = Files.write(directory.resolve("report.xls"),
				this.api.get("/runs/" + run.runId() + "/report.xls").body());
		Path pdf = Files.write(directory.resolve("report.pdf"),
				this.api.get("/runs/" + run.runId() + "/report.pdf").body());
		assertThat(OtherProgram.kindOf(xls)).containsIgnoringCase("Excel");
		List<List<String>> rows = figures(csv);
		assertThat(rows).contains(List.of("Proof of balances", "Unexplained", "0", "0.00"))
			.contains(List.of("Proof of balances", "Closing balance at the bank", "0", "10741.00"))
			.contains(List.of("Breaks by type and age", "UNKNOWN_CREDIT", "1", "500.00"));
		assertThat(figures(Files.readString(OtherProgram.sheetsAsCsv(xls, directory).getFirst())))
			.containsExactlyElementsOf(rows);
		String pages = OtherProgram.pdfText(pdf).replaceAll("[ \\n\\f]+", " ").replace(",", "");
		assertThat(rows).allSatisfy((row) -> assertThat(pages).contains(row.get(1).split(" ")[0], row.get(3)));
		assertThat(pages).contains("End-of-day reconciliation", "Unexplained 0 0.00",
				"Closing balance at the bank 0 10741.00");
	}

	/** Section, item, count and amount of each row. */
	private static List<List<String>> figures(String csv) throws IOException {
		try (CSVParser parser = CSVParser.parse(csv.replace("\ufeff", ""), CSVFormat.DEFAULT)) {
			return parser.stream()
				.filter((row) -> row.size() >= 4 && row.get(3).matches("-?[0-9]+([.][0-9]+)?"))
				.map((row) -> List.of(row.get(0), row.get(1), row.get(2),
						new BigDecimal(row.get(3)).setScale(2).toPlainString()))
				.toList();
		}
	}

	@Test
	void limitsWriteOffsAndRejectsManualMatchesOfDifferentAmounts() throws Exception {
		TestBusiness business = this.books.business();
		this.books.bankLine("CREDIT", 101_00, "CREDIT", "BIG", null, "UNKNOWN001");
		Attempt paid = this.books.paid(business, "325000000009");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "WRONGUTR", null, null);
		this.books.statement();
		this.books.close(false);
		assertThatThrownBy(() -> resolve("WRITE_OFF", "BIG")).hasMessageContaining("exceed the limit of ₹100.00");
		long line = breakOf("WRONGUTR").breakId();
		long entry = breakOf("out").breakId() == line ? otherOut(line) : breakOf("out").breakId();
		assertThatThrownBy(() -> this.api.propose("MATCH", line, breakOf("BIG").breakId()))
			.hasMessageContaining("these breaks differ by ₹1.00");
		this.api.approve(this.api.propose("MATCH", line, entry));
		assertThat(this.books.breaks()).extracting(OpenBreak::key).containsExactly("utr:BIG:in");
		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).as("%s", again).isZero();
		assertThat(business.status(paid.payout().payoutId())).isEqualTo("11 SUCCESS");
	}

	@Test
	void reportsAMissingStatement() {
		ReconciliationRun run = this.books.close(this.books.day.minusDays(9), true);

		assertThat(run.failure())
			.isEqualTo("Account %d has no statement up to %s".formatted(run.accountId(), this.books.day.minusDays(9)));
	}

	@Test
	void closesMissedDaysInOrderOnceTheirStatementsArriveOrAreOverdue() {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		Instant noon = this.books.day.minusDays(1)
			.atStartOfDay(ZoneId.of("Asia/Kolkata"))
			.toInstant()
			.plus(Duration.ofHours(36));
		Duration after = Duration.ofHours(1);
		Duration patience = Duration.ofHours(12);
		this.books.calendar(this.books.day, true, "A day on which banks work for this test");
		assertThat(runs.makeNextDayDue(noon.minus(Duration.ofHours(12)).plusSeconds(60), after, patience)).isFalse();
		assertThat(runs.makeNextDayDue(noon, after, patience)).isTrue();
		assertThat(runs.makeNextDayDue(noon.plus(Duration.ofDays(9)), after, patience)).isFalse();
		this.books.runDue();
		await().until(() -> runs.newest(1).getFirst().state().equals("DONE"));
		assertThat(runs.makeNextDayDue(noon.plus(Duration.ofHours(14)), after, patience)).isFalse();
		assertThat(runs.makeNextDayDue(noon.plus(Duration.ofHours(25)), after, patience)).isTrue();
		this.books.runDue();
		await().until(() -> runs.newest(1).getFirst().state().equals("DONE"));
		assertThat(runs.newest(9)).extracting(ReconciliationRun::businessDate, ReconciliationRun::state)
			.containsExactly(tuple(this.books.day, "DONE"), tuple(this.books.day.minusDays(1), "DONE"));
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATEMENT_GAP");
		this.books.statement();
		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.bean(Breaks.class).list(null, true, 9)).singleElement()
			.satisfies((closed) -> assertThat(closed.closedWhy()).contains("complete"));
	}

	@Test
	void readsBankWorkingDaysFromTheCalendar() {
		BankCalendar calendar = this.books.bean(BankCalendar.class);
		LocalDate from = LocalDate.of(2026, 11, 7);
		LocalDate to = LocalDate.of(2026, 11, 28);
		LocalDate monday = LocalDate.of(2026, 11, 9);
		assertThat(calendar.bankDays(from, to)).contains(from, monday, LocalDate.of(2026, 11, 21))
			.doesNotContain(LocalDate.of(2026, 11, 8), LocalDate.of(2026, 11, 14), to);
		this.books.calendar(monday, false, "Diwali");
		assertThat(calendar.bankDays(from, to)).doesNotContain(monday);
		assertThat(this.books.jdbc.sql("SELECT bank_days_between('2026-11-06', '2026-11-10')")
			.query(Integer.class)
			.single()).isEqualTo(2);
	}

	@Test
	void doesNotRepeatAMatchThatWasRevoked() throws Exception {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, "325000000011");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000011", paid, null);
		this.books.statement();
		this.books.close(false);
		assertThat(this.books.breaks()).isEmpty();
		JsonNode match = this.api.json("/matches?of=325000000011").get(0);
		assertThat(match.path("rule").asString()).isEqualTo("UTR_AMOUNT");
		this.api.approve(this.api.revoke(match.path("matchId").asLong()));
		assertThat(this.api.json("/matches?of=325000000011")).isEmpty();
		ReconciliationRun apart = this.books.close(false);
		assertThat(apart.unexplainedPaise()).as("%s", apart).isZero();
		assertThat(this.books.bean(ReconciliationRuns.class).figures(apart.runId()))
			.filteredOn((figure) -> figure.section().equals("MATCHED"))
			.containsExactly(new ReconciliationFigure("MATCHED", "UTR_AMOUNT", 1, 10_000_00));
		assertThat(this.books.breaks()).singleElement()
			.extracting(OpenBreak::type, OpenBreak::differencePaise, OpenBreak::lines, OpenBreak::entries)
			.containsExactly("AMBIGUOUS", 0L, 1, 1);
		this.api.approve(this.api.propose("MATCH", this.books.breaks().getFirst().breakId()));
		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).as("%s", again).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.api.json("/matches?of=325000000011").get(0).path("rule").asString()).isEqualTo("BY_HAND");
	}

	@Test
	void findsMatchesByUtrAndReference() throws Exception {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, "325000000012");
		Attempt back = this.books.paid(business, "325000000013");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000012", paid, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", null, back, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET12", back, null);
		this.books.statement();
		this.books.close(false);
		assertThat(this.books.breaks()).isEmpty();
		assertThat(rulesOf("325000000012")).containsExactly("UTR_AMOUNT");
		assertThat(rulesOf("RET12")).containsExactly("EFFECT");
		assertThat(rulesOf(BankReference.of(paid.payout().payoutId()))).containsExactly("UTR_AMOUNT");
		assertThat(rulesOf(BankReference.of(back.payout().payoutId()))).containsExactly("REFERENCE_AMOUNT", "EFFECT");
		assertThat(rulesOf("325000000013")).isEmpty();
	}

	private List<String> rulesOf(String utrOrReference) throws Exception {
		return this.api.json("/matches?of=" + utrOrReference)
			.valueStream()
			.map((match) -> match.path("rule").asString())
			.toList();
	}

	private String report(ReconciliationRun run) throws Exception {
		return new String(this.api.get("/runs/" + run.runId() + "/report.csv").body(), StandardCharsets.UTF_8);
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

	private String resolve(String action, String key) throws Exception {
		return this.api.propose(action, breakOf(key).breakId());
	}

	private String revoke(String resolution) throws Exception {
		return this.api
			.revoke(this.books.jdbc.sql("SELECT match_id FROM reconciliation_resolution WHERE resolution_id = :id")
				.param("id", Long.parseLong(resolution))
				.query(Long.class)
				.single());
	}

	private FinanceApi.Answer post(String path, Object body) throws Exception {
		return this.api.post(path, body);
	}

	/** Interrupted runs. */
	@Nested
	class Killed extends KilledRunsIntegrationTests {

		Killed() {
			super(ReconciliationIntegrationTests.this.books);
		}

	}

	@Nested
	class SignedDays extends SignedDaysIntegrationTests {

		SignedDays() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	@Nested
	class DayEnds extends DayEndIntegrationTests {

		DayEnds() {
			super(ReconciliationIntegrationTests.this.books);
		}

	}

	@Nested
	class Proofs extends ProofIntegrationTests {

		Proofs() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	@Nested
	class OpenItems extends BreaksIntegrationTests {

		OpenItems() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	/** Caps of resolutions. */
	@Nested
	class Caps extends ResolutionCapsIntegrationTests {

		Caps() {
			super(ReconciliationIntegrationTests.this.books);
		}

	}

	/** Returns of paid payouts and of duplicate debits. */
	@Nested
	class Returns extends ReturnsIntegrationTests {

		Returns() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	@Nested
	class HeldStatements extends HeldStatementsIntegrationTests {

		HeldStatements() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	@Nested
	class Rules extends RulesIntegrationTests {

		Rules() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	/** Texts of banks that hide or imitate something. */
	@Nested
	class BankTexts extends NarrationsIntegrationTests {

		BankTexts() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	@Nested
	class UtrForms extends UtrFormsIntegrationTests {

		UtrForms() {
			super(ReconciliationIntegrationTests.this.books, ReconciliationIntegrationTests.this.api);
		}

	}

	/** A closing while payouts continue. */
	@Nested
	class BesideTheStream extends BesideTheStreamIntegrationTests {

		BesideTheStream() {
			super(ReconciliationIntegrationTests.this.books);
		}

	}

}

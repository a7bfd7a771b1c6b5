package dev.hundi.batch.reconciliation;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.bank.Attempt;
import dev.hundi.digest.Sha256;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.FigureRows;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.reconciliation.ReportFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * What is signed stays, and what is claimed is written by its claimant only; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class SignedDaysIntegrationTests {

	private final BooksOnDatabase books;

	private final FinanceApi api;

	SignedDaysIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@ParameterizedTest
	@ValueSource(strings = { "csv", "xls", "pdf" })
	void servesTheReportOfASignedRunAsItWasSigned(String format) throws Exception {
		ReconciliationRun run = closeWithStrayCredit();
		this.api.signOff(run.runId());
		byte[] signed = report(run, format);
		this.api.post("/breaks/" + stray().breakId() + "/owner", Map.of("owner", "Dev", "by", "Bharat"));
		this.api.approve(this.api.propose("SUSPENSE", stray().breakId()));

		assertThat(report(run, format)).isEqualTo(signed);
		JsonNode digest = this.api.json("/runs/" + run.runId())
			.path("reports")
			.valueStream()
			.filter((each) -> each.path("format").asString().equalsIgnoreCase(format))
			.findFirst()
			.orElseThrow();
		assertThat(digest.path("sha256").asString()).isEqualTo(Sha256.hex(signed));
		assertThatThrownBy(() -> execute("UPDATE reconciliation_report SET content = '\\x00'"))
			.hasMessageContaining("reconciliation_report");
	}

	/** What is signed is compared with what is signed, wherever each was written. */
	@ParameterizedTest
	@ValueSource(strings = { "tr-TR", "hi-IN-u-nu-deva", "ar-EG-u-nu-arab", "de-DE" })
	void writesReportsAlikeWhateverTheLanguageOfTheMachine(String language) throws Exception {
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000001",
				this.books.paid(this.books.business(), "325000000001"), null);
		ReconciliationRun run = closeWithStrayCredit();
		String report = text(run);
		assertThat(report).containsPattern("[0-9]+[.][0-9]{2} % of new lines");
		Locale before = Locale.getDefault();
		Locale.setDefault(Locale.forLanguageTag(language));
		try {
			assertThat("%.1f".formatted(0.5)).as("a text that follows it").isNotEqualTo("0.5");
			assertThat(text(run)).isEqualTo(report);
		}
		finally {
			Locale.setDefault(before);
		}
	}

	@Test
	void signsOnlyTheClosingThatWasRead() {
		ReconciliationRun read = closeWithStrayCredit();
		ReconciliationRun present = this.books.close(false);
		this.api.signOffBefore(read.runId());
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		ReconciliationRuns.ReportFiles files = (signed) -> Map.of(ReportFormat.CSV, new byte[1], ReportFormat.XLS,
				new byte[1], ReportFormat.PDF, new byte[1]);
		assertThat(this.api.refused("/runs/" + read.runId() + "/sign-off",
				Map.of("by", "Chandni", "completedAt", String.valueOf(read.completedAt()))))
			.contains("it was closed again at " + present.completedAt());
		assertThat(this.api.refused("/runs/" + read.runId() + "/sign-off", Map.of("by", "Chandni")))
			.contains("does not say which closing was read; ask again with its completedAt");
		assertThat(runs.signOff(read.runId(), present.completedAt(), "Chandni", files).state()).isEqualTo("SIGNED");
	}

	@Test
	void signsNoDayBeforeItHasCollectedALateStatement() throws Exception {
		ReconciliationRun without = closeWithStrayCredit();
		this.api.signOffBefore(without.runId());
		this.books.bankLine("CREDIT", 600_00, "CREDIT", "STRAY2", null, "UNKNOWN002");
		this.books.statement();
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		assertThat(runs.lacksStatement(without)).isTrue();
		assertThat(this.api.refused("/runs/" + without.runId() + "/sign-off", Map.of("by", "Chandni")))
			.contains("a statement up to its day was accepted since; close the day again");
		ReconciliationRun with = this.books.close(false);
		assertThat(runs.lacksStatement(with)).isFalse();
		this.api.signOff(with.runId());
	}

	@Test
	void reportsALaterResolutionInTheRunThatIsOpen() throws Exception {
		ReconciliationRun run = closeWithStrayCredit();
		String before = this.api.propose("CARRY_FORWARD", Map.of("carryTo", this.books.day.plusDays(3)),
				stray().breakId());
		this.api.approve(before);
		this.api.signOff(run.runId());
		String later = this.api.propose("SUSPENSE", stray().breakId());
		long stray = stray().breakId();
		this.api.approve(later);
		LocalDate next = this.books.day.plusDays(1);
		assertThat(this.api.json("/breaks/" + stray).at("/found/closedOn").asString()).isEqualTo(next.toString());
		this.books.statement(next);
		ReconciliationRun open = this.books.close(next, false);

		assertThat(text(run)).contains("CARRY_FORWARD " + before).doesNotContain("SUSPENSE " + later);
		assertThat(text(open)).contains("SUSPENSE " + later).doesNotContain("CARRY_FORWARD " + before);
		assertThat(open.unexplainedPaise()).as("%s", open).isZero();
		assertThat(this.books.jdbc.sql("SELECT business_date FROM reconciliation_late_entry WHERE resolution_id = :id")
			.param("id", Long.parseLong(later))
			.query(LocalDate.class)
			.single()).isEqualTo(next);
	}

	@Test
	void showsOfASignedDayTheStatementsThatWereCollectedUpToIt() throws Exception {
		ReconciliationRun run = closeWithStrayCredit();
		this.api.signOff(run.runId());
		FigureRows rows = this.books.bean(FigureRows.class);
		List<FigureRows.Statement> signed = rows.statements(run, null, 9);
		assertThat(signed.getFirst().closingPaise()).isEqualTo(run.proof().bankClosingPaise());
		this.books.bankLine("CREDIT", 70_00, "CREDIT", "LATE1", null, "UNKNOWN001");
		UUID late = this.books.statement();
		ReconciliationRun next = this.books.close(this.books.day.plusDays(1), false);

		assertThat(rows.statements(run, null, 9)).isEqualTo(signed);
		List<FigureRows.Statement> all = rows.statements(next, null, 9);
		assertThat(all).extracting(FigureRows.Statement::statementId).contains(late);
		assertThat(rows.statements(next, all.getFirst().statementId(), 9)).as("the next page")
			.isEqualTo(all.subList(1, all.size()));
	}

	@Test
	void refusesToSignADayWithFiguresOlderThanItsDecisions() throws Exception {
		ReconciliationRun run = closeWithStrayCredit();
		this.api.signOffBefore(run.runId());
		String resolution = this.api.propose("SUSPENSE", stray().breakId());
		this.api.approve(resolution);
		assertOutdated(run);
		this.books.close(false);
		this.api.approve(this.api
			.revoke(this.books.jdbc.sql("SELECT match_id FROM reconciliation_resolution WHERE resolution_id = :id")
				.param("id", Long.parseLong(resolution))
				.query(Long.class)
				.single()));
		assertOutdated(run);
		this.books.close(false);
		this.api.approve(
				this.api.propose("CARRY_FORWARD", Map.of("carryTo", this.books.day.plusDays(3)), stray().breakId()));

		this.api.signOff(run.runId());
		assertThat(text(run)).contains("SUSPENSE " + resolution);
	}

	private void assertOutdated(ReconciliationRun run) {
		assertThat(this.api.refused("/runs/" + run.runId() + "/sign-off", Map.of("by", "Chandni")))
			.contains("a break was resolved or a statement was withdrawn since; close the day again");
		assertThatThrownBy(() -> execute(
				"UPDATE reconciliation_run SET state = 'SIGNED', signed_at = now(), signed_by = 'Chandni' WHERE run_id = "
						+ run.runId()))
			.hasMessageContaining("close the day again");
	}

	/** Its figures are those of its closing, and the next day has the same either way. */
	@Test
	void signsADayAfterTheNextIsClosedAsIfItHadBeenSignedBefore() throws Exception {
		Attempt paid = this.books.paid(this.books.business(), "325000000001");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000001", paid, null);
		ReconciliationRun run = closeWithStrayCredit();
		this.api.signOffBefore(run.runId());
		List<String> closed = rows(run);
		LocalDate next = this.books.day.plusDays(1);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000099", paid, null);
		this.books.statement(next);
		ReconciliationRun before = this.books.close(next, false);

		this.api.signOff(run.runId());
		assertThat(rows(run)).isEqualTo(closed);
		ReconciliationRun after = this.books.close(next, false);
		assertThat(after.proof().provedAfter()).isEqualTo(this.books.day);
		assertThat(after.violations()).isEqualTo(before.violations()).isZero();
		assertThat(after.unexplainedPaise()).as("%s", after).isEqualTo(before.unexplainedPaise()).isZero();
		assertThat(List.of(after.proof().bankClosingPaise(), after.proof().ledgerPaise(), after.proof().latePaise(),
				after.proof().breaksPaise()))
			.isEqualTo(List.of(before.proof().bankClosingPaise(), before.proof().ledgerPaise(),
					before.proof().latePaise(), before.proof().breaksPaise()));
		this.api.signOff(after.runId());
		assertThat(this.books.violations()).isEmpty();
	}

	/** What the report says of the day, without who signed it and what it continued. */
	private List<String> rows(ReconciliationRun run) throws Exception {
		return text(run).lines().filter((line) -> !line.startsWith("Sign-offs")).toList();
	}

	@Test
	void keepsInItsReportWhatEachClosingOfADayCollectedAndDecided() throws Exception {
		String account = this.books.account(this.books.business());
		ReconciliationRun run = closeWithStrayCredit();
		String first = this.api.propose("SUSPENSE", stray().breakId());
		this.api.approve(first);
		for (String utr : List.of("TOPUP1", "TOPUP2")) {
			this.books.bankLine("CREDIT", 70_00, "CREDIT", utr, null, account);
			this.books.statement();
			assertThat(this.books.close(false).unexplainedPaise()).isZero();
		}
		this.api.signOff(run.runId());

		assertThat(text(run)).contains("SUSPENSE " + first, "Effects of the statement,TOPUP,2,140.00,",
				"Lines of new statements,4,10640.00,", "Match rate by rule,EFFECT,2,140.00,");
	}

	@ParameterizedTest
	@ValueSource(strings = {
			"INSERT INTO reconciliation_figure (run_id, section, name, item_count, amount_paise) VALUES (%d, 'LINES', 'x', 1, 1)",
			"UPDATE reconciliation_figure SET item_count = 0 WHERE run_id = %d",
			"DELETE FROM reconciliation_figure WHERE run_id = %d",
			"INSERT INTO reconciliation_run_break VALUES (%d, 1, 'STATUS', 1, 1, 0, 'x')",
			"INSERT INTO reconciliation_violation VALUES (%d, 'x', 'x')",
			"INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number) VALUES (1, 'UTR_AMOUNT', %d, uuidv7(), 1)",
			"DELETE FROM reconciliation_match_item WHERE run_id = %d",
			"UPDATE reconciliation_proved_balance SET amount_paise = 1 WHERE run_id = %d",
			"INSERT INTO reconciliation_break_event (break_id, kind, run_id, detail) VALUES (1, 'OPENED', %d, 'x')",
			"UPDATE reconciliation_run SET breaks_paise = 0 WHERE run_id = %d",
			"INSERT INTO reconciliation_report (run_id, format, content, sha256) VALUES (%d, 'CSV', 'x', sha256('x'))",
			"UPDATE reconciliation_resolution SET run_id = %d WHERE run_id IS NULL",
			"DELETE FROM reconciliation_statement WHERE run_id = %d" })
	void refusesRowsOfASignedRun(String sql) throws Exception {
		Attempt paid = this.books.paid(this.books.business(), "325000000001");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000001", paid, null);
		ReconciliationRun run = closeWithStrayCredit();
		this.api.signOff(run.runId());
		this.api.approve(this.api.propose("SUSPENSE", stray().breakId()));

		assertThatThrownBy(() -> execute(sql.formatted(run.runId()))).hasMessageContaining("signed off");
	}

	@Test
	void refusesBreaksAndSignaturesOutsideARun() throws Exception {
		ReconciliationRun run = closeWithStrayCredit();
		assertThatThrownBy(() -> execute(
				"""
						INSERT INTO reconciliation_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count, entry_count,
						                                  detail, opened_on)
						SELECT nodal_account_id, 'x', 'STATUS', 1, 1, 1, 0, 'x', current_date FROM nodal_account
						"""))
			.hasMessageContaining("opened only by the run");
		assertThatThrownBy(() -> execute("UPDATE reconciliation_break SET difference_paise = 0"))
			.hasMessageContaining("difference of break " + stray().breakId() + " cannot change");
		assertThatThrownBy(() -> execute(
				"UPDATE reconciliation_run SET state = 'SIGNED', signed_at = now(), signed_by = 'Chandni'"))
			.hasMessageContaining("cannot be signed off");
		assertThat(this.api.refused("/runs/" + run.runId() + "/sign-off", Map.of("by", " asha")))
			.contains("by another person than its requester Asha");
		ReconciliationRun dryRun = this.books.close(true);
		assertThat(this.api.refused("/runs/" + dryRun.runId() + "/sign-off", Map.of("by", "Chandni")))
			.contains("it is a dry run");
	}

	/** A step holds its claim until it ends, whatever the lease; then it can be lost. */
	@Test
	void refusesWritesOfAStalledProcess() throws Exception {
		this.books.statement();
		try (BooksOnDatabase.Pause claims = this.books.claimNothing()) {
			this.books.request(false);
			refuseWritesOfAStalledProcess();
			// Before the application claims again.
			this.books.begin(this.books.day);
		}
	}

	private void refuseWritesOfAStalledProcess() throws Exception {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		ReconcileDay reconcile = this.books.bean(ReconcileDay.class);
		ClaimedRun stalled = runs.claim(Duration.ofMillis(1)).orElseThrow();
		reconcile.run(ReconciliationStep.COLLECT, stalled);
		try (Connection book = this.books.database.dataSource().getConnection();
				ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
			book.setAutoCommit(false);
			execute(book, "SELECT FROM reconciliation_book FOR UPDATE");
			Future<?> step = worker.submit(() -> reconcile.run(ReconciliationStep.MATCH_REFERENCES, stalled));
			await().until(() -> waiting("FROM reconciliation_book"));
			assertThat(runs.claim(Duration.ofMinutes(1))).isEmpty();
			assertThat(runs.renew(stalled, Duration.ofMillis(1))).isTrue();
			book.rollback();
			step.get();
		}
		ClaimedRun next = await().until(() -> runs.claim(Duration.ofMinutes(1)), (claimed) -> claimed.isPresent())
			.orElseThrow();

		assertThatThrownBy(() -> reconcile.run(ReconciliationStep.MATCH_REFERENCES, stalled))
			.hasMessageContaining("The claim on run");
		assertThatThrownBy(() -> insertFigure(stalled)).hasMessageContaining("the claim on run");
		insertFigure(next);
	}

	private void insertFigure(ClaimedRun run) {
		new TransactionTemplate(this.books.bean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
			JdbcClient jdbc = this.books.bean(JdbcClient.class);
			jdbc.sql("SELECT set_config('hundi.run_id', :run, true), set_config('hundi.claim_id', :claim, true)")
				.param("run", Long.toString(run.runId()))
				.param("claim", run.claimId().toString())
				.query()
				.singleRow();
			jdbc.sql(
					"""
							INSERT INTO reconciliation_figure (run_id, section, name, item_count, amount_paise) VALUES (:run, 'LINES', 'x', 1, 1)
							""")
				.param("run", run.runId())
				.update();
		});
	}

	@Test
	void changesTheBankCalendarByTwoPeopleAndNotForASignedDay() throws Exception {
		LocalDate next = this.books.day.plusDays(1);
		Map<String, ?> change = Map.of("day", next.toString(), "open", false, "name", "Diwali", "by", "Asha");
		String id = new String(this.api.post("/calendar", change).body(), StandardCharsets.UTF_8)
			.replaceAll(".*\"changeId\":([0-9]+).*", "$1");
		assertThat(this.api.json("/calendar/" + next.getYear())).isEmpty();
		assertThat(this.api.refused("/calendar/changes/" + id + "/approve", Map.of("by", "ASHA")))
			.contains("requested by");
		assertThat(this.api.post("/calendar/changes/" + id + "/approve", Map.of("by", "Bharat")).statusCode())
			.isEqualTo(200);
		assertThat(this.api.json("/calendar/" + next.getYear()).get(0).path("name").asString()).isEqualTo("Diwali");
		assertThat(this.api.json("/calendar/changes").get(0).path("checker").asString()).isEqualTo("Bharat");
		assertThatThrownBy(
				() -> execute("INSERT INTO bank_calendar (day, is_open, name) VALUES ('2027-01-26', false, 'x')"))
			.hasMessageContaining("two people");
		assertThatThrownBy(() -> execute("UPDATE bank_calendar_change SET name = 'x'"))
			.hasMessageContaining("is decided");

		this.api.signOff(closeWithStrayCredit().runId());
		Map<String, ?> late = Map.of("day", this.books.day.toString(), "open", false, "name", "Late", "by", "Asha");
		assertThat(this.api.refused("/calendar", late)).contains(this.books.day + " is signed off");
		execute("INSERT INTO bank_calendar_change (day, is_open, name, maker, decision, checker, checked_at) VALUES ('"
				+ this.books.day + "', false, 'Late', 'Asha', 'APPROVED', 'Bharat', now())");
		assertThatThrownBy(() -> execute("INSERT INTO bank_calendar (day, is_open, name, change_id)"
				+ " SELECT day, is_open, name, change_id FROM bank_calendar_change WHERE name = 'Late'"))
			.hasMessageContaining("that day is signed off");
	}

	@Test
	void refusesToCarryABreakIntoThePast() throws Exception {
		closeWithStrayCredit();
		for (LocalDate past : new LocalDate[] { this.books.day, BooksOnDatabase.today().minusDays(1) }) {
			assertThatThrownBy(() -> this.api.propose("CARRY_FORWARD", Map.of("carryTo", past), stray().breakId()))
				.hasMessageContaining("carryTo " + past + " is in the past")
				.hasMessageContaining("the first possible day is " + this.books.day.plusDays(1));
		}
		assertThatThrownBy(() -> this.api.propose("CARRY_FORWARD", Map.of("carryTo", "2206-12-01"), stray().breakId()))
			.hasMessageContaining("carryTo 2206-12-01 is more than 2 years ahead");
		LocalDate next = this.books.day.plusDays(1);
		String asked = this.api.propose("CARRY_FORWARD", Map.of("carryTo", next), stray().breakId());
		this.books.statement(next);
		this.books.close(next, false);
		assertThatThrownBy(() -> this.api.approve(asked)).hasMessageContaining("is in the past");
	}

	private ReconciliationRun closeWithStrayCredit() {
		this.books.bankLine("CREDIT", 500_00, "CREDIT", "STRAY1", null, "UNKNOWN001");
		this.books.statement();
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		return run;
	}

	private OpenBreak stray() {
		return this.books.breaks().stream().filter((found) -> found.key().contains("STRAY1")).findFirst().orElseThrow();
	}

	private String text(ReconciliationRun run) throws Exception {
		return new String(report(run, "csv"), StandardCharsets.UTF_8);
	}

	private byte[] report(ReconciliationRun run, String format) throws Exception {
		return this.api.get("/runs/" + run.runId() + "/report." + format).body();
	}

	private void execute(String sql) {
		this.books.jdbc.sql(sql).update();
	}

	private static void execute(Connection connection, String sql) throws Exception {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private boolean waiting(String query) {
		return this.books.jdbc.sql("""
				SELECT EXISTS (SELECT FROM pg_stat_activity
				                WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE :query)
				""").param("query", "%" + query + "%").query(Boolean.class).single();
	}

}

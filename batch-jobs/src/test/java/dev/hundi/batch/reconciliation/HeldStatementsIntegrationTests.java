package dev.hundi.batch.reconciliation;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.batch.statement.camt053.CamtText;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.statement.ArrangeStatements;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementProblem;
import dev.hundi.statement.StatementState;
import dev.hundi.testing.TestBusiness;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Statements that do not add up or do not follow their predecessor; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class HeldStatementsIntegrationTests {

	private final BooksOnDatabase books;

	private final FinanceApi api;

	HeldStatementsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@Test
	void postsNothingFromAStatementWithAGapUntilTheMissingDayArrives() {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		Attempt back = this.books.paid(business, "325000000041");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000041", back, null);
		this.books.closeDay();
		this.books.gap(50_00);
		effects(business, doubt, back);
		ReconciliationRun held = this.books.closeDay();

		assertNoEffects(business, doubt, back);
		assertThat(held.unexplainedPaise()).as("%s", held).isZero();
		assertThat(this.books.breaks())
			.extracting(OpenBreak::type, OpenBreak::differencePaise, (found) -> found.money().amountPaise())
			.contains(tuple("STATEMENT_GAP", 0L, 50_00L));

		this.books.gap(-777_00 - 50_00);
		this.books.bankLine("CREDIT", 50_00, "CREDIT", "LATE1", null, this.books.account(business));
		this.books.statement(this.books.day.minusDays(2));
		ReconciliationRun mended = this.books.close(this.books.day.minusDays(1), false);
		assertEffects(business, 10_000_00 - 104_72 + 777_00 + 50_00, doubt, back);
		assertThat(mended.unexplainedPaise()).as("%s", mended).isZero();
		assertThat(this.books.breaks()).isEmpty();
	}

	@Test
	void postsNothingFromAStatementThatDoesNotAddUpUntilTwoPeopleReleaseIt() throws Exception {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		Attempt back = this.books.paid(business, "325000000041");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000041", back, null);
		this.books.closeDay();
		effects(business, doubt, back);
		UUID wrong = this.books.statement(this.books.day, 7_00);
		ReconciliationRun held = this.books.close(false);

		assertNoEffects(business, doubt, back);
		assertThat(held.unexplainedPaise()).as("%s", held).isZero();
		assertThat(this.books.breaks())
			.extracting(OpenBreak::type, OpenBreak::differencePaise, (found) -> found.money().amountPaise())
			.contains(tuple("STATEMENT_GAP", 0L, 7_00L));

		String release = this.api.propose("RELEASE_STATEMENT", wrong, Map.of());
		assertThat(this.api.post("/resolutions/" + release + "/approve", Map.of("by", "bharat ")).statusCode())
			.isEqualTo(409);
		assertThatThrownBy(() -> this.books.jdbc
			.sql("UPDATE reconciliation_resolution SET decision = 'APPROVED', checker = 'Bharat', checked_at = now()")
			.update()).hasMessageContaining("checker_is_not_maker");
		this.api.approve(release);
		ReconciliationRun released = this.books.close(false);
		assertEffects(business, 10_000_00 - 104_72 + 777_00, doubt, back);
		assertThat(released.unexplainedPaise()).as("%s", released).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("STATEMENT_GAP", 7_00L));
		assertThatThrownBy(() -> this.api.approve(this.api.propose("RELEASE_STATEMENT", wrong, Map.of())))
			.hasMessageContaining("must be HELD but is ACCEPTED");
		this.books.spoil("UPDATE bank_statement SET status = 'HELD', hold_reason = 'WRONG_SUM', day_position = NULL"
				+ " WHERE bank_statement_id = :id", wrong);
		assertThat(this.books.violations())
			.containsExactly("lines of a statement that is not accepted are matched or open: " + wrong);
	}

	@Test
	void ignoresHeldLinesWhenItComparesUtrsAndReturns() {
		TestBusiness business = this.books.business();
		Attempt back = this.books.paid(business, "325000000041");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000041", back, null);
		this.books.closeDay();
		this.books.gap(1_00);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "HELD1", null, this.books.account(business));
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000042", back, null);
		this.books.statement();
		this.books.gap(-1_00 - 677_00);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "HELD1", null, this.books.account(business));
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
		ReconciliationRun run = this.books.closeDay();

		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATEMENT_GAP");
	}

	@Test
	void waitsWithTheDayWhileItsOnlyStatementIsHeld() {
		this.books.begin(BooksOnDatabase.today().minusDays(9));
		this.books.closeDay();
		this.books.gap(1_00);
		this.books.statement();
		this.books.bean(ArrangeStatements.class).arrange(this.books.account());
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		Instant dawn = India.startOf(this.books.day.plusDays(1)).plus(Duration.ofHours(2));
		assertThat(runs.makeNextDayDue(dawn, Duration.ofHours(1), Duration.ofHours(12))).isFalse();
		assertThat(runs.makeNextDayDue(dawn.plus(Duration.ofHours(11)), Duration.ofHours(1), Duration.ofHours(12)))
			.isTrue();
	}

	@Test
	void recordsABreakForARejectedFileUntilItsDayIsComplete() throws Exception {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(today);
		this.api.upload("day.xml", "<?xml version=\"1.0\"?>\n<Document>\n<Stmt>");
		await().until(() -> this.books.bean(BankStatements.class).problems(1).size() == 1);
		this.books.statement();
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).isZero();
		assertThat(this.books.breaks()).singleElement().satisfies((found) -> {
			assertThat(found.type()).isEqualTo("STATEMENT_GAP");
			assertThat(found.detail()).startsWith("File day.xml was rejected: Line ");
		});
		this.books.statement(today.plusDays(1));
		this.books.statement(today.plusDays(2));
		this.books.close(today.plusDays(2), false);
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.bean(Breaks.class).list(null, true, 9)).singleElement()
			.satisfies((closed) -> assertThat(closed.closedWhy()).startsWith("The file was not loaded"));
	}

	@Test
	void holdsAStatementDatedAfterTodayWithoutAGapForToday() throws Exception {
		LocalDate today = account(null);
		load("future.xml", camt(today.plusDays(1), new CamtText(8).opening(999_00)));
		load("today.xml", camt(today, new CamtText(8).opening(100_00)));
		assertThat(state("future.xml")).isEqualTo("HELD FUTURE");
		assertThat(state("today.xml")).isEqualTo("ACCEPTED null");
		assertThat(problems("future.xml")).containsExactly(StatementProblem.Kind.FUTURE);
		assertThat(problems("today.xml")).isEmpty();
	}

	@Test
	void acceptsAStatementDatedAfterTodayOnceItsDayIsOver() throws Exception {
		LocalDate tomorrow = account(null).plusDays(1);
		TestBusiness business = TestBusiness.create(this.books.database);
		load("today.xml", camt(tomorrow.minusDays(1), new CamtText(8).opening(0)));
		load("future.xml",
				camt(tomorrow, new CamtText(8).opening(0).credit(5_00, this.books.account(business), "TOMORROW1")));
		this.books.close(tomorrow.minusDays(1), false);
		assertThat(business.balancePaise()).isZero();
		this.books.close(tomorrow, false);
		assertThat(state("future.xml")).isEqualTo("ACCEPTED null");
		assertThat(business.balancePaise()).isEqualTo(5_00);
	}

	@Test
	void takesSeveralCsvFilesOfADayAsPages() throws Exception {
		account("hdfc");
		csv("morning.csv", "20/11/26,IMPS A,20/11/26,1.50,,632512345601,98.50");
		csv("evening.csv", "20/11/26,IMPS B,20/11/26,,2.00,632512345602,100.50");
		assertThat(problems("evening.csv")).isEmpty();
		assertThat(statement("evening.csv")).satisfies((page) -> {
			assertThat(page.page()).isEqualTo(2);
			assertThat(page.openingPaise()).isEqualTo(98_50);
		});
		csv("again.csv", "20/11/26,IMPS B,20/11/26,,2.00,632512345602,100.50\n,,,,,,");
		assertThat(problems("again.csv")).containsExactly(StatementProblem.Kind.DUPLICATE);
	}

	@Test
	void aWrongFirstFileDoesNotBlockTheDay() throws Exception {
		account("hdfc");
		csv("before.csv", "19/11/26,IMPS A,19/11/26,1.50,,632512345611,98.50");
		csv("wrong.csv", "20/11/26,IMPS B,20/11/26,1.00,,632512345612,500.00");
		csv("right.csv", "20/11/26,IMPS C,20/11/26,,2.00,632512345613,100.50");
		csv("after.csv", "21/11/26,IMPS D,21/11/26,,2.00,632512345614,102.50");
		assertThat(state("wrong.csv")).isEqualTo("HELD GAP");
		assertThat(state("right.csv")).isEqualTo("ACCEPTED null");
		assertThat(state("after.csv")).isEqualTo("ACCEPTED null");
		assertThat(problems("after.csv")).isEmpty();
	}

	@Test
	void acceptsACorrectedStatementOfTheSameReferenceBesideAHeldOne() throws Exception {
		account(null);
		CamtText text = new CamtText(8).opening(100_00).credit(10_00, "V", "632512345621");
		load("wrong-sum.xml", text.closing(111_00));
		assertThat(state("wrong-sum.xml")).isEqualTo("HELD WRONG_SUM");
		load("corrected.xml", text.toString());
		assertThat(state("corrected.xml")).isEqualTo("ACCEPTED null");
	}

	@Test
	void databaseAcceptsOnlyWhatAddsUpAndFollows() {
		this.books.gap(1_00);
		UUID held = this.books.statement();
		this.books.close(false);
		String accept = "UPDATE bank_statement SET status = 'ACCEPTED', hold_reason = NULL, day_position = 1";
		for (String set : List.of(accept, accept + ", release_id = 1",
				"UPDATE bank_statement SET status = 'WITHDRAWN', hold_reason = NULL, withdrawal_id = 1")) {
			assertThatThrownBy(
					() -> this.books.jdbc.sql(set + " WHERE bank_statement_id = :id").param("id", held).update())
				.hasMessageFindingMatch("does not follow its predecessor|two people must release or withdraw");
		}
		assertThatThrownBy(() -> this.books.jdbc
			.sql("""
					INSERT INTO reconciliation_statement (bank_statement_id, run_id) SELECT :id, max(run_id) FROM reconciliation_run
					""")
			.param("id", held)
			.update()).isInstanceOf(DataAccessException.class);
	}

	/** Empties the database and names the account; returns today. */
	private LocalDate account(@Nullable String profile) {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(LocalDate.of(2026, 1, 2));
		this.books.spoil("DELETE FROM bank_statement WHERE bank_statement_id <> :id", new UUID(0, 0));
		this.books.bean(StatementAccounts.class).activate("50100012345678", profile);
		return today;
	}

	private static String camt(LocalDate day, CamtText text) {
		return text.toString().replace("2026-11-20</Dt></Dt>", day + "</Dt></Dt>");
	}

	private void csv(String name, String row) throws Exception {
		load(name, "50100012345678", """
				Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance
				%s
				""".formatted(row));
	}

	private void load(String name, String content) throws Exception {
		load(name, null, content);
	}

	private void load(String name, @Nullable String account, String content) throws Exception {
		this.api.upload(name, account, content);
		await().until(() -> this.books.bean(StatementFiles.class)
			.latest(9)
			.stream()
			.anyMatch((file) -> file.fileName().equals(name) && file.endedAt() != null));
	}

	private LoadedStatement statement(String fileName) {
		return this.books.bean(BankStatements.class)
			.latest(9)
			.stream()
			.filter((statement) -> statement.fileName().equals(fileName))
			.findFirst()
			.orElseThrow();
	}

	private String state(String fileName) {
		StatementState state = statement(fileName).state();
		return state.status() + " " + state.holdReason();
	}

	private List<StatementProblem.Kind> problems(String fileName) {
		return this.books.bean(BankStatements.class)
			.problems(99)
			.stream()
			.filter((problem) -> problem.fileName().equals(fileName))
			.map(StatementProblem::kind)
			.toList();
	}

	/** A top-up, a payment of a payout in doubt, and a return. */
	private void effects(TestBusiness business, Attempt doubt, Attempt back) {
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "HELD1", null, this.books.account(business));
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000040", doubt, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
	}

	private void assertNoEffects(TestBusiness business, Attempt doubt, Attempt back) {
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72);
		assertThat(business.status(doubt.payout().payoutId())).startsWith("4 ");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(this.books.violations()).isEmpty();
	}

	private void assertEffects(TestBusiness business, long balancePaise, Attempt doubt, Attempt back) {
		assertThat(business.balancePaise()).isEqualTo(balancePaise);
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.books.violations()).isEmpty();
	}

}

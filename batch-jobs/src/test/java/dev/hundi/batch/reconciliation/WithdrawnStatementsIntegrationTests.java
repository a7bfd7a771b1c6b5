package dev.hundi.batch.reconciliation;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.batch.statement.camt053.CamtText;
import dev.hundi.reconciliation.FigureRows;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ResolutionCaps;
import dev.hundi.reconciliation.ResolveBreaks;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Statements that two people withdraw; one of {@link WithdrawalsIntegrationTests}.
 */
abstract class WithdrawnStatementsIntegrationTests extends WithdrawnCreditsIntegrationTests {

	WithdrawnStatementsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	@Test
	void reversesEffectsRevokesMatchesAndRestoresWhatAnotherStatementProves() throws Exception {
		TestBusiness business = this.books.business();
		Attempt matched = this.books.paid(business, "325000000050");
		Attempt doubt = this.books.doubt(business);
		Attempt back = this.books.paid(business, "325000000052");
		UUID statement = day(business, matched, doubt, back, 300_00);
		this.books.close(false);
		this.api.approve(this.api.propose("SUSPENSE", breakOf("STRAY")));
		assertEffects(business, doubt, back);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(300_00);

		withdraw(statement, Map.of());
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 3 * 104_72);
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(100_00);
		assertThat(count("reconciliation_match_item WHERE bank_statement_id IS NOT NULL")).isZero();
		assertThat(count("reconciliation_revoked_item WHERE bank_statement_id = '" + statement + "'")).isEqualTo(7);
		assertThat(count("reconciliation_open_line")).isZero();
		assertThat(count("reconciliation_reversal WHERE restored_transaction_id IS NULL")).isEqualTo(4);
		assertFeesOfMovements(3);
		assertThat(this.books.violations()).isEmpty();
		ReconciliationRun without = this.books.close(false);
		assertThat(without.unexplainedPaise()).as("%s", without).isZero();
		assertThat(this.books.bean(FigureRows.class).matched(without)).as("withdrawn lines are in no match")
			.isEqualTo(new FigureRows.Matched(0, 0));
		assertThat(figures(without)).as("withdrawn lines count in no figure").isEmpty();
		assertThat(this.books.breaks()).filteredOn((found) -> found.key().startsWith("reversed:"))
			.extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("MISSING_IN_BANK", 0L), tuple("STATUS", 0L));

		this.books.bankLine("CREDIT", 10_000_00, "CREDIT", fundOf(business), null, this.books.account(business));
		this.books.gap(-closing());
		day(business, matched, doubt, back, 300_00);
		assertDryRun(4);
		ReconciliationRun with = this.books.close(false);
		assertThat(with.unexplainedPaise()).as("%s", with).isZero();
		assertEffects(business, doubt, back);
		assertThat(this.books.ledgerPaise("suspense")).isZero();
		assertFeesOfMovements(2);
		assertThat(count("reconciliation_reversal WHERE restored_transaction_id IS NULL")).isOne();
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("UNKNOWN_CREDIT");
		assertThat(this.books.violations()).isEmpty();
		assertCountsTheReplacementOnly(with);
	}

	/**
	 * The fees of the payouts that the wallet paid for, in its movements and the ledger.
	 */
	private void assertFeesOfMovements(int payouts) {
		assertFeesOfMovements("commission_paise", "revenue:commission", payouts * 4_00L);
		assertFeesOfMovements("gst_paise", "payable:gst", payouts * 72L);
	}

	private void assertFeesOfMovements(String column, String account, long paise) {
		assertThat(this.books.jdbc
			.sql("SELECT sum(CASE direction WHEN 'DEBIT' THEN %1$s ELSE -%1$s END) FROM wallet_movement"
				.formatted(column))
			.query(Long.class)
			.single()).isEqualTo(this.books.ledgerPaise(account)).isEqualTo(paise);
	}

	private void assertCountsTheReplacementOnly(ReconciliationRun run) throws Exception {
		assertThat(figures(run)).containsExactlyInAnyOrder("LINES Lines of new statements 7 " + closing(),
				"MATCHED UTR_AMOUNT 3 980000", "MATCHED EFFECT 3 77700", "EFFECT SETTLED_RESTORED 1 -10000",
				"EFFECT RETURNED_RESTORED 1 10000", "EFFECT TOPUP_RESTORED 1 77700");
		this.api.signOff(run.runId());
		assertThat(new String(this.api.get("/runs/" + run.runId() + "/report.csv").body(), StandardCharsets.UTF_8))
			.contains("42.86 % of new lines")
			.contains("Lines of new statements,7,")
			.doesNotContain("Effects of the statement,TOPUP,");
	}

	/** The figures that depend on statements. */
	private List<String> figures(ReconciliationRun run) {
		return this.books.bean(ReconciliationRuns.class)
			.figures(run.runId())
			.stream()
			.filter((figure) -> List.of("LINES", "MATCHED", "EFFECT").contains(figure.section()))
			.map((figure) -> "%s %s %d %d".formatted(figure.section(), figure.name(), figure.count(),
					figure.amountPaise()))
			.toList();
	}

	/** Every line of the day, closing with what the bank then holds. */
	private UUID day(TestBusiness business, Attempt matched, Attempt doubt, Attempt back, long strayPaise) {
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000050", matched, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000051", doubt, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000052", back, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		this.books.bankLine("CREDIT", strayPaise, "CREDIT", "STRAY", null, "UNKNOWN001");
		return this.books.statement();
	}

	private static long closing() {
		return 10_000_00 - 200_00 + 777_00 + 300_00;
	}

	private void assertEffects(TestBusiness business, Attempt doubt, Attempt back) {
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72 + 777_00);
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void restoresASettlementAndAReturnThatBothWereReversed() throws Exception {
		TestBusiness business = this.books.business();
		this.books.statement(this.books.day.minusDays(1));
		Attempt both = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000061", both, null);
		UUID paid = this.books.statement();
		this.books.close(false);
		this.books.day = this.books.day.plusDays(1);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", both, null);
		UUID back = this.books.statement();
		this.books.close(false);
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		withdraw(paid, Map.of());
		withdraw(back, Map.of());
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 104_72);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(100_00);

		this.books.statement(this.books.day.minusDays(1));
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000061", both, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", both, null);
		this.books.statement();
		assertDryRun(2);
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.status(both.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.ledgerPaise("suspense")).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void postsNoOtherAmountThanTwoPeopleHaveAgreedTo() throws Exception {
		Attempt paid = this.books.paid(this.books.business(), "325000000071");
		this.books.statement(this.books.day.minusDays(1));
		this.books.bankLine("DEBIT", 90_00, "PAYMENT", "325000000071", paid, null);
		UUID wrong = this.books.statement();
		this.books.close(false);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("AMOUNT", 10_00L));
		String asked = this.api.propose("SUSPENSE", this.books.breaks().getFirst().breakId());
		withdraw(wrong, Map.of());

		assertThatThrownBy(() -> this.api.approve(asked))
			.hasMessageContaining("do not add up to the difference that was approved; close the day again");
		assertThat(this.books.ledgerPaise("suspense")).isZero();
		this.books.gap(90_00);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000071", paid, null);
		this.books.statement();
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		assertThat(this.books.breaks()).isEmpty();
	}

	@Test
	void reversesAPostingWhoseMatchWasRevokedBefore() throws Exception {
		TestBusiness business = this.books.business();
		this.books.statement(this.books.day.minusDays(1));
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		UUID statement = this.books.statement();
		this.books.close(false);
		this.api.approve(this.api.revoke(this.api.json("/matches?of=TOPUP1").get(0).path("matchId").asLong()));
		ReconciliationRun apart = this.books.close(false);
		assertThat(apart.unexplainedPaise()).as("%s", apart).isZero();
		assertThat(figures(apart)).as("what was posted is still an effect").contains("EFFECT TOPUP 1 77700");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);

		withdraw(statement, Map.of());
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		ReconciliationRun without = this.books.close(false);
		assertThat(without.unexplainedPaise()).as("%s", without).isZero();
		assertThat(figures(without)).isEmpty();
		// On a bank day, the statement of the day is missing now.
		assertThat(this.books.breaks()).allMatch((found) -> found.key().startsWith("missing:"));
		this.books.gap(-777_00);
		shown(business, 777_00);
		assertBorne(business, 10_000_00 + 777_00, 0);
	}

	@Test
	void creditsTheWalletAndAmountOfTheCorrectedStatement() throws Exception {
		TestBusiness wrong = this.books.business();
		TestBusiness right = this.books.business();
		this.books.statement(this.books.day.minusDays(1));
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "TOPUP1", null, this.books.account(wrong));
		UUID first = this.books.statement();
		this.books.close(false);
		withdraw(first, Map.of());
		this.books.gap(-777_00);
		this.books.bankLine("CREDIT", 770_00, "CREDIT", "TOPUP1", null, this.books.account(right));
		UUID second = this.books.statement();
		ReconciliationRun run = this.books.close(false);

		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(wrong.balancePaise()).isEqualTo(10_000_00);
		assertThat(right.balancePaise()).isEqualTo(10_000_00 + 770_00);
		withdraw(second, Map.of());
		assertThat(right.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void keepsAStatementOfWhichSomethingIsSigned() throws Exception {
		TestBusiness business = this.books.business();
		UUID statement = this.books.statement();
		this.api.signOff(this.books.close(this.books.day.minusDays(1), false).runId());
		ReconciliationRun run = this.books.close(false);
		this.api.signOff(run.runId());

		assertThatThrownBy(() -> this.api.propose("WITHDRAW_STATEMENT", statement, Map.of())).as("at the request")
			.hasMessageContaining("belongs to a signed-off day");
		assertThatThrownBy(() -> this.books.jdbc.sql(
				"UPDATE bank_statement SET status = 'HELD', hold_reason = 'GAP', day_position = NULL WHERE bank_statement_id = :id")
			.param("id", statement)
			.update()).hasMessageContaining("matched, open or signed off");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
	}

	@Test
	void loadsTheReplacementOnceTheStatementIsWithdrawn() throws Exception {
		LocalDate day = BooksOnDatabase.today().minusDays(3);
		this.books.begin(day);
		this.books.bean(StatementAccounts.class).activate("50100012345678", null);
		TestBusiness business = this.books.business();
		String account = this.books.account(business);
		this.books.statement();
		CamtText wrong = new CamtText(8).opening(10_000_00).credit(777_00, account, "WRONG1");
		UUID loaded = loaded("wrong.xml", day.plusDays(1), wrong).bankStatementId();
		this.books.close(day.plusDays(1), false);
		ReceivedStatementFile right = file("right.xml", day.plusDays(1),
				new CamtText(8).opening(10_000_00).credit(555_00, account, "RIGHT1"));
		assertThat(right.status()).isEqualTo(ReceivedStatementFile.Status.REJECTED);

		withdraw(loaded, Map.of("replacementFileId", right.statementFileId()));
		await().until(() -> statements("right.xml").size() == 1);
		ReconciliationRun run = this.books.close(day.plusDays(1), false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 555_00);
		assertThat(this.books.breaks()).isEmpty();

		withdraw(statements("right.xml").getFirst().bankStatementId(), Map.of());
		file("wrong.xml", day.plusDays(1), wrong);
		await().until(() -> statements("wrong.xml").size() == 2);
		this.books.close(day.plusDays(1), false);
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);
	}

	@Test
	void signsADayOnlyAfterItIsClosedWithoutTheWithdrawnStatement() throws Exception {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		UUID statement = this.books.statement();
		this.api.signOff(this.books.close(this.books.day.minusDays(1), false).runId());
		long run = this.books.close(false).runId();
		withdraw(statement, Map.of());

		assertNotSignable(run);
		this.books.close(false);
		this.api.signOff(run);
		assertThat(runs.find(run).orElseThrow().signedBy()).isNotNull();
	}

	@Test
	void signsADayWhoseStatementIsWithdrawnOnceTheNextDayIsClosed() throws Exception {
		UUID statement = this.books.statement();
		this.api.signOff(this.books.close(this.books.day.minusDays(1), false).runId());
		long run = this.books.close(false).runId();
		withdraw(statement, Map.of());

		assertNotSignable(run);
		this.api.signOff(this.books.close(this.books.day.plusDays(1), false).runId());
		assertThat(this.books.bean(ReconciliationRuns.class).find(run).orElseThrow().signedBy()).isNotNull();
	}

	/** The transaction of the withdrawal begins before the run ends. */
	@Test
	void doesNotSignADayWhoseStatementIsWithdrawnWhileItsRunEnds() throws Exception {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		UUID statement = this.books.statement();
		this.api.signOff(this.books.close(this.books.day.minusDays(1), false).runId());
		long resolution = Long.parseLong(this.api.propose("WITHDRAW_STATEMENT", statement, Map.of()));
		Long run = new TransactionTemplate(this.books.bean(PlatformTransactionManager.class)).execute((status) -> {
			this.books.bean(JdbcClient.class).sql("SELECT now()").query(OffsetDateTime.class).single();
			long closed = CompletableFuture.supplyAsync(() -> this.books.close(false)).join().runId();
			this.books.bean(ResolveBreaks.class).approve(resolution, "Chandni", new ResolutionCaps(1, 1, 1));
			return closed;
		});

		assertNotSignable(Objects.requireNonNull(run));
		this.books.close(false);
		this.api.signOff(run);
		assertThat(runs.find(run).orElseThrow().signedBy()).isNotNull();
	}

	/** People match it by a total; later the bank pays one of them again by mistake. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void keepsAPayoutThatWasRestoredByATotal(int payouts) {
		TestBusiness business = business();
		List<Attempt> paid = Stream.generate(() -> this.books.doubt(business)).limit(payouts).toList();
		paid.forEach((payout) -> this.books.bankLine("DEBIT", 100_00, "PAYMENT", null, payout, null));
		UUID shown = sameDay();
		withdraw(shown);
		this.books.gap(payouts * 100_00L);
		this.books.bankLine("DEBIT", payouts * 100_00L, "BATCH", null, null, null);
		sameDay();
		this.api.approve(
				this.api.propose("MATCH", this.books.breaks().stream().map(OpenBreak::breakId).toArray(Long[]::new)));
		close();
		assertMoney(business, paid.getFirst(), "11 SUCCESS", ALL - payouts * PAID, 0);

		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000079", paid.getFirst(), null);
		this.books.bankLine("CREDIT", 100_00, "REVERSAL", "325000000079", paid.getFirst(), null);
		nextDay();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, paid.getFirst(), "11 SUCCESS", ALL - payouts * PAID, 0);

		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", paid.getFirst(), null);
		nextDay();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, paid.getFirst(), "12 RETURNED_BY_BANK", ALL - (payouts - 1) * PAID, 0);
	}

	private void assertNotSignable(long run) {
		assertThatThrownBy(
				() -> this.books.bean(ReconciliationRuns.class).signOff(run, null, "Dev", (signed) -> Map.of()))
			.hasMessageContaining("a statement was withdrawn since; close the day again");
		assertThatThrownBy(() -> this.books.jdbc.sql(
				"UPDATE reconciliation_run SET state = 'SIGNED', signed_at = now(), signed_by = 'Dev' WHERE run_id = :id")
			.param("id", run)
			.update()).hasMessageContaining("close the day again");
	}

	/** A dry run of what restores reversed postings, while their wallets are locked. */
	private void assertDryRun(long reversals) {
		ReconciliationRun dryRun = this.books.dryRunWhileWalletsAreLocked();
		assertThat(dryRun.failure()).isNull();
		assertThat(dryRun.unexplainedPaise()).as("%s", dryRun).isZero();
		assertThat(count("reconciliation_reversal WHERE restored_transaction_id IS NULL")).isEqualTo(reversals);
	}

	private LoadedStatement loaded(String name, LocalDate day, CamtText text) throws Exception {
		file(name, day, text);
		return statements(name).getFirst();
	}

	private ReceivedStatementFile file(String name, LocalDate day, CamtText text) throws Exception {
		this.api.upload(name, text.toString().replace("2026-11-20</Dt></Dt>", day + "</Dt></Dt>"));
		StatementFiles files = this.books.bean(StatementFiles.class);
		return await().until(
				() -> files.latest(9).stream().filter((file) -> file.fileName().equals(name)).findFirst().orElseThrow(),
				(file) -> file.endedAt() != null);
	}

	private List<LoadedStatement> statements(String name) {
		return this.books.bean(BankStatements.class)
			.latest(9)
			.stream()
			.filter((statement) -> statement.fileName().equals(name))
			.toList();
	}

	private String fundOf(TestBusiness business) {
		return this.books.jdbc
			.sql("SELECT reference FROM ledger_transaction WHERE business_id = :id AND reference LIKE 'FUND%'")
			.param("id", business.id())
			.query(String.class)
			.single();
	}

}

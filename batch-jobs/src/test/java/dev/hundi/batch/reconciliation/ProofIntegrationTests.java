package dev.hundi.batch.reconciliation;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.hundi.bank.Attempt;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Proofs of the books that continue those of signed days; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class ProofIntegrationTests {

	private final BooksOnDatabase books;

	private final FinanceApi api;

	ProofIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@Test
	void findsEachViolationAmongTheRowsSinceTheSignedDay() throws Exception {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(today.minusDays(2));
		this.books.statement();
		this.api.signOff(this.books.close(false).runId());
		String[] broken = this.books.violateEachRule();
		this.books.statement(today.minusDays(1));

		ReconciliationRun run = this.books.close(today.minusDays(1), false);
		assertThat(run.proof().provedAfter()).isEqualTo(today.minusDays(2));
		assertThat(this.books.brokenRules()).containsExactlyInAnyOrder(broken);
		assertThat(this.books.violations()).containsExactlyInAnyOrder(broken);
		assertThat(new String(this.api.get("/runs/" + run.runId() + "/report.csv").body(), StandardCharsets.UTF_8))
			.contains("Proof of the books,Rows since " + today.minusDays(2) + "," + broken.length);
	}

	/**
	 * Rows are checked while the day is collected, and checked again if they changed
	 * since.
	 */
	@Test
	void findsEachViolationAmongTheRowsThatChangeAfterTheCollection() {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		this.books.statement();
		List<String> broken = new ArrayList<>();
		closeAndAfterTheCollection(() -> {
			assertThat(rowsAreProved()).isTrue();
			broken.addAll(List.of(this.books.violateEachRule()));
		});

		assertThat(this.books.brokenRules()).containsExactlyInAnyOrderElementsOf(broken);
		assertThat(this.books.violations()).containsExactlyInAnyOrderElementsOf(broken);
	}

	@Test
	void checksRowsDuringTheCollection() {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = this.books.business();
		UUID payout = this.books.paid(business, "325000000071").payout().payoutId();
		this.books.statement();
		String spoilt = "UPDATE payout_event SET from_status = %d WHERE status = 11 AND payout_id = :id";
		this.books.spoil(spoilt.formatted(12), payout);
		closeAndAfterTheCollection(() -> this.books.spoil(spoilt.formatted(4), payout));

		assertThat(this.books.brokenRules()).containsExactly("payout took an illegal path: " + payout);
		assertThat(this.books.violations()).isEmpty();
	}

	/**
	 * What was checked during the collection does not suffice for a proof of every row.
	 */
	@Test
	void readsEveryRowIfAFullProofIsRequestedAfterTheCollection() throws Exception {
		TestBusiness business = this.books.business();
		UUID payout = this.books.paid(business, "325000000081").payout().payoutId();
		this.books.statement();
		this.api.signOff(this.books.close(false).runId());
		this.books.spoil("UPDATE payout_event SET from_status = 12 WHERE status = 11 AND payout_id = :id", payout);
		this.books.day = this.books.day.plusDays(1);
		this.books.statement();
		closeAndAfterTheCollection(() -> {
			assertThat(rowsAreProved()).isTrue();
			this.books.jdbc.sql("UPDATE reconciliation_run SET wants_full_proof = true WHERE state = 'RUNNING'")
				.update();
		});

		assertThat(this.books.brokenRules()).containsExactly("payout took an illegal path: " + payout);
	}

	@Test
	void forgetsWhatWasCheckedWhenTheDayIsRequestedAgain() throws Exception {
		this.books.begin(BooksOnDatabase.today().minusDays(2));
		this.books.statement();
		this.api.signOff(this.books.close(false).runId());
		this.books.day = this.books.day.plusDays(1);
		this.books.statement();
		this.books.close(false);
		try (BooksOnDatabase.Pause claims = this.books.claimNothing()) {
			this.books.request(false);
			assertThat(this.books.jdbc.sql("""
					SELECT num_nonnulls(rows_proved_before, rows_proved_after)
					  FROM reconciliation_run WHERE state = 'DUE'
					""").query(Integer.class).single()).isZero();
		}
	}

	/**
	 * The check waits for a lock while the collection fails: the server cancels it, and
	 * the run fails for the reason of the collection.
	 */
	@Test
	void endsTheCheckOfRowsIfTheCollectionFails() throws Exception {
		this.books.bankLine("CREDIT", 123_45, "CREDIT", "STRAY1", null, null);
		this.books.statement();
		this.books.jdbc
			.sql("ALTER TABLE reconciliation_open_line ADD CONSTRAINT fails_here CHECK (signed_paise <> 12345)")
			.update();
		try (BooksOnDatabase.Pause claims = this.books.claimNothing();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			endTheCheck(claimed(), threads);
		}
		finally {
			this.books.jdbc.sql("ALTER TABLE reconciliation_open_line DROP CONSTRAINT fails_here").update();
		}
	}

	private void endTheCheck(ClaimedRun run, ExecutorService threads) throws SQLException {
		try (Connection checking = locked("wallet_movement", "ACCESS EXCLUSIVE")) {
			Future<?> collection;
			try (Connection collecting = locked("reconciliation_open_line", "SHARE")) {
				collection = threads
					.submit(() -> this.books.bean(ReconcileDay.class).run(ReconciliationStep.COLLECT, run));
				await().until(() -> waiting() == 2);
				collecting.rollback();
			}
			// Before the server ends the wait for the lock, after 30 seconds.
			assertThatThrownBy(() -> collection.get(14, TimeUnit.SECONDS)).rootCause()
				.hasMessageContaining("violates check constraint");
			await().atMost(Duration.ofSeconds(14)).until(() -> waiting() == 0);
			checking.rollback();
		}
	}

	private ClaimedRun claimed() {
		this.books.request(false);
		return this.books.bean(ReconciliationRuns.class).claim(Duration.ofMinutes(1)).orElseThrow();
	}

	/** Locks a table until the transaction of the connection ends. */
	private Connection locked(String table, String mode) throws SQLException {
		Connection holder = this.books.database.dataSource().getConnection();
		holder.setAutoCommit(false);
		try (Statement lock = holder.createStatement()) {
			lock.execute("LOCK TABLE " + table + " IN " + mode + " MODE");
		}
		return holder;
	}

	/** Sessions of the application that wait for a lock. */
	private long waiting() {
		return this.books.jdbc.sql("""
				SELECT count(*) FROM pg_stat_activity
				 WHERE datname = current_database() AND application_name = 'hundi' AND wait_event_type = 'Lock'
				""").query(Long.class).single();
	}

	private boolean rowsAreProved() {
		return this.books.jdbc
			.sql("SELECT rows_proved_before IS NOT NULL FROM reconciliation_run WHERE state = 'RUNNING'")
			.query(Boolean.class)
			.single();
	}

	/** Closes the day and does something after its collection. */
	private void closeAndAfterTheCollection(Runnable work) {
		try (BooksOnDatabase.Pause claims = this.books.claimNothing()) {
			ClaimedRun run = claimed();
			for (ReconciliationStep step : ReconciliationStep.values()) {
				this.books.bean(ReconcileDay.class).run(step, run);
				if (step == ReconciliationStep.COLLECT) {
					work.run();
				}
			}
			this.books.bean(ReconciliationRuns.class).done(run);
		}
	}

	@Test
	void continuesTheBalancesOfTheSignedDay() throws Exception {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(today.minusDays(2));
		TestBusiness business = this.books.business();
		this.books.doubt(business);
		this.books.statement();
		this.api.signOff(this.books.close(false).runId());
		this.books.paid(business, "325000000031");
		this.books.statement(today.minusDays(1));
		ReconciliationRun first = this.books.close(today.minusDays(1), false);
		assertThat(first.violations()).as("%s", this.books.brokenRules()).isZero();
		this.api.signOff(first.runId());
		this.books.paid(business, "325000000032");
		this.books.statement(today);
		ReconciliationRun second = this.books.close(today, false);

		assertThat(second.proof().provedAfter()).isEqualTo(today.minusDays(1));
		assertThat(second.violations()).as("%s", this.books.brokenRules()).isZero();
		assertThat(this.books.jdbc.sql("""
				SELECT count(*) FROM reconciliation_proved_balance b
				 WHERE b.run_id = :run AND b.amount_paise <> coalesce((
				         SELECT sum(e.amount_paise) FROM ledger_entry e WHERE e.account_id = b.account_id), 0)
				""").param("run", second.runId()).query(Long.class).single()).isZero();
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void findsEntriesOfForeignAccountsSinceTheSignedDayAndByAFullProof() throws Exception {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(today.minusDays(1));
		TestBusiness business = this.books.business();
		TestBusiness other = this.books.business();
		this.books.statement();
		this.api.signOff(this.books.close(false).runId());
		UUID payout = this.books.paid(business, "325000000061").payout().payoutId();
		this.books.statement(today);
		// No wallet and no clearing account differs.
		String move = "UPDATE ledger_entry SET account_id = %s WHERE account_id = %s AND transaction_id IN "
				+ "(SELECT transaction_id FROM ledger_transaction WHERE payout_id = :id)";
		String foreign = "(SELECT account_id FROM wallet WHERE business_id = '" + other.id() + "')";
		this.books.spoil(move.formatted(foreign, "2"), payout);

		ReconciliationRun run = this.books.close(today, false);
		assertThat(run.proof().provedAfter()).isEqualTo(today.minusDays(1));
		assertThat(this.books.brokenRules()).singleElement()
			.asString()
			.startsWith("ledger entry of a foreign account: ");
		ReconciliationRun full = this.books.proveAll(today);
		assertThat(full.proof().provedAfter()).isNull();
		assertThat(full.violations()).isOne();

		this.books.spoil(move.formatted("2", foreign), payout);
		assertThat(this.books.close(today, false).violations()).isZero();
	}

	/** What a signed day proved is read again only by a full proof. */
	@Test
	void findsATamperedRowOfASignedDayByAFullProof() throws Exception {
		TestBusiness business = this.books.business();
		UUID payout = this.books.paid(business, "325000000041").payout().payoutId();
		this.books.statement();
		this.api.signOff(this.books.close(false).runId());
		// The entries still sum to zero, and no wallet or clearing account differs.
		String moveCommissionToGst = "UPDATE ledger_entry SET amount_paise = amount_paise + CASE account_id WHEN 2 THEN %d WHEN 3 THEN %d ELSE 0 END"
				+ " WHERE transaction_id IN (SELECT transaction_id FROM ledger_transaction WHERE payout_id = :id)";
		this.books.spoil(moveCommissionToGst.formatted(-50, 50), payout);
		LocalDate next = this.books.day.plusDays(1);
		this.books.statement(next);

		ReconciliationRun run = this.books.close(next, false);
		assertThat(run.proof().provedAfter()).isEqualTo(this.books.day);
		assertThat(run.violations()).isZero();
		ReconciliationRun full = this.books.proveAll(next);
		assertThat(full.proof().provedAfter()).isNull();
		assertThat(this.api.json("/runs/" + full.runId() + "/breaks")
			.valueStream()
			.map((found) -> found.path("detail").asString())
			.filter((detail) -> detail.startsWith("entries differ")))
			.containsExactlyInAnyOrder("entries differ from what a signed day proved: revenue:commission",
					"entries differ from what a signed day proved: payable:gst");
		assertThat(this.books.violations()).hasSize(2);

		ReconciliationRun again = this.books.close(next, false);
		assertThat(again.proof().provedAfter()).as("full, because the last full proof failed").isNull();
		assertThat(again.violations()).isEqualTo(2);
		ReconciliationRun third = this.books.close(next, false);
		assertThat(third.violations()).as("not closed by a proof that does not read the row").isEqualTo(2);

		this.books.spoil(moveCommissionToGst.formatted(50, -50), payout);
		assertThat(this.books.close(next, false).violations()).isZero();
		assertThat(this.books.close(next, false).proof().provedAfter()).isEqualTo(this.books.day);
	}

	/**
	 * The fee of a payout is due again when its return is withdrawn, also if suspense
	 * bears the withdrawal.
	 */
	@Test
	void provesTheFeesOfAWithdrawnReturnThatSuspenseBears() throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		this.books.bankLine("CREDIT", 110_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		closeDay();
		Attempt paid = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000051", paid, null);
		closeDay();
		UUID back = returned(paid);
		this.books.doubt(business);
		assertFees(business, 110_00 - 104_72, 4_00, 72);

		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", back, Map.of("uncoveredToSuspense", "true")));
		assertFees(business, 110_00 - 104_72, 8_00, 1_44);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(-104_72);
		assertProved(this.books.close(false), -104_72);

		this.books.gap(-100_00);
		returned(paid);
		assertFees(business, 110_00 - 104_72, 4_00, 72);
		assertProved(this.books.close(this.books.day.minusDays(1), false), 0);
	}

	private UUID returned(Attempt paid) {
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", paid, null);
		return closeDay();
	}

	/** Closes a day with all lines so far, and begins the next. */
	private UUID closeDay() {
		UUID statement = this.books.statement();
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		this.books.day = this.books.day.plusDays(1);
		return statement;
	}

	private void assertFees(TestBusiness business, long balancePaise, long commissionPaise, long gstPaise) {
		assertThat(business.balancePaise()).isEqualTo(balancePaise);
		assertThat(this.books.ledgerPaise("revenue:commission")).isEqualTo(commissionPaise);
		assertThat(this.books.ledgerPaise("payable:gst")).isEqualTo(gstPaise);
		assertThat(this.books.violations()).isEmpty();
	}

	private void assertProved(ReconciliationRun run, long suspensePaise) {
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(run.violations()).isZero();
		assertThat(this.books.bean(ReconciliationRuns.class).figures(run.runId()))
			.filteredOn((figure) -> figure.name().equals("Balance of suspense"))
			.extracting(ReconciliationFigure::amountPaise)
			.containsExactly(suspensePaise);
	}

}

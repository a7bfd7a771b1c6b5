package dev.hundi.batch.reconciliation;

import java.sql.Connection;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankConflicts;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.BreakEvent;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Payouts that only a withdrawn statement had shown as paid, and that the bank never paid
 * or pays later after all; one of {@link WithdrawalsIntegrationTests}.
 */
abstract class UnpaidPayoutsIntegrationTests extends PostedLinesIntegrationTests {

	UnpaidPayoutsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	/** The refund is posted on a day that is closed before it, or after it. */
	@ParameterizedTest
	@ValueSource(ints = { 1, -3 })
	void refundsAPayoutThatTheBankNeverPaidOnce(int fromToday) throws Exception {
		this.books.begin(BooksOnDatabase.today().plusDays(fromToday));
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		close();
		assertThatThrownBy(() -> propose()).hasMessageContaining("is not replaced; load the next statement");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);

		sameDay();
		long reversed = reversed();
		this.api.approve(propose());
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		assertThat(this.books.ledgerPaise("nodal")).isEqualTo(-ALL);
		assertThat(this.books.jdbc.sql("""
				SELECT stage || ' ' || from_status || ' ' || response_message FROM payout_event
				 WHERE payout_id = :id ORDER BY sequence DESC LIMIT 1
				""").param("id", payout.payout().payoutId()).query(String.class).single())
			.isEqualTo("RETURNED 11 The bank found that it had not paid");
		assertThat(count("wallet_movement WHERE type = 'PAYOUT_REVERSAL'")).isOne();
		assertThatThrownBy(() -> this.api.propose("REFUND_UNPAID", reversed)).hasMessageContaining("open breaks");
		close();
		assertThat(this.books.breaks()).isEmpty();
		nextDay();
		assertThat(this.books.breaks()).isEmpty();
		this.books.day = BooksOnDatabase.today().plusDays(2);
		close();
		assertThat(this.books.breaks()).allMatch((found) -> found.key().startsWith("missing:"));
	}

	/** The bank pays it after all, and later takes the payment back. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void leavesALatePaymentToPeople(boolean namedByReference) throws Exception {
		TestBusiness business = business();
		Attempt payout = refunded(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("STATUS", -100_00L));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		this.api.approve(adjust(business));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL - 100_00, 0);

		this.books.bankLine("CREDIT", 100_00, "RETURN", namedByReference ? "RET1" : UTR,
				namedByReference ? payout : null, null);
		nextDay();
		this.api.approve(adjust(business));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		close();
		assertThat(this.books.breaks()).isEmpty();
	}

	/** The statement of the day of its payment comes later than that of its return. */
	@Test
	void creditsNoLateReturnOfWhatItHasRefunded() throws Exception {
		TestBusiness business = business();
		Attempt payout = refunded(business);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		nextDay();
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("RETURN_UNPOSTED", 100_00L));
		String adjustment = adjust(business);
		assertThat(this.api.refused("/resolutions/" + adjustment + "/approve", Map.of("by", "Chandni")))
			.contains("which failed; match this return with the debit");

		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
	}

	/** A held statement counts too, because it may be released. */
	@ParameterizedTest
	@ValueSource(longs = { 0, 7_00 })
	void refundsNothingThatAStatementShows(long wrongPaise) throws Exception {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		String asked = propose();
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", null, payout, null);
		this.books.statement(this.books.day, wrongPaise);

		assertThat(this.api.refused("/resolutions/" + asked + "/approve", Map.of("by", "Chandni")))
			.contains("A statement shows the payment of payout");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);
	}

	@Test
	void paysBackAPayoutWhoseReturnWasReversedToo() throws Exception {
		TestBusiness business = business();
		Attempt payout = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		UUID shown = sameDay();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		withdraw(shown);
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL - PAID, 100_00);
		sameDay();

		callBack(payout, "EVT1");
		this.api.approve(this.api.propose("REFUND_UNPAID", ofSettlement()));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		assertContradicts(payout);
		close();
		assertThat(this.books.breaks()).isEmpty();
	}

	/**
	 * The bank reports a return of what it never paid, and no statement shows a credit.
	 */
	@Test
	void endsTheRefundThatTheBankHasReported() throws Exception {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(today.minusDays(3));
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		callBack(payout, "EVT1");
		String asked = propose();
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.NONE))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(this.api.refused("/resolutions/" + asked + "/approve", Map.of("by", "Chandni")))
			.contains("or close its day");

		this.books.day = today;
		close();
		this.api.approve(asked);
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		assertContradicts(payout);
		close();
		assertThat(this.books.breaks()).allMatch((found) -> found.key().startsWith("missing:"));
	}

	/** The bank called back that it paid, and says by letter that it did not. */
	@Test
	void showsBeforeTheApprovalWhatTheBankHasReported() throws Exception {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		long reversed = reversed();
		callBack(payout, "EVT1");
		String asked = propose();
		assertThat(reports(reversed)).singleElement().asString().contains("reported the payment: callback EVT1 of 20");
		callBack(payout, "EVT2");
		assertThat(refusal(asked)).contains("Since the request: The bank has reported the payment: callback EVT2 of");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);

		String again = propose();
		assertThat(reports(reversed)).hasSize(2).last().asString().contains("EVT2 of 20", ", callback EVT1 of 20");
		this.api.approve(again);
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		assertContradicts(payout);
		assertThat(this.books.jdbc.sql("SELECT times || ' ' || detail FROM bank_conflict").query(String.class).single())
			.startsWith("2 Received before the refund: callback EVT2 of 20")
			.contains(", callback EVT1 of 20");
	}

	/** The bank was asked while the settlement stood, and later. */
	@Test
	void showsBeforeTheApprovalWhatTheBankHasAnswered() throws Exception {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		confirm(payout);
		sameDay();
		long reversed = reversed();
		String asked = propose();
		assertThat(reports(reversed)).singleElement().asString().contains("reported the payment: its answer of 20");
		// The history shows seconds.
		this.books.jdbc.sql("UPDATE bank_attempt SET confirmed_at = confirmed_at + interval '1 minute'").update();
		assertThat(refusal(asked)).contains("Since the request: The bank has reported the payment: its answer of 20");
		this.api.approve(propose());
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		assertThat(conflicts(payout)).containsExactly("ENQUIRY PAID SUCCEEDED in status 12");
	}

	/** The approval comes between the two statements by which an answer is recorded. */
	@Test
	void confirmsNothingThatIsRefundedAsNeverPaid() {
		Attempt payout = refunded(business());
		assertThat(this.books.bean(BankConflicts.class).confirmed(payout)).isFalse();
		assertThat(count("bank_attempt WHERE confirmed_at IS NOT NULL")).isZero();
	}

	/** The answer of the bank is recorded while the approval waits for the payout. */
	@Test
	void refusesAnApprovalThatWaitsForAnAnswer() throws Exception {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		String asked = propose();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<String> refusal = Objects.requireNonNull(ofOwner().execute((status) -> {
				confirmUnderItsLock(payout);
				Future<String> refused = threads.submit(() -> refusal(asked));
				awaitLocks(1);
				return refused;
			}));
			assertThat(refusal.get())
				.contains("Since the request: The bank has reported the payment: its answer of 20");
		}
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);
	}

	/** The approval waits for the wallet, and the answer for the approval. */
	@Test
	void confirmsNothingWhoseApprovalItWaitsFor() throws Exception {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		String asked = propose();
		Future<?> approval;
		Future<Boolean> confirmed;
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			try (Connection wallets = this.books.lockWallets()) {
				approval = threads.submit(() -> this.api.approve(asked));
				awaitLocks(1);
				confirmed = threads.submit(() -> ofOwner().execute((status) -> confirmUnderItsLock(payout)));
				awaitLocks(2);
				wallets.rollback();
			}
			approval.get();
			assertThat(confirmed.get()).isFalse();
		}
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		assertThat(count("bank_attempt WHERE confirmed_at IS NOT NULL")).isZero();
	}

	/** Beans of the stream record in transactions of their own application. */
	private TransactionTemplate ofOwner() {
		return new TransactionTemplate(
				OwnerBeans.bean(this.books.database.url(), null, PlatformTransactionManager.class));
	}

	/** As the stream does with an answer that agrees. */
	private boolean confirmUnderItsLock(Attempt payout) {
		this.books.bean(BankAttempts.class).lock(payout.payout());
		return this.books.bean(BankConflicts.class).confirmed(payout);
	}

	private void awaitLocks(long waiting) {
		await().until(() -> count(
				"pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == waiting);
	}

	private void confirm(Attempt payout) {
		assertThat(this.books.bean(SettlePayout.class).succeeded(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.ALREADY_RECORDED);
		assertThat(this.books.bean(BankConflicts.class).confirmed(payout)).isTrue();
	}

	private List<String> reports(long breakId) {
		return this.books.bean(Breaks.class)
			.history(breakId)
			.stream()
			.filter((event) -> event.kind().equals("REPORTED"))
			.map(BreakEvent::detail)
			.toList();
	}

	/** As long as the settlement stands, the bank and the books agree. */
	private void callBack(Attempt payout, String event) {
		assertThat(this.books.bean(BankCallbacks.class)
			.receive(new BankCallback("sandbox", event, BankReference.of(payout.payout().payoutId()),
					BankCallback.Status.SUCCESS, "{}")))
			.isIn(CallbackVerdict.AGREES, CallbackVerdict.ENQUIRED);
	}

	private void assertContradicts(Attempt payout) {
		assertThat(conflicts(payout)).containsExactly("CALLBACK SUCCESS SUCCEEDED in status 12");
	}

	private List<String> conflicts(Attempt payout) {
		return this.books.jdbc
			.sql("SELECT reported_by || ' ' || reported || ' ' || recorded FROM bank_conflict WHERE payout_id = :id")
			.param("id", payout.payout().payoutId())
			.query(String.class)
			.list();
	}

	@Test
	void keepsARefundInJavaAndInTheDatabase() throws Exception {
		refunded(business());
		long match = number("SELECT match_id FROM reconciliation_resolution WHERE action = 'REFUND_UNPAID'");
		long made = number("SELECT resolution_id FROM reconciliation_resolution WHERE action = 'REFUND_UNPAID'");
		assertThatThrownBy(() -> this.api.revoke(match)).hasMessageContaining("refunded a payout, which stays Failed");
		assertThatThrownBy(() -> this.books.jdbc.sql("""
				INSERT INTO reconciliation_revoked_item (resolution_id, match_id, rule, match_resolution_id)
				VALUES (:made, :match, 'BY_HAND', :made)
				""").param("made", made).param("match", match).update())
			.hasMessageContaining("refunded a payout and stays");

		this.books.begin(this.books.day);
		settledByAWithdrawnStatement(business());
		sameDay();
		long waiting = Long.parseLong(propose());
		for (String change : List.of(
				"UPDATE reconciliation_reversal SET unpaid_resolution_id = :id, restored_transaction_id = root_transaction_id",
				"UPDATE reconciliation_resolution SET match_id = 1 WHERE resolution_id = :id")) {
			assertThatThrownBy(() -> this.books.jdbc.sql(change).param("id", waiting).update()).as(change)
				.hasMessageContaining("refund");
		}
	}

	final Attempt refunded(TestBusiness business) {
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		this.api.approve(propose());
		close();
		return payout;
	}

	private String propose() {
		return this.api.propose("REFUND_UNPAID", reversed());
	}

	final long ofSettlement() {
		return number(
				"""
						SELECT b.break_id FROM reconciliation_break b
						  JOIN ledger_transaction t ON b.break_key = 'reversed:' || t.transaction_id AND t.kind = 'PAYOUT_SETTLEMENT'
						""");
	}

	private long count(String rows) {
		return number("SELECT count(*) FROM " + rows);
	}

	private long number(String sql) {
		return this.books.jdbc.sql(sql).query(Long.class).single();
	}

}

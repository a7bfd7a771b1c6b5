package dev.hundi.batch.reconciliation;

import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Credits of withdrawn statements whose money the wallet has spent.
 */
abstract class WithdrawnCreditsIntegrationTests extends CreditsOfPayoutsIntegrationTests {

	private static final String UTR = "325000000081";

	WithdrawnCreditsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	@Test
	void refusesAWithdrawalThatAWalletDoesNotCoverUnlessSuspenseIsToBearIt() throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		this.books.bankLine("CREDIT", 200_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		UUID statement = this.books.statement();
		this.books.close(false);
		this.books.doubt(business);

		assertThatThrownBy(() -> withdraw(statement, Map.of())).hasMessageContaining("does not cover the reversal");
		assertThat(count("reconciliation_revoked_item")).isZero();
		withdraw(statement, Map.of("uncoveredToSuspense", "true"));
		assertThat(business.balancePaise()).isEqualTo(200_00 - 104_72);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(-200_00);
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		assertThat(this.books.violations()).isEmpty();

		this.books.gap(-200_00);
		UUID same = shown(business, 200_00);
		assertBorne(business, 200_00 - 104_72, 0);
		withdraw(same, Map.of("uncoveredToSuspense", "true"));
		assertBorne(business, 200_00 - 104_72, -200_00);
		this.books.gap(-200_00);
		UUID more = shown(business, 250_00);
		assertBorne(business, 250_00 - 104_72, 0);
		withdraw(more, Map.of());
		assertBorne(business, 200_00 - 104_72, -200_00);
		this.books.gap(-250_00);
		UUID less = shown(business, 50_00);
		assertBorne(business, 200_00 - 104_72, -150_00);
		withdraw(less, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-50_00);
		TestBusiness right = TestBusiness.create(this.books.database);
		UUID other = shown(right, 250_00);
		assertBorne(right, 250_00, -200_00);
		withdraw(other, Map.of());
		assertBorne(right, 0, -200_00);
		this.books.gap(-250_00);
		UUID mine = shown(business, 240_00);
		assertBorne(business, 240_00 - 104_72, 0);
		withdraw(mine, Map.of());
		this.books.gap(-240_00);
		shown(business, 150_00);
		assertBorne(business, 150_00 - 104_72, 0);
	}

	@Test
	void creditsWhatPeopleHadAdjustedOnceIfSuspenseBearsIt() throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		UUID first = adjusted(business, 200_00);
		this.books.doubt(business);
		withdraw(first, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-200_00);
		UUID second = adjusted(business, 250_00);
		assertBorne(business, 250_00 - 104_72, 0);
		withdraw(second, Map.of());
		assertBorne(business, 200_00 - 104_72, -200_00);
		this.books.gap(-250_00);
		shown(business, 200_00);
		assertBorne(business, 200_00 - 104_72, 0);
	}

	/** The wallet got only the difference to what suspense bore. */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void takesBackOnlyWhatTheWalletGotIfTheAdjustmentIsRevoked(boolean ofTopUp) throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		UUID first = ofTopUp ? shown(business, 200_00) : adjusted(business, 200_00);
		this.books.doubt(business);
		withdraw(first, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-200_00);
		this.books.bankLine("CREDIT", 500_00, "CREDIT", "OTHER1", null, this.books.account(business));
		adjusted(business, 250_00);
		assertBorne(business, 750_00 - 104_72, 0);

		this.api.approve(this.api.revoke(newestMatch()));
		assertBorne(business, 700_00 - 104_72, -200_00);
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		this.api.approve(this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()), breakOf("TOPUP1")));
		assertBorne(business, 750_00 - 104_72, 0);
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
	}

	private UUID adjusted(TestBusiness business, long paise) throws Exception {
		this.books.bankLine("CREDIT", paise, "CREDIT", "TOPUP1", null, null);
		UUID statement = this.books.statement();
		this.books.close(false);
		this.api.approve(this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()), breakOf("TOPUP1")));
		return statement;
	}

	/** A run with a statement that shows the top-up again. */
	final UUID shown(TestBusiness business, long paise) {
		this.books.bankLine("CREDIT", paise, "CREDIT", "TOPUP1", null, this.books.account(business));
		return sameDay();
	}

	final void assertBorne(TestBusiness business, long balancePaise, long suspensePaise) {
		assertThat(business.balancePaise()).isEqualTo(balancePaise);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(suspensePaise);
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void creditsOnceWhatARunHadPostedAndPeopleAdjust() throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		UUID first = shown(business, 200_00);
		this.books.doubt(business);
		withdraw(first, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-200_00);
		adjusted(business, 200_00);
		assertBorne(business, 200_00 - 104_72, 0);
	}

	/** People adjust the wallet by the credit together with another one. */
	@Test
	void creditsOnceWhatPeopleAdjustTogetherWithOtherMoney() throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		UUID first = shown(business, 200_00);
		this.books.doubt(business);
		withdraw(first, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-200_00);
		two();
		assertThat(refusal(adjust(business, breakOf("TOPUP1"), breakOf("STRAY1"))))
			.contains("the credit TOPUP1, which was given to a wallet before", "adjust the wallet by it alone");
		assertBorne(business, 200_00 - 104_72, -200_00);
		this.api.approve(adjust(business, breakOf("TOPUP1")));
		this.api.approve(adjust(business, breakOf("STRAY1")));
		assertBorne(business, 250_00 - 104_72, 0);
		close();
		assertThat(this.books.breaks()).isEmpty();
	}

	/** People had adjusted the wallet by both credits together, and it spent them. */
	@Test
	void creditsOnceWhatPeopleHadAdjustedTogether() throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		UUID first = two();
		this.api.approve(adjust(business, breakOf("TOPUP1"), breakOf("STRAY1")));
		this.books.doubt(business);
		withdraw(first, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-250_00);
		two();
		assertThat(refusal(adjust(business, breakOf("STRAY1")))).contains(
				"the credit STRAY1, which was given to a wallet before", "or by the lines with which it was given");
		assertBorne(business, 250_00 - 104_72, -250_00);
		this.api.approve(adjust(business, breakOf("TOPUP1"), breakOf("STRAY1")));
		assertBorne(business, 250_00 - 104_72, 0);
		close();
		assertThat(this.books.breaks()).isEmpty();
	}

	/** A statement with two credits that no rule takes. */
	private UUID two() {
		this.books.bankLine("CREDIT", 200_00, "CREDIT", "TOPUP1", null, null);
		this.books.bankLine("CREDIT", 50_00, "CREDIT", "STRAY1", null, null);
		return sameDay();
	}

	/** The bank gave two credits the same UTR. */
	@ParameterizedTest
	@CsvSource({ "20000, 30000", "30000, 20000" })
	void endsTheDebitOfSuspenseThatHasTheAmountOfTheCredit(long firstPaise, long secondPaise) throws Exception {
		TestBusiness business = TestBusiness.create(this.books.database);
		UUID first = adjusted(business, 200_00);
		UUID second = adjusted(business, 300_00);
		for (int i = 0; i < 4; i++) {
			this.books.doubt(business);
		}
		withdraw(second, Map.of("uncoveredToSuspense", "true"));
		withdraw(first, Map.of("uncoveredToSuspense", "true"));
		this.books.gap(-500_00);
		adjusted(business, firstPaise);
		assertBorne(business, 500_00 - 4 * 104_72, firstPaise - 500_00);
		adjusted(business, secondPaise);
		assertBorne(business, 500_00 - 4 * 104_72, 0);
	}

	/** People knew a credit without our reference as a return; then the bank says so. */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void refundsNoReturnThatPeopleHadCreditedIfSuspenseBearsIt(boolean underItsUtr) throws Exception {
		TestBusiness business = funded(200_00);
		Attempt paid = paid(business);
		this.books.bankLine("CREDIT", 100_00, "CREDIT", underItsUtr ? UTR : "RET1", null, null);
		UUID statement = this.books.statement();
		this.books.close(false);
		this.api.approve(this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()),
				breakOf(underItsUtr ? UTR : "RET1")));
		this.books.doubt(business);
		withdraw(statement, Map.of("uncoveredToSuspense", "true"));
		assertBorne(business, 300_00 - 2 * 104_72, -100_00);

		this.books.gap(-100_00);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", paid, null);
		this.books.statement();
		ReconciliationRun dryRun = this.books.dryRunWhileWalletsAreLocked();
		assertThat(dryRun.unexplainedPaise()).as("%s", dryRun).isZero();
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(run.proof().breaksPaise()).isEqualTo(dryRun.proof().breaksPaise()).isEqualTo(100_00);
		assertThat(this.books.bean(SettlePayout.class).returned(paid, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.CONFLICT);
		assertThat(business.status(paid.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertBorne(business, 300_00 - 2 * 104_72, -100_00);

		this.api.approve(this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()),
				this.books.breaks().getFirst().breakId()));
		assertBorne(business, 300_00 - 2 * 104_72, 0);
	}

	/**
	 * The next statement shows the return as a credit, which people recognise, with our
	 * reference or only with the UTR of the return.
	 */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void creditsNoReturnByHandWhoseRefundSuspenseBears(boolean namedByReference) throws Exception {
		TestBusiness business = funded(200_00);
		Attempt paid = paid(business);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", paid, null);
		UUID statement = this.books.statement();
		this.books.close(false);
		assertThat(business.status(paid.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		this.books.doubt(business);
		withdraw(statement, Map.of("uncoveredToSuspense", "true"));
		assertBorne(business, 200_00 - 104_72, -104_72);

		this.books.gap(-100_00);
		this.books.bankLine("CREDIT", 100_00, "CREDIT", "RET1", namedByReference ? paid : null, null);
		this.books.statement();
		this.books.close(false);
		this.api.approve(this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()),
				breakOf(namedByReference ? "ref:" : "RET1")));
		assertBorne(business, 200_00 - 104_72 - 4_72, 0);
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(this.books.breaks()).isEmpty();
	}

	/** A payout of ₹100.00 whose payment a statement shows. */
	private Attempt paid(TestBusiness business) {
		Attempt paid = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, paid, null);
		this.books.statement();
		this.books.close(false);
		return paid;
	}

	final void withdraw(UUID statement, Map<String, ?> more) throws Exception {
		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", statement, more));
	}

	/** By the resolution: each session takes numbers of matches in advance. */
	private long newestMatch() {
		return this.books.jdbc
			.sql("""
					SELECT match_id FROM reconciliation_resolution WHERE match_id IS NOT NULL ORDER BY resolution_id DESC LIMIT 1
					""")
			.query(Long.class)
			.single();
	}

	final long count(String rows) {
		return this.books.jdbc.sql("SELECT count(*) FROM " + rows).query(Long.class).single();
	}

}

package dev.hundi.batch.reconciliation;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.ResponseCode;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Credits that name a payout and are more than its payment, or are money of a remitter;
 * one of {@link WithdrawalsIntegrationTests}.
 */
abstract class CreditsOfPayoutsIntegrationTests extends PostedByPeopleIntegrationTests {

	CreditsOfPayoutsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	/**
	 * One credit of the bank is more than the payment. It reports the return, so that
	 * only the rest is left. To the virtual account, it is money of a remitter.
	 */
	@ParameterizedTest
	@CsvSource({ "RETURN, false", "CREDIT, false", "CREDIT, true" })
	void creditsNoMoreThanThePaymentByOneLine(String kind, boolean isToWallet) {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 150_00, kind, isToWallet ? null : "RET1", payout,
				isToWallet ? this.books.account(business) : null);
		sameDay();
		if (isToWallet) {
			this.api.approve(adjust(business, breakOf(":in")));
			report(payout);
			assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL + 150_00, 0);
			return;
		}
		assertThat(refusal(adjust(business, breakOf(":in")))).contains("This line returns more than payout",
				"post the rest to suspense");
		report(payout);
		nextDay();
		this.api.approve(this.api.propose("SUSPENSE", this.books.breaks().getFirst().breakId()));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 50_00);
	}

	/** A credit to the virtual account names the payout, then the bank returns it. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void creditsTheReturnBesideACreditToTheWallet(boolean ofOneBreak) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 60_00, "CREDIT", null, payout, this.books.account(business));
		if (!ofOneBreak) {
			sameDay();
			this.api.approve(adjust(business, breakOf(":in")));
		}
		this.books.bankLine("CREDIT", 60_00, "RETURN", "RET1", payout, null);
		sameDay();
		this.api.approve(adjust(business, breakOf(":in")));
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID + 120_00, 0);
		this.books.bankLine("CREDIT", 60_00, "RETURN", "RET2", payout, null);
		nextDay();
		assertThat(refusal(adjust(business, breakOf(":in"))))
			.contains("Two people have credited the wallet for payout");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID + 120_00, 0);
	}

	/** The bank pays after a refund as never paid, and shows one larger return. */
	@Test
	void creditsNoLargerReturnOfALatePayment() {
		TestBusiness business = business();
		Attempt payout = refunded(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		this.api.approve(adjust(business));
		this.books.bankLine("CREDIT", 150_00, "CREDIT", "RET1", payout, null);
		nextDay();
		assertThat(refusal(adjust(business))).contains("The wallet was credited for payout", "which failed");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL - 100_00, 0);
	}

	/** The wallet has got the failed payout back; another line names it by this UTR. */
	@Test
	void creditsNoReturnOfAFailedPayoutByItsUtrAlone() {
		TestBusiness business = business();
		Attempt payout = this.books.doubt(business);
		assertThat(this.books.bean(SettlePayout.class)
			.failed(payout, ResponseCode.BANK_REJECTED, "The account does not exist", BankReport.NONE))
			.isEqualTo(RecordOutcome.RECORDED);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		this.books.bankLine("CREDIT", 60_00, "RETURN", "RET1", null, null);
		nextDay();
		assertThat(refusal(adjust(business, breakOf("RET1"))))
			.contains("which failed; match this return with the debit");
		assertMoney(business, payout, "12 BANK_REJECTED", ALL, 0);
	}

}

package dev.hundi.batch.reconciliation;

import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.testing.TestBusiness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Payouts of which two people have posted money to the wallet or to suspense, and what
 * banks and statements show of them besides; one of {@link WithdrawalsIntegrationTests}.
 */
abstract class PostedByPeopleIntegrationTests extends UnpaidPayoutsIntegrationTests {

	PostedByPeopleIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	/**
	 * No statement shows the payment or its return. People post both with other money, so
	 * that the two cancel each other out; then a line shows one of them.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void adjustsNoWalletByALineOfWhatSuspenseBearsTwice(boolean returned) {
		this.books.begin(BooksOnDatabase.today());
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		report(payout);
		this.books.bankLine("CREDIT", 3_00, "OTHER", "STRAY1", null, null);
		sameDay();
		this.api.approve(this.api.propose("SUSPENSE", all()));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 3_00);
		this.books.bankLine(returned ? "CREDIT" : "DEBIT", 100_00, returned ? "RETURN" : "PAYMENT",
				returned ? "RET1" : UTR, payout, null);
		nextDay();
		assertThat(refusal(adjust(business))).contains("was posted to suspense or written off");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 3_00);
	}

	/** The bank reports the return of a payment. */
	final void report(Attempt payout) {
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
	}

	/**
	 * People credited the wallet with a return, and it spent the money. No statement
	 * shows payment and return any more, and the bank says that it never paid.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void refundsAsNeverPaidWhoseReturnSuspenseBearsOnce(boolean returnedBefore) throws Exception {
		TestBusiness business = funded(200_00);
		Attempt payout = returnedBefore ? returnedByAWithdrawnStatement(business, false)
				: settledByAWithdrawnStatement(business);
		UUID credited = credited(business, returnedBefore ? null : payout);
		this.books.doubt(business);
		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", credited, Map.of("uncoveredToSuspense", "true")));
		this.books.gap(-100_00);
		sameDay();
		long balance = 300_00 - 2 * PAID;
		assertMoney(business, payout, returnedBefore ? "12 RETURNED_BY_BANK" : "11 SUCCESS", balance, 0);

		this.api.approve(this.api.propose("REFUND_UNPAID", ofSettlement()));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", balance + 4_72, 0);
		close();
		assertThat(this.books.breaks()).isEmpty();
	}

	/** The wallet has the return that people credited, so they take it back before. */
	@Test
	void refundsNothingAsNeverPaidWhoseReturnTheWalletHas() {
		TestBusiness business = funded(200_00);
		Attempt payout = settledByAWithdrawnStatement(business);
		credited(business, payout);
		sameDay();
		assertThat(refusal(this.api.propose("REFUND_UNPAID", ofSettlement())))
			.contains("revoke the match of that adjustment before");
		assertMoney(business, payout, "11 SUCCESS", 300_00 - PAID, 100_00);
	}

	/** A statement with a credit that people recognise as the return of a payout. */
	private UUID credited(TestBusiness business, @Nullable Attempt named) {
		this.books.bankLine("CREDIT", 100_00, "CREDIT", "RET1", named, null);
		UUID statement = nextDay();
		this.api.approve(adjust(business, breakOf((named != null) ? ":in" : "RET1")));
		return statement;
	}

	/**
	 * The line of a payment or of a return is in suspense, when the bank reports what it
	 * is.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void adjustsNoWalletByAPostingWhoseLineIsInSuspense(boolean returned) {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = returned ? this.books.paid(business, UTR) : this.books.doubt(business);
		this.books.bankLine("DEBIT", returned ? 100_00 : 105_00, "PAYMENT", UTR, payout, null);
		if (returned) {
			this.books.bankLine("CREDIT", 95_00, "RETURN", "RET1", payout, null);
		}
		sameDay();
		this.api.approve(this.api.propose("SUSPENSE", ofType(returned ? "RETURN_UNPOSTED" : "AMOUNT")));
		if (returned) {
			report(payout);
		}
		else {
			assertThat(this.books.bean(SettlePayout.class).succeeded(payout, BankReport.of(UTR, null)))
				.isEqualTo(RecordOutcome.RECORDED);
		}
		nextDay();
		assertThat(this.books.breaks()).extracting(OpenBreak::differencePaise)
			.containsExactly(returned ? -100_00L : 100_00L);
		assertThat(refusal(adjust(business))).contains("is in suspense or written off: post this break there too",
				"or revoke match", "whose other breaks open again");
		this.api.approve(this.api.propose("SUSPENSE", this.books.breaks().getFirst().breakId()));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, returned ? "12 RETURNED_BY_BANK" : "11 SUCCESS", returned ? ALL : ALL - PAID,
				-5_00);
	}

	/**
	 * The bank returns a payment in parts, or shows its return again, also without our
	 * reference.
	 */
	@ParameterizedTest
	@CsvSource({ "6000, 4000, RETURN, RET2, true", "6000, 6000, RETURN, RET2, false", "6000, 4000, CREDIT, RET2, true",
			"6000, 6000, CREDIT, RET2, false", "10000, 10000, CREDIT, RET2, false", "6000, 6000, RETURN, RET1, false",
			"6000, 6000, CREDIT, RET1, false" })
	void creditsReturnsUpToThePayment(long first, long second, String kind, String utr, boolean isCredited) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", first, kind, "RET1", payout, null);
		sameDay();
		this.api.approve(adjust(business));
		this.books.bankLine("CREDIT", second, kind, utr, utr.equals("RET2") ? payout : null, null);
		nextDay();
		assertCredited(business, payout, isCredited, ALL - PAID + first, second);
	}

	/**
	 * One statement shows several returns, which are one break. The bank may call them
	 * credits; to the virtual account of a wallet, a remitter wrote our reference.
	 */
	@ParameterizedTest
	@CsvSource({ "6000, 4000, RETURN, false, true", "6000, 6000, RETURN, false, false",
			"10000, 10000, RETURN, false, false", "6000, 4000, CREDIT, false, true", "6000, 6000, CREDIT, false, false",
			"6000, 6000, CREDIT, true, true" })
	void creditsReturnsOfOneBreakUpToThePayment(long first, long second, String kind, boolean isToWallet,
			boolean isCredited) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		sameDay();
		String account = isToWallet ? this.books.account(business) : null;
		this.books.bankLine("CREDIT", first, kind, isToWallet ? null : "RET1", payout, account);
		this.books.bankLine("CREDIT", second, kind, isToWallet ? null : "RET2", payout, account);
		nextDay();
		String adjustment = adjust(business);
		if (isCredited) {
			this.api.approve(adjustment);
		}
		else {
			assertThat(refusal(adjustment)).contains("These lines return more than payout",
					"post the rest to suspense");
		}
		assertMoney(business, payout, "11 SUCCESS", isCredited ? ALL - PAID + first + second : ALL - PAID, 0);
	}

	/** The bank pays after a refund as never paid, and shows two returns at once. */
	@Test
	void creditsNoTwoReturnsOfALatePayment() {
		TestBusiness business = business();
		Attempt payout = refunded(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		this.api.approve(adjust(business));
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET2", payout, null);
		nextDay();
		assertThat(refusal(adjust(business))).contains("The wallet was credited for payout", "which failed");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL - 100_00, 0);
	}

	/** The bank returns a payment again, or the second one that it made by mistake. */
	@ParameterizedTest
	@CsvSource({ "10000, false", "4000, false", "10000, true" })
	void creditsNoReturnAfterTheRefund(long paise, boolean paidTwice) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		sameDay();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		if (paidTwice) {
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000093", payout, null);
			nextDay();
			this.api.approve(adjust(business));
		}
		this.books.bankLine("CREDIT", paise, "RETURN", "RET2", payout, null);
		nextDay();
		String adjustment = adjust(business);
		if (paidTwice) {
			this.api.approve(adjustment);
		}
		else {
			assertThat(refusal(adjustment)).contains("was refunded for its return before", "post it to suspense");
		}
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
	}

	/** Payment and return of a withdrawn statement, shown with other amounts. */
	@Test
	void endsAReversedPaymentAndItsReturnOneByOne() {
		TestBusiness business = funded(200_00);
		Attempt payout = returnedByAWithdrawnStatement(business, false);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 95_00, "RETURN", "RET1", payout, null);
		sameDay();
		assertThatThrownBy(() -> this.api.propose("SUSPENSE", all())).hasMessageContaining("one by one");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", 200_00 - PAID, 100_00);
	}

	/** A later statement has the UTR of the return alone. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void creditsAReturnThatComesAgainByItsUtrOnce(boolean refunded) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		sameDay();
		this.books.bankLine("CREDIT", 100_00, refunded ? "RETURN" : "CREDIT", "RET1", payout, null);
		nextDay();
		if (!refunded) {
			this.api.approve(adjust(business));
		}
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", null, null);
		nextDay();
		assertThat(refusal(adjust(business))).contains("post it to suspense");
		assertMoney(business, payout, refunded ? "12 RETURNED_BY_BANK" : "11 SUCCESS", refunded ? ALL : ALL - 4_72, 0);
	}

	/** The bank returns a payment in parts, and suspense bears the first one. */
	@Test
	void creditsTheRestOfAReturnWhosePartSuspenseBears() {
		TestBusiness business = funded(200_00);
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		this.books.bankLine("CREDIT", 40_00, "RETURN", "RET1", payout, null);
		UUID shown = nextDay();
		this.api.approve(adjust(business));
		this.books.doubt(business);
		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", shown, Map.of("uncoveredToSuspense", "true")));
		this.books.gap(-40_00);
		assertMoney(business, payout, "11 SUCCESS", 240_00 - 2 * PAID, -40_00);
		this.books.bankLine("CREDIT", 40_00, "RETURN", "RET1", payout, null);
		this.books.bankLine("CREDIT", 60_00, "RETURN", "RET2", payout, null);
		sameDay();
		String adjustment = adjust(business, breakOf("ref:"));
		this.api.approve(adjustment);
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "11 SUCCESS", 300_00 - 2 * PAID, 0);
		this.api.approve(this.api.revoke(matchOf(adjustment)));
		close();
		assertMoney(business, payout, "11 SUCCESS", 240_00 - 2 * PAID, -40_00);
	}

	/** Suspense bears two parts, which people had credited one by one. */
	@Test
	void creditsTheRestOfAReturnOfWhichSuspenseBearsSeveralParts() {
		TestBusiness business = funded(165_00);
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		UUID first = part(business, payout, 40_00, "RET1");
		UUID second = part(business, payout, 20_00, "RET2");
		this.books.doubt(business);
		for (UUID shown : new UUID[] { second, first }) {
			this.api.approve(this.api.propose("WITHDRAW_STATEMENT", shown, Map.of("uncoveredToSuspense", "true")));
		}
		this.books.gap(-60_00);
		assertMoney(business, payout, "11 SUCCESS", 225_00 - 2 * PAID, -60_00);
		this.books.bankLine("CREDIT", 40_00, "RETURN", "RET1", payout, null);
		this.books.bankLine("CREDIT", 20_00, "RETURN", "RET2", payout, null);
		this.books.bankLine("CREDIT", 40_00, "RETURN", "RET3", payout, null);
		sameDay();
		String adjustment = adjust(business, breakOf("ref:"));
		this.api.approve(adjustment);
		close();
		assertThat(this.books.breaks()).allMatch((found) -> found.key().startsWith("missing:"));
		assertMoney(business, payout, "11 SUCCESS", 265_00 - 2 * PAID, 0);
		assertThat(refusal(this.api.revoke(matchOf(adjustment))))
			.contains("approve it again when the wallet covers it");
	}

	private UUID part(TestBusiness business, Attempt payout, long paise, String utr) {
		this.books.bankLine("CREDIT", paise, "RETURN", utr, payout, null);
		UUID shown = nextDay();
		this.api.approve(adjust(business));
		return shown;
	}

	private void assertCredited(TestBusiness business, Attempt payout, boolean isCredited, long balance, long paise) {
		String adjustment = adjust(business);
		if (isCredited) {
			this.api.approve(adjustment);
		}
		else {
			assertThat(refusal(adjustment)).contains("Two people have credited the wallet for payout",
					"post it to suspense");
		}
		assertMoney(business, payout, "11 SUCCESS", isCredited ? balance + paise : balance, 0);
	}

	/** The bank paid a part, and people credited the wallet with the rest. */
	@ParameterizedTest
	@CsvSource({ "6000, true", "10000, false" })
	void creditsTheReturnOfAPartOnce(long returned, boolean isCredited) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 60_00, "PAYMENT", UTR, payout, null);
		sameDay();
		this.api.approve(adjust(business, ofType("AMOUNT")));
		this.books.bankLine("CREDIT", returned, "RETURN", "RET1", payout, null);
		nextDay();
		assertCredited(business, payout, isCredited, ALL - PAID + 40_00, returned);
	}

	/** The bank pays after a refund as never paid, and returns it twice. */
	@Test
	void creditsTheReturnOfALatePaymentOnce() {
		TestBusiness business = business();
		Attempt payout = refunded(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		nextDay();
		this.api.approve(adjust(business));
		for (String utr : new String[] { "RET1", "RET2" }) {
			this.books.bankLine("CREDIT", 100_00, "RETURN", utr, payout, null);
			nextDay();
			String adjustment = adjust(business);
			if (utr.equals("RET1")) {
				this.api.approve(adjustment);
			}
			else {
				assertThat(refusal(adjustment)).contains("The wallet was credited for payout", "which failed");
			}
			assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		}
	}

	/** The bank books another amount before it answers. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void adjustsNoWalletByAnotherAmountOfAnOpenPayout(boolean returned) {
		TestBusiness business = business();
		Attempt payout = this.books.doubt(business);
		this.books.bankLine(returned ? "CREDIT" : "DEBIT", returned ? 95_00 : 105_00, returned ? "RETURN" : "PAYMENT",
				UTR, payout, null);
		sameDay();
		assertThat(refusal(adjust(business)))
			.contains(returned ? "is not settled; a run or its bank refunds it" : "The wallet was debited for payout");
		assertThat(business.balancePaise()).isEqualTo(ALL - PAID);
	}

	/** The settlement is of the day after the line. */
	@Test
	void adjustsAWalletByTheDifferenceOnceThePaymentIsCollected() {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		sameDay();
		assertThat(refusal(adjust(business))).contains("The wallet was debited for payout");
		nextDay();
		this.api.approve(adjust(business));
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID - 5_00, 0);
	}

	/** People take another business for that of the payout. */
	@Test
	void adjustsNoWalletByAPayoutOfAnotherBusiness() {
		this.books.begin(BooksOnDatabase.today());
		TestBusiness other = this.books.business();
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		Attempt named = this.books.paid(business, "325000000092");
		this.books.bankLine("CREDIT", 95_00, "RETURN", "RET1", payout, null);
		this.books.bankLine("CREDIT", 7_00, "RETURN", "STRAY1", named, this.books.account(other));
		sameDay();
		for (String direction : new String[] { ":out", ":in" }) {
			assertThat(refusal(adjust(other, ofPayout(payout, direction)))).contains("is of another business");
		}
		assertThat(other.balancePaise()).isEqualTo(ALL);
		this.api.approve(adjust(other, ofPayout(named, ":in")));
		assertThat(other.balancePaise()).isEqualTo(ALL + 7_00);
	}

	/** People took the line of a payment for that of another one and a charge. */
	@Test
	void creditsNoPaymentWhoseLineIsMatchedWithOtherMoney() {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = this.books.doubt(business);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 105_00, "OTHER", "STRAY1", null, null);
		sameDay();
		this.api.approve(this.api.propose("MATCH", all()));
		assertThat(this.books.bean(SettlePayout.class).succeeded(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
		nextDay();
		assertThat(refusal(adjust(business))).contains("is matched with other money: revoke match");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 0);
	}

	/** No line shows the payment of one payout, or payment and return of another. */
	@Test
	void matchesNoPostingsOfTwoPayouts() {
		this.books.begin(BooksOnDatabase.today());
		TestBusiness business = business();
		Attempt paid = this.books.paid(business, "325000000092");
		Attempt returned = this.books.paid(business, UTR);
		report(returned);
		sameDay();
		long refund = ofPayout(returned, ":in");
		assertThatThrownBy(() -> this.api.propose("MATCH", ofPayout(paid, ":out"), refund))
			.hasMessageContaining("postings of several payouts, and no line");
		this.api.approve(this.api.propose("MATCH", ofPayout(returned, ":out"), refund));
		close();
		assertThat(this.books.breaks()).singleElement()
			.extracting(OpenBreak::breakId)
			.isEqualTo(ofPayout(paid, ":out"));
		assertMoney(business, returned, "12 RETURNED_BY_BANK", ALL - PAID, 0);
	}

	private long ofPayout(Attempt payout, String direction) {
		return breakOf(BankReference.of(payout.payout().payoutId()) + direction);
	}

}

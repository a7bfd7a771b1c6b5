package dev.hundi.batch.reconciliation;

import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Payments and returns whose statement is withdrawn, and that a later one shows with
 * another amount, or in a form that people recognise; one of
 * {@link WithdrawalsIntegrationTests}.
 */
abstract class RestoredPaymentsIntegrationTests extends UnshownPaymentsIntegrationTests {

	RestoredPaymentsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	@ParameterizedTest
	@CsvSource({ "SUSPENSE, 10500", "SUSPENSE, 9500", "WRITE_OFF, 10500" })
	void restoresAPaymentOfAnotherAmountByTwoPeople(String action, long paise) {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", paise, "PAYMENT", UTR, payout, null);
		UUID shown = sameDay();
		assertThatThrownBy(() -> this.api.propose("MATCH", reversed(), breakOf("ref:"))).hasMessageContaining("differ");
		long match = end(action);
		assertRest(business, payout, action, 100_00 - paise);
		assertThat(this.books.breaks()).isEmpty();

		this.api.approve(this.api.revoke(match));
		close();
		assertRest(business, payout, "SUSPENSE", 100_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("DUPLICATE_DEBIT", -paise), tuple("MISSING_IN_BANK", 0L));

		end(action);
		withdraw(shown);
		this.books.gap(paise);
		close();
		assertRest(business, payout, "SUSPENSE", 100_00);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		sameDay();
		assertThat(this.books.breaks()).isEmpty();
		assertRest(business, payout, "SUSPENSE", 0);
	}

	/** The line has the UTR, but not our reference. */
	@Test
	void countsAReversedPaymentWithTheOnlyLineThatNamesNoPayout() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, null, null);
		this.books.bankLine("DEBIT", 3_00, "PAYMENT", "STRAY1", null, null);
		sameDay();
		assertThatThrownBy(() -> this.api.propose("WRITE_OFF", reversed(), breakOf("utr:" + UTR), breakOf("STRAY1")))
			.hasMessageContaining("₹208.00, added up without signs, exceed the limit of ₹100.00");
		this.api.approve(this.api.propose("WRITE_OFF", reversed(), breakOf("utr:" + UTR)));
		close();
		assertRest(business, payout, "WRITE_OFF", -5_00);
	}

	/** A signed day keeps what people ended, and they take it apart on the next one. */
	@Test
	void takesTheEndOfAReversedPaymentApartAfterItsDayIsSigned() throws Exception {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		sameDay();
		long match = end("SUSPENSE");
		this.api.signOff(this.books.close(false).runId());
		this.api.approve(this.api.revoke(match));
		nextDay();
		assertRest(business, payout, "SUSPENSE", 100_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("DUPLICATE_DEBIT", -105_00L), tuple("MISSING_IN_BANK", 0L));
		end("SUSPENSE");
		assertRest(business, payout, "SUSPENSE", -5_00);
		assertThat(this.books.breaks()).isEmpty();
	}

	/** People post the lines of a payment one by one, and then its own break. */
	@ParameterizedTest
	@CsvSource({ "SUSPENSE, 4000", "SUSPENSE, 4500", "WRITE_OFF, 4000" })
	void endsAReversedPaymentWhoseLinesPeopleHavePosted(String action, long lastPaise) {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 60_00, "PAYMENT", UTR, payout, null);
		sameDay();
		this.api.approve(this.api.propose(action, breakOf("ref:")));
		this.books.bankLine("DEBIT", lastPaise, "PAYMENT", "325000000092", payout, null);
		UUID shown = nextDay();
		String last = this.api.propose(action, breakOf("ref:"));
		this.api.approve(last);
		close();
		long paise = 40_00 - lastPaise;
		for (String other : new String[] { "MATCH", action.equals("SUSPENSE") ? "WRITE_OFF" : "SUSPENSE" }) {
			assertThatThrownBy(() -> this.api.propose(other, reversed())).as(other)
				.hasMessageContaining(action.equals("SUSPENSE") ? "is in suspense: post this break there too"
						: "is written off: write this break off too");
		}
		String ended = this.api.propose(action, reversed());
		this.api.approve(ended);
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertRest(business, payout, action, paise);

		long match = this.books.bean(Breaks.class)
			.closingMatch(this.books.bean(Breaks.class)
				.list(null, true, 100)
				.stream()
				.filter((found) -> found.key().startsWith("reversed:"))
				.findFirst()
				.orElseThrow()
				.breakId())
			.orElseThrow()
			.matchId();
		assertThat(match).isEqualTo(matchOf(ended));
		assertThat(refusal(this.api.revoke(matchOf(last)))).contains("revoke match " + match + " first");
		this.api.approve(this.api.revoke(match));
		close();
		this.api.approve(this.api.propose(action, reversed()));
		close();
		assertRest(business, payout, action, paise);
		withdraw(shown);
		this.books.gap(lastPaise);
		close();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, action.equals("SUSPENSE") ? 40_00 : 100_00);
		this.api.approve(this.api.propose(action, reversed()));
		close();
		assertRest(business, payout, action, 40_00);
		this.books.bankLine("DEBIT", lastPaise, "PAYMENT", UTR, payout, null);
		sameDay();
		assertThat(refusal(adjust(business, breakOf("ref:")))).contains("was posted to suspense or written off");
		this.api.approve(this.api.propose(action, breakOf("ref:")));
		assertRest(business, payout, action, paise);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000093", payout, null);
		nextDay();
		this.api.approve(adjust(business));
		assertThat(business.balancePaise()).isEqualTo(ALL - PAID - 100_00);
	}

	/** People took the line of a payment for other money. */
	@Test
	void namesTheMatchOfTheLineOfAReversedPayment() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 105_00, "OTHER", "STRAY1", null, null);
		sameDay();
		String matched = this.api.propose("MATCH", breakOf("ref:"), breakOf("STRAY1"));
		this.api.approve(matched);
		assertThatThrownBy(() -> this.api.propose("SUSPENSE", reversed()))
			.hasMessageContaining("is in match " + matchOf(matched) + " with other money: revoke that match");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);
	}

	/** The bank has deducted its charge from the return. */
	@ParameterizedTest
	@CsvSource({ "true, true", "false, true", "true, false", "false, false" })
	void restoresAReturnOfAnotherAmountByTwoPeople(boolean spent, boolean together) throws Exception {
		TestBusiness business = funded(200_00);
		Attempt payout = returnedByAWithdrawnStatement(business, spent);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 95_00, "RETURN", "RET1", payout, null);
		sameDay();
		if (!spent) {
			assertThat(refusal(adjust(business, breakOf("ref:")))).contains("The wallet had got payout",
					"is withdrawn: match break " + reversed() + " (reversed:");
		}
		if (together) {
			this.api.approve(this.api.propose("SUSPENSE", breakOf("ref:"), reversed()));
		}
		else {
			this.api.approve(this.api.propose("SUSPENSE", breakOf("ref:")));
			close();
			this.api.approve(this.api.propose("SUSPENSE", reversed()));
		}
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", spent ? 200_00 - PAID : 200_00, -5_00);
	}

	/** The bank has reported the return of another payout, and no line shows it. */
	@Test
	void endsNoReversedPaymentByPostingsAlone() {
		this.books.begin(BooksOnDatabase.today());
		TestBusiness business = business();
		Attempt returned = this.books.paid(business, "325000000092");
		assertThat(this.books.bean(SettlePayout.class).returned(returned, BankReport.of("325000000092", null)))
			.isEqualTo(RecordOutcome.RECORDED);
		Attempt payout = settledByAWithdrawnStatement(business);
		sameDay();
		for (String action : new String[] { "SUSPENSE", "MATCH" }) {
			assertThatThrownBy(() -> this.api.propose(action, reversed(), breakOf(":in"))).as(action)
				.hasMessageContaining("has moved at the bank");
		}
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);
	}

	@Test
	void endsNoReversedPaymentWithoutMoneyThatHasMoved() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("CREDIT", 3_00, "CREDIT", "STRAY1", null, null);
		this.books.bankLine("DEBIT", 205_00, "PAYMENT", UTR, payout, null);
		sameDay();
		assertThatThrownBy(() -> this.api.propose("SUSPENSE", reversed()))
			.hasMessageContaining("has moved at the bank");
		assertThatThrownBy(() -> this.api.propose("SUSPENSE", reversed(), breakOf("STRAY1")))
			.hasMessageContaining("has moved at the bank");
		assertThatThrownBy(() -> adjust(business, reversed(), breakOf("ref:")))
			.hasMessageContaining("An adjustment of a wallet restores no payout");
		assertThatThrownBy(() -> this.api.propose("WRITE_OFF", reversed(), breakOf("ref:")))
			.hasMessageContaining("₹105.00, added up without signs, exceed the limit of ₹100.00");
	}

	/** The bank pays in two parts, on two days. People post other money with the rest. */
	@ParameterizedTest
	@CsvSource({ "true, 0", "true, 30000", "false, 0" })
	void debitsNoWalletForTheRestOfAPayment(boolean withdrawn, long otherPaise) {
		TestBusiness business = business();
		Attempt payout = withdrawn ? settledByAWithdrawnStatement(business) : this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 40_00, "PAYMENT", UTR, payout, null);
		other("DEBIT", otherPaise);
		sameDay();
		this.api.approve(this.api.propose("SUSPENSE", all()));
		close();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 60_00 - otherPaise);
		this.books.bankLine("DEBIT", 60_00, "PAYMENT", "325000000092", payout, null);
		nextDay();
		assertThat(refusal(adjust(business))).contains("The wallet was debited for payout",
				"was posted to suspense or written off");
		this.api.approve(this.api.propose("SUSPENSE", this.books.breaks().getFirst().breakId()));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, -otherPaise);
	}

	/**
	 * No statement had shown it, and people posted it to suspense, with other money or
	 * without. Then one does.
	 */
	@ParameterizedTest
	@CsvSource({ "true, 0", "true, 30000", "false, 0", "false, 30000" })
	void adjustsNoWalletByTheLineOfWhatSuspenseBears(boolean returned, long otherPaise) {
		this.books.begin(BooksOnDatabase.today());
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		String status = "11 SUCCESS";
		long balance = ALL - PAID;
		if (returned) {
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
			assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
				.isEqualTo(RecordOutcome.RECORDED);
			status = "12 RETURNED_BY_BANK";
			balance = ALL;
		}
		String direction = returned ? "CREDIT" : "DEBIT";
		long otherSigned = returned ? otherPaise : -otherPaise;
		other(direction, otherPaise);
		sameDay();
		this.api.approve(this.api.propose("SUSPENSE", all()));
		assertMoney(business, payout, status, balance, (returned ? -100_00 : 100_00) + otherSigned);
		this.books.bankLine(direction, 100_00, returned ? "RETURN" : "PAYMENT", returned ? "RET1" : UTR, payout, null);
		nextDay();
		assertThat(refusal(adjust(business))).contains("was posted to suspense or written off");
		this.api.approve(this.api.propose("SUSPENSE", this.books.breaks().getFirst().breakId()));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, status, balance, otherSigned);
	}

	/** A line that names no payout. */
	final void other(String direction, long paise) {
		if (paise > 0) {
			this.books.bankLine(direction, paise, "OTHER", "STRAY1", null, null);
		}
	}

	final Long[] all() {
		return this.books.breaks().stream().map(OpenBreak::breakId).toArray(Long[]::new);
	}

	/**
	 * People credited the wallet with a return that they recognised, the wallet spent it,
	 * and that statement was withdrawn too. The third one shows the return. People have
	 * debited the wallet for a charge with the UTR of the payment, or for nothing.
	 */
	@ParameterizedTest
	@CsvSource({ "true, 0", "true, 1500", "false, 0" })
	void restoresNoRefundOfAReturnThatPeopleHaveCredited(boolean paidBefore, long chargedPaise) throws Exception {
		TestBusiness business = funded(200_00);
		Attempt payout = returnedByAWithdrawnStatement(business, false);
		if (paidBefore) {
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
			nextDay();
		}
		if (chargedPaise > 0) {
			this.books.bankLine("DEBIT", chargedPaise, "CHARGE", UTR, null, null);
			nextDay();
			this.api.approve(adjust(business, ofType("BANK_CHARGE")));
		}
		this.books.bankLine("CREDIT", 100_00, "CREDIT", "RET1", null, null);
		UUID recognised = nextDay();
		this.api.approve(adjust(business, breakOf("RET1")));
		assertThat(business.balancePaise()).isEqualTo(300_00 - PAID - chargedPaise);
		this.books.doubt(business);
		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", recognised, Map.of("uncoveredToSuspense", "true")));
		this.books.gap(-100_00);
		long balance = 300_00 - 2 * PAID - chargedPaise;
		long suspense = paidBefore ? -100_00 : 0;
		assertMoney(business, payout, "12 RETURNED_BY_BANK", balance, suspense);

		if (!paidBefore) {
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		}
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		this.books.statement();
		ReconciliationRun dryRun = this.books.dryRunWhileWalletsAreLocked();
		close();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", balance, -100_00);
		assertThat(dryRun.proof().breaksPaise()).isEqualTo(100_00);
		assertThat(refusal(adjust(business, breakOf("ref:")))).contains("is withdrawn: match break", "with this line");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", balance, -100_00);
		this.api.approve(this.api.propose("MATCH", breakOf("ref:"), reversed()));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", balance + 4_72, 0);
	}

	/** The bank never paid, and returned by mistake. */
	@Test
	void refundsNothingAsNeverPaidWhoseReturnPeopleHaveCredited() throws Exception {
		TestBusiness business = funded(200_00);
		Attempt payout = returnedByAWithdrawnStatement(business, false);
		this.books.bankLine("CREDIT", 100_00, "CREDIT", "RET1", null, null);
		nextDay();
		long settlement = this.books.breaks()
			.stream()
			.filter((found) -> found.key().startsWith("reversed:") && settles(found))
			.findFirst()
			.orElseThrow()
			.breakId();
		String unpaid = this.api.propose("REFUND_UNPAID", settlement);
		this.api.approve(adjust(business, breakOf("RET1")));
		assertThat(refusal(unpaid)).contains("Two people have credited the wallet with the return of this payout");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", 300_00 - PAID, 100_00);
	}

	/** A posting and its reversal are no money that has moved. */
	@Test
	void takesNoPostingFromItsReversal() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		long pair = this.books.jdbc.sql("""
				SELECT m.match_id FROM reconciliation_match_item m
				  JOIN reconciliation_reversal v ON v.counter_transaction_id = m.transaction_id
				 WHERE v.payout_id = :id
				""").param("id", payout.payout().payoutId()).query(Long.class).single();
		assertThatThrownBy(() -> this.api.revoke(pair)).hasMessageContaining("a posting and its reversal");
	}

	/** The bank reports the return of a payment that it debited with another amount. */
	@Test
	void refundsAReturnOfWhatPeopleHaveRestored() {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		sameDay();
		end("SUSPENSE");
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
		this.books.bankLine("CREDIT", 105_00, "RETURN", "RET1", payout, null);
		nextDay();
		this.api.approve(this.api.propose("SUSPENSE", ofType("AMOUNT")));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
	}

	/** Ends the only reversed payment with the line of its reference. */
	private long end(String action) {
		String ended = this.api.propose(action, reversed(), breakOf("ref:"));
		this.api.approve(ended);
		close();
		return matchOf(ended);
	}

	final void assertRest(TestBusiness business, Attempt payout, String action, long paise) {
		boolean toSuspense = action.equals("SUSPENSE");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, toSuspense ? paise : 0);
		assertThat(this.books.ledgerPaise("adjustments")).isEqualTo(toSuspense ? 0 : paise);
	}

	/** A business with a little money that the next statement shows. */
	final TestBusiness funded(long paise) {
		TestBusiness business = TestBusiness.create(this.books.database);
		this.books.bankLine("CREDIT", paise, "CREDIT", "TOPUP1", null, this.books.account(business));
		sameDay();
		return business;
	}

	/**
	 * A payout whose statement showed payment and return.
	 * @param spent whether suspense bears the refund, because the wallet has spent it
	 */
	final Attempt returnedByAWithdrawnStatement(TestBusiness business, boolean spent) {
		Attempt payout = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		UUID shown = sameDay();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", 200_00, 0);
		if (spent) {
			this.books.doubt(business);
		}
		this.api.approve(
				this.api.propose("WITHDRAW_STATEMENT", shown, Map.of("uncoveredToSuspense", Boolean.toString(spent))));
		return payout;
	}

	private boolean settles(OpenBreak found) {
		return this.books.jdbc.sql(
				"SELECT EXISTS (SELECT FROM ledger_transaction WHERE 'reversed:' || transaction_id = :key AND kind = 'PAYOUT_SETTLEMENT')")
			.param("key", found.key())
			.query(Boolean.class)
			.single();
	}

}

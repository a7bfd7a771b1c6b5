package dev.hundi.batch.reconciliation;

import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Successful payouts whose payment no statement shows, because that is withdrawn or the
 * bank has not debited it; one of {@link WithdrawalsIntegrationTests}.
 */
abstract class UnshownPaymentsIntegrationTests {

	static final String UTR = "325000000091";

	static final long ALL = 10_000_00;

	static final long PAID = 104_72;

	final BooksOnDatabase books;

	final FinanceApi api;

	UnshownPaymentsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	/** A statement of another form has the UTR of the payment, but not our reference. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void restoresAPaymentAndRefundsItsReturnByTheUtr(boolean namedByReference) {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, namedByReference ? payout : null, null);
		sameDay();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 0);

		this.books.bankLine("CREDIT", 100_00, "RETURN", UTR, null, null);
		nextDay();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
	}

	/** Two debits are alike, so that no run takes one of them for the payment. */
	@Test
	void debitsNoWalletForAPaymentWhoseStatementIsWithdrawn() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000092", payout, null);
		sameDay();
		assertThat(refusal(adjust(business, ofType("DUPLICATE_DEBIT")))).contains("The wallet was debited for payout");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);

		this.books.bankLine("CREDIT", 100_00, "REVERSAL", "325000000092", payout, null);
		nextDay();
		this.api.approve(this.api.propose("MATCH", ofType("DUPLICATE_DEBIT"), ofType("RETURN_UNPOSTED"), reversed()));
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 0);
	}

	/** The bank paid in two parts, each with our reference. */
	@Test
	void restoresByTwoPeopleWhatNoRuleRestores() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 60_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("DEBIT", 40_00, "PAYMENT", "325000000092", payout, null);
		UUID shown = this.books.statement();
		close();
		assertThatThrownBy(() -> this.api.propose("MATCH", reversed())).hasMessageContaining("has moved at the bank");
		assertThat(refusal(adjust(business, ofType("DUPLICATE_DEBIT")))).contains("The wallet was debited for payout",
				"is withdrawn: match break " + reversed() + " (reversed:");
		long match = matchWithReversed();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 0);

		this.api.approve(this.api.revoke(match));
		close();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("DUPLICATE_DEBIT", -100_00L), tuple("MISSING_IN_BANK", 0L));

		matchWithReversed();
		withdraw(shown);
		this.books.gap(100_00);
		close();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 100_00);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		sameDay();
		assertThat(this.books.breaks()).isEmpty();
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 0);
	}

	private long matchWithReversed() {
		String matched = this.api.propose("MATCH", ofType("DUPLICATE_DEBIT"), reversed());
		this.api.approve(matched);
		close();
		return matchOf(matched);
	}

	final long matchOf(String resolution) {
		return this.books.jdbc.sql("SELECT match_id FROM reconciliation_resolution WHERE resolution_id = :id")
			.param("id", Long.valueOf(resolution))
			.query(Long.class)
			.single();
	}

	/** The bank has answered that it paid, and later that the payment came back. */
	@Test
	void refundsNoReturnOfWhatTwoPeopleHaveCredited() {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		sameDay();
		String credited = adjust(business);
		this.api.approve(credited);
		assertMoney(business, payout, "11 SUCCESS", ALL - 4_72, 0);
		SettlePayout settle = this.books.bean(SettlePayout.class);
		assertThat(settle.returned(payout, BankReport.of(UTR, null))).isEqualTo(RecordOutcome.CONFLICT);

		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		nextDay();
		assertMoney(business, payout, "11 SUCCESS", ALL - 4_72, 0);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("DUPLICATE_DEBIT", -100_00L), tuple("RETURN_UNPOSTED", 100_00L));
		assertThat(refusal(adjust(business, ofType("RETURN_UNPOSTED"))))
			.contains("Two people have credited the wallet for payout");
		this.api.approve(this.api.propose("MATCH", ofType("DUPLICATE_DEBIT"), ofType("RETURN_UNPOSTED")));
		close();
		assertThat(this.books.breaks()).isEmpty();

		this.api.approve(this.api.revoke(matchOf(credited)));
		assertThat(settle.returned(payout, BankReport.of(UTR, null))).isEqualTo(RecordOutcome.RECORDED);
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
	}

	/** A bank puts the UTR of a payment on its charge. */
	@Test
	void takesNoChargeForTheDebitOfWhatTwoPeopleHaveCredited() {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		sameDay();
		this.api.approve(adjust(business));
		this.books.bankLine("DEBIT", 15_00, "CHARGE", UTR, null, null);
		nextDay();
		this.api.approve(adjust(business, ofType("BANK_CHARGE")));
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		nextDay();
		assertThat(refusal(adjust(business, ofType("RETURN_UNPOSTED"))))
			.contains("Two people have credited the wallet for payout");
		assertMoney(business, payout, "11 SUCCESS", ALL - 4_72 - 15_00, 0);
	}

	@Test
	void creditsNoPaymentThatTheBankHasReturnedMeanwhile() {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		sameDay();
		String adjustment = adjust(business);
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(refusal(adjustment)).contains("which was returned since; match its settlement with its refund");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
	}

	/** A statement shows only the return, from which the bank has deducted its charge. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void creditsAPaymentThatNoStatementShowsOnce(boolean bySettlement) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("CREDIT", 95_00, "RETURN", "RET1", payout, null);
		sameDay();
		String settlement = adjust(business, breakOf(":out"));
		String returned = adjust(business, breakOf(":in"));
		this.api.approve(bySettlement ? settlement : returned);
		assertThat(refusal(bySettlement ? returned : settlement)).contains("Two people have credited the wallet");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID + (bySettlement ? 100_00 : 95_00), 0);
	}

	@Test
	void creditsNoPaymentTogetherWithItsReturn() {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("CREDIT", 100_00, "RETURN", UTR, null, null);
		sameDay();
		assertThat(refusal(adjust(business, breakOf(":out"), breakOf(":in"))))
			.contains("by its settlement or by its return, not by both");
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, 0);
	}

	/** The bank has debited ₹5.00 more than it was to pay. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void refundsAPaymentForWhichTwoPeopleHaveDebitedMore(boolean returnedBefore) {
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		sameDay();
		String adjustment = adjust(business, ofType("AMOUNT"));
		if (!returnedBefore) {
			this.api.approve(adjustment);
		}
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
		if (returnedBefore) {
			this.api.approve(adjustment);
		}
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL - 5_00, 0);
	}

	/**
	 * The bank deducts its charge from the return, and reports the return of the payout.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "RETURN", "OTHER" })
	void creditsNoReturnOfAnotherAmountThatTheBankHasReportedMeanwhile(String kind) {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = business();
		Attempt payout = this.books.paid(business, UTR);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		this.books.bankLine("CREDIT", 95_00, kind, "RET1", payout, null);
		sameDay();
		String adjustment = adjust(business, ofType("RETURN_UNPOSTED"));
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(refusal(adjustment)).contains("whose return this is; close the day again");
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);

		this.books.day = BooksOnDatabase.today().plusDays(1);
		close();
		this.api.approve(adjust(business, ofType("AMOUNT")));
		assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL - 5_00, 0);
	}

	/**
	 * Another statement restored the posting, and people revoked the match of the two.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void adjustsNoWalletByTheLineOfARestoredPosting(boolean returned) {
		TestBusiness business = business();
		Attempt payout = this.books.doubt(business);
		UUID shown = paidAndReturned(payout, returned);
		close();
		withdraw(shown);
		this.books.gap(returned ? 0 : 100_00);
		paidAndReturned(payout, returned);
		close();
		revokeRestored(returned ? "PAYOUT_REVERSAL" : "PAYOUT_SETTLEMENT");
		assertThat(refusal(adjust(business, breakOf(returned ? ":in" : ":out"))))
			.contains(returned ? "The wallet was credited for payout" : "The wallet was debited for payout");
		assertMoney(business, payout, returned ? "12 RETURNED_BY_BANK" : "11 SUCCESS", returned ? ALL : ALL - PAID, 0);
	}

	private UUID paidAndReturned(Attempt payout, boolean returned) {
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		if (returned) {
			this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", payout, null);
		}
		return this.books.statement();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void creditsOrRefundsARestoredSettlementOnce(boolean creditedBefore) {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		paidAndReturned(payout, false);
		close();
		revokeRestored("PAYOUT_SETTLEMENT");
		String adjustment = adjust(business, breakOf("entry:"));
		SettlePayout settle = this.books.bean(SettlePayout.class);
		if (creditedBefore) {
			this.api.approve(adjustment);
			assertThat(settle.returned(payout, BankReport.of(UTR, null))).isEqualTo(RecordOutcome.CONFLICT);
			assertMoney(business, payout, "11 SUCCESS", ALL - 4_72, 0);
		}
		else {
			assertThat(settle.returned(payout, BankReport.of(UTR, null))).isEqualTo(RecordOutcome.RECORDED);
			assertThat(refusal(adjustment)).contains("which was returned since; match its settlement with its refund");
			assertMoney(business, payout, "12 RETURNED_BY_BANK", ALL, 0);
		}
	}

	private void revokeRestored(String kind) {
		this.api.approve(this.api.revoke(this.books.jdbc.sql("""
				SELECT m.match_id FROM reconciliation_reversal v
				  JOIN ledger_transaction t ON t.transaction_id = v.root_transaction_id AND t.kind = :kind
				  JOIN reconciliation_match_item m ON m.transaction_id = v.restored_transaction_id
				""").param("kind", kind).query(Long.class).single()));
		close();
	}

	final String refusal(String resolution) {
		return this.api.refused("/resolutions/" + resolution + "/approve", Map.of("by", "Chandni"));
	}

	final long ofType(String type) {
		return this.books.breaks()
			.stream()
			.filter((found) -> found.type().equals(type))
			.findFirst()
			.orElseThrow()
			.breakId();
	}

	final TestBusiness business() {
		TestBusiness business = this.books.business();
		this.books.statement(this.books.day.minusDays(1));
		return business;
	}

	/** Its statement is withdrawn, and shows ₹100.00 less at the bank than there are. */
	final Attempt settledByAWithdrawnStatement(TestBusiness business) {
		Attempt payout = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, payout, null);
		UUID shown = this.books.statement();
		close();
		withdraw(shown);
		this.books.gap(100_00);
		return payout;
	}

	final void withdraw(UUID statement) {
		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", statement, Map.of()));
	}

	final String adjust(TestBusiness business) {
		return adjust(business, this.books.breaks().getFirst().breakId());
	}

	final String adjust(TestBusiness business, Long... breaks) {
		return this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()), breaks);
	}

	final long reversed() {
		return breakOf("reversed:");
	}

	final long breakOf(String partOfKey) {
		Predicate<OpenBreak> wanted = (found) -> found.key().contains(partOfKey);
		return this.books.breaks().stream().filter(wanted).findFirst().orElseThrow().breakId();
	}

	/** The same of the next day. */
	final UUID nextDay() {
		this.books.day = this.books.day.plusDays(1);
		return sameDay();
	}

	/** A statement of the day with all lines since the previous one, and a closing. */
	final UUID sameDay() {
		UUID statement = this.books.statement();
		close();
		return statement;
	}

	final void close() {
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(this.books.bean(ReconciliationRuns.class).figures(run.runId()))
			.filteredOn((figure) -> figure.name().equals("Balance of suspense"))
			.extracting(ReconciliationFigure::amountPaise)
			.containsExactly(this.books.ledgerPaise("suspense"));
	}

	final void assertMoney(TestBusiness business, Attempt payout, String status, long balancePaise,
			long suspensePaise) {
		assertThat(business.status(payout.payout().payoutId())).isEqualTo(status);
		assertThat(business.balancePaise()).isEqualTo(balancePaise);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(suspensePaise);
		assertThat(this.books.violations()).isEmpty();
	}

}

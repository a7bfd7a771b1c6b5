package dev.hundi.batch.reconciliation;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Payouts of which two people have posted money to the wallet or to suspense, and what
 * banks and statements show of them besides; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class PostedByPeopleIntegrationTests extends UnpaidPayoutsIntegrationTests {

	PostedByPeopleIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	/** No line shows the payment of one payout, or payment and return of another. */
	@Test
	void matchesNoPostingsOfTwoPayouts() {
		this.books.begin(BooksOnDatabase.today());
		TestBusiness business = business();
		Attempt paid = this.books.paid(business, "325000000092");
		Attempt returned = this.books.paid(business, UTR);
		report(returned);
		this.books.statement();
		close();
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

	/** The bank reports the return of a payment. */
	private void report(Attempt payout) {
		assertThat(this.books.bean(SettlePayout.class).returned(payout, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
	}

}

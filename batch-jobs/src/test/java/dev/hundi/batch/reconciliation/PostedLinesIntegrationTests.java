package dev.hundi.batch.reconciliation;

import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ResolutionCaps;
import dev.hundi.reconciliation.ResolveBreaks;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Payments whose statement is withdrawn, and whose lines people have posted before: what
 * then rests on these lines, and where it may be posted; one of
 * {@link WithdrawalsIntegrationTests}.
 */
abstract class PostedLinesIntegrationTests extends RestoredPaymentsIntegrationTests {

	private static final String OTHER_UTR = "325000000092";

	PostedLinesIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		super(books, api);
	}

	/**
	 * The break is ended with a line that names no payout, with one of the payment, or
	 * with such a line and a larger credit, without which the sum would be a payment.
	 */
	@ParameterizedTest
	@CsvSource({ "0, -500, 10500, true", "4000, 5000, 6000, true", "4000, 0, 6000, false" })
	void restsOnPostedLinesUnlessAnotherOneShowsThePayment(long ownPaise, long otherPaise, long postedPaise,
			boolean rests) {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		if (ownPaise > 0) {
			this.books.bankLine("DEBIT", ownPaise, "PAYMENT", UTR, null, null);
		}
		other((otherPaise < 0) ? "DEBIT" : "CREDIT", Math.abs(otherPaise));
		sameDay();
		this.books.bankLine("DEBIT", postedPaise, "PAYMENT", OTHER_UTR, payout, null);
		UUID shown = nextDay();
		long posted = post("SUSPENSE", breakOf("ref:"));
		long ended = post("SUSPENSE", all());
		assertThat(this.books.breaks()).isEmpty();
		assertRest(business, payout, "SUSPENSE", 100_00 - ownPaise - postedPaise + otherPaise);

		if (rests) {
			assertThat(refusal(this.api.revoke(posted))).contains("revoke match " + ended + " first");
		}
		withdraw(shown);
		this.books.gap(postedPaise);
		close();
		assertReversed(rests ? 1 : 0);
		assertMoney(business, payout, "11 SUCCESS", ALL - PAID, rests ? 100_00 : 60_00);
	}

	/**
	 * The first payment is ended together with a line of the second one, and that by this
	 * line.
	 */
	@Test
	void restsOnLinesOfMatchesThatRestOnOthers() {
		TestBusiness business = business();
		Attempt first = this.books.doubt(business);
		Attempt second = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, first, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", OTHER_UTR, second, null);
		UUID withdrawn = sameDay();
		withdraw(withdrawn);
		this.books.gap(200_00);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", null, second, null);
		sameDay();
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", null, first, null);
		UUID shown = nextDay();
		post("SUSPENSE", breakOf("ref:" + reference(first)));
		long ended = post("SUSPENSE", reversedOf(first), breakOf("ref:" + reference(second)));
		long resting = post("SUSPENSE", reversedOf(second));
		assertThat(this.books.breaks()).isEmpty();

		assertThat(refusal(this.api.revoke(ended))).contains("revoke match " + resting + " first");
		withdraw(shown);
		this.books.gap(105_00);
		close();
		assertReversed(2);
		assertThat(this.books.ledgerPaise("suspense")).isEqualTo(200_00);
		assertThat(this.books.violations()).isEmpty();
	}

	/** A bank puts the reference of a payment on its charge. */
	@Test
	void restsOnNoChargeForThePayment() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 105_00, "PAYMENT", UTR, payout, null);
		sameDay();
		post("SUSPENSE", breakOf("ref:"));
		this.books.bankLine("DEBIT", 15_00, "CHARGE", null, payout, null);
		UUID charged = nextDay();
		post("SUSPENSE", ofType("BANK_CHARGE"));
		post("SUSPENSE", reversed());
		withdraw(charged);
		this.books.gap(15_00);
		close();
		assertReversed(0);
		assertRest(business, payout, "SUSPENSE", -5_00);
	}

	@Test
	void postsTheLinesOfOnePaymentToOneAccount() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 60_00, "PAYMENT", UTR, payout, null);
		sameDay();
		long inSuspense = post("SUSPENSE", breakOf("ref:"));
		this.books.bankLine("DEBIT", 40_00, "PAYMENT", OTHER_UTR, payout, null);
		nextDay();
		long writtenOff = post("WRITE_OFF", breakOf("ref:"));
		assertThatThrownBy(() -> this.api.propose("SUSPENSE", reversed()))
			.hasMessageContaining("is written off, and another one is not: revoke match " + writtenOff);
		assertThatThrownBy(() -> this.api.propose("WRITE_OFF", reversed()))
			.hasMessageContaining("is in suspense, and another one is not: revoke match " + inSuspense);
		this.api.approve(this.api.revoke(writtenOff));
		close();
		post("SUSPENSE", breakOf("ref:"), reversed());
		assertThat(this.books.breaks()).isEmpty();
		assertRest(business, payout, "SUSPENSE", 0);
	}

	/** The payment is above the cap, and each of its lines is not. */
	@Test
	void countsAgainstTheCapWhatPostedLinesHaveLeft() {
		TestBusiness business = business();
		Attempt payout = settledByAWithdrawnStatement(business);
		this.books.bankLine("DEBIT", 60_00, "PAYMENT", UTR, payout, null);
		sameDay();
		post("WRITE_OFF", breakOf("ref:"));
		this.books.bankLine("DEBIT", 30_00, "PAYMENT", OTHER_UTR, payout, null);
		nextDay();
		String both = this.api.propose("WRITE_OFF", breakOf("ref:"), reversed());
		assertThatThrownBy(() -> approve(both, 60_00)).hasMessageContaining("₹70.00, added up without signs, exceed");
		post("WRITE_OFF", breakOf("ref:"));
		String rest = this.api.propose("WRITE_OFF", reversed());
		assertThatThrownBy(() -> approve(rest, 9_99)).hasMessageContaining("₹10.00, added up without signs, exceed");
		approve(rest, 10_00);
		close();
		assertThat(this.books.breaks()).isEmpty();
		assertRest(business, payout, "WRITE_OFF", 10_00);
	}

	/** With the cap of a platform that lets one resolution write off less. */
	private void approve(String resolution, long capPaise) {
		this.books.bean(ResolveBreaks.class)
			.approve(Long.parseLong(resolution), "Chandni", new ResolutionCaps(capPaise, capPaise, capPaise));
	}

	private long post(String action, Long... breaks) {
		String posted = this.api.propose(action, breaks);
		this.api.approve(posted);
		close();
		return matchOf(posted);
	}

	private void assertReversed(int breaks) {
		assertThat(this.books.breaks()).extracting(OpenBreak::key)
			.filteredOn((key) -> key.startsWith("reversed:"))
			.hasSize(breaks);
	}

	private static String reference(Attempt payout) {
		return BankReference.of(payout.payout().payoutId());
	}

	private long reversedOf(Attempt payout) {
		return this.books.jdbc.sql("""
				SELECT break_id FROM reconciliation_break
				 WHERE payout_id = :id AND break_key LIKE 'reversed:%' AND closed_on IS NULL
				""").param("id", payout.payout().payoutId()).query(Long.class).single();
	}

}

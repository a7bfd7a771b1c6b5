package dev.hundi.batch.reconciliation;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.ReportedStatus;
import dev.hundi.bank.SettlePayout;
import dev.hundi.digest.Sha256;
import dev.hundi.payout.ResponseCode;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.DebitWallets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Credits that refund a payout and those that only undo a duplicate debit, and debits of
 * orders that were recorded as not sent; one of {@link ReconciliationIntegrationTests}.
 */
abstract class ReturnsIntegrationTests {

	private static final String UTR = "325000000031";

	private final BooksOnDatabase books;

	private final FinanceApi api;

	ReturnsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@ParameterizedTest
	@CsvSource({ "RETURN, 325000000031", "REVERSAL, 325000000031", "RETURN, 325000000032", "REVERSAL, 325000000032" })
	void keepsAPaidPayoutWhenItsDuplicateDebitIsReversedLater(String kind, String duplicateUtr) {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		debit(UTR, paid);
		this.books.closeDay();
		debit(duplicateUtr, paid);
		credit(kind, "RET1", paid);

		assertPaid(business, paid, this.books.closeDay());
		assertThat(this.books.breaks()).isEmpty();

		credit(kind, "RET2", paid);
		assertReturned(business, paid, this.books.closeDay());
	}

	@ParameterizedTest
	@CsvSource({ "RETURN", "REVERSAL" })
	void keepsAPaidPayoutWhenItsDuplicateDebitIsReversedInTheSameStatement(String kind) {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		debit(UTR, paid);
		debit(UTR, paid);
		credit(kind, "RET1", paid);

		assertPaid(business, paid, this.books.closeDay());
		assertPaid(business, paid, this.books.closeDay());
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("DUPLICATE_DEBIT", -100_00L), tuple("RETURN_UNPOSTED", 100_00L));
	}

	@Test
	void keepsAPaidPayoutWhenTheReversalOfADuplicateNamesOnlyItsUtr() {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		debit(UTR, paid);
		this.books.closeDay();
		debit("325000000032", paid);
		credit("RETURN", UTR, null);

		assertPaid(business, paid, this.books.closeDay());
		assertThat(this.books.breaks()).extracting(OpenBreak::type)
			.containsExactlyInAnyOrder("DUPLICATE_DEBIT", "RETURN_UNPOSTED");
	}

	@Test
	void keepsAPaidPayoutWhoseReturnTheBankTookBack() {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		debit(UTR, paid);
		this.books.closeDay();
		credit("RETURN", "RET1", paid);
		this.books.bankLine("DEBIT", 100_00, "REVERSAL", "RET1", paid, null);

		assertPaid(business, paid, this.books.closeDay());
		assertThat(this.books.breaks()).isEmpty();
	}

	@Test
	void refundsAReturnOnlyOnceAStatementHasShownItsDebit() {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		credit("RETURN", "RET1", paid);

		assertPaid(business, paid, this.books.closeDay());
		assertThat(this.books.breaks()).extracting(OpenBreak::type).contains("RETURN_UNPOSTED");

		debit(UTR, paid);
		assertReturned(business, paid, this.books.closeDay());
	}

	/** No statement shows the debit, so that no run could refund the return. */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void refundsNoReturnThatTwoPeopleHaveCreditedToTheWallet(boolean underOurReference) {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		credit("RETURN", underOurReference ? "RET1" : UTR, underOurReference ? paid : null);
		this.books.closeDay();
		String credited = proposeAdjustment(business, "RETURN_UNPOSTED");
		this.api.approve(credited);
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 4_72);

		SettlePayout settle = this.books.bean(SettlePayout.class);
		assertThat(settle.returned(paid, BankReport.of(UTR, null))).isEqualTo(RecordOutcome.CONFLICT);
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 4_72);
		assertThat(business.status(paid.payout().payoutId())).isEqualTo("11 SUCCESS");

		long match = this.books.jdbc.sql("SELECT match_id FROM reconciliation_resolution WHERE resolution_id = :id")
			.param("id", Long.valueOf(credited))
			.query(Long.class)
			.single();
		this.api.approve(this.api.revoke(match));
		assertThat(settle.returned(paid, BankReport.of(UTR, null))).isEqualTo(RecordOutcome.RECORDED);
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.violations()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void creditsNoReturnByHandThatTheBankHasReportedMeanwhile(boolean underOurReference) {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		credit("RETURN", underOurReference ? "RET1" : UTR, underOurReference ? paid : null);
		this.books.closeDay();
		String adjustment = proposeAdjustment(business, "RETURN_UNPOSTED");
		assertThat(this.books.bean(SettlePayout.class).returned(paid, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);

		assertThat(refusal(adjustment)).contains("whose return this is; close the day again");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
	}

	/** A payout in doubt, and one that a person paid at the bank while it waited. */
	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void debitsNoPaymentByHandWhosePayoutIsDebited(boolean attempted) {
		TestBusiness business = this.books.business();
		Attempt paid = attempted ? this.books.doubt(business) : new Attempt(waiting(business), 1);
		debit(UTR, paid);
		if (attempted) {
			debit("325000000032", paid);
		}
		this.books.closeDay();
		String adjustment = proposeAdjustment(business, "MISSING_IN_LEDGER");

		assertThat(refusal(adjustment)).contains("whose payment this is");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 104_72);
	}

	/** A person paid it at the bank before its debit, which follows unless it ends. */
	@Test
	void debitsNoPaymentByHandWhosePayoutWaitsForItsDebit() {
		TestBusiness business = this.books.business();
		Attempt paid = new Attempt(accepted(business), 1);
		debit(UTR, paid);
		this.books.closeDay();
		String adjustment = proposeAdjustment(business, "MISSING_IN_LEDGER");

		assertThat(refusal(adjustment)).contains("whose payment this is, unless it is cancelled");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
	}

	/** Its bank refunds it later: the payment was part of a total, for example. */
	@Test
	void creditsNoReturnByHandWhosePayoutIsInDoubt() {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		credit("RETURN", "RET1", doubt);
		this.books.closeDay();
		String adjustment = proposeFirst(business);

		assertThat(refusal(adjustment)).contains("whose return this is, is not settled");
		assertThat(this.books.bean(SettlePayout.class)
			.failed(doubt, ResponseCode.BANK_REJECTED, "The account does not exist", BankReport.NONE))
			.isEqualTo(RecordOutcome.RECORDED);
		assertThat(refusal(adjustment)).contains("which failed; match this return with the debit");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.violations()).isEmpty();
	}

	/** The bank paid what it had refused, and returned it a day later. */
	@Test
	void creditsTheReturnOfAPaymentForWhichPeopleHaveDebitedTheWallet() {
		TestBusiness business = this.books.business();
		Attempt failed = this.books.doubt(business);
		this.books.bean(SettlePayout.class)
			.failed(failed, ResponseCode.BANK_REJECTED, "The account does not exist", BankReport.NONE);
		debit(UTR, failed);
		this.books.closeDay();
		this.api.approve(proposeFirst(business));
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 100_00);
		credit("RETURN", "RET1", failed);
		this.books.closeDay();
		this.api.approve(proposeFirst(business));
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
	}

	private String proposeFirst(TestBusiness business) {
		return this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()),
				this.books.breaks().getFirst().breakId());
	}

	private static PayoutKey accepted(TestBusiness business) {
		return new PayoutKey(business.id(), business.payout(100_00, 4_00, 72));
	}

	private PayoutKey waiting(TestBusiness business) {
		PayoutKey payout = accepted(business);
		this.books.bean(DebitWallets.class).debit(business.id(), List.of(payout.payoutId()));
		return payout;
	}

	private String refusal(String resolution) {
		return this.api.refused("/resolutions/" + resolution + "/approve", Map.of("by", "Chandni"));
	}

	private String proposeAdjustment(TestBusiness business, String type) {
		return this.api.propose("ADJUST_WALLET", Map.of("businessId", business.id()),
				this.books.breaks()
					.stream()
					.filter((found) -> found.type().equals(type))
					.map(OpenBreak::breakId)
					.findFirst()
					.orElseThrow());
	}

	@Test
	void refundsAReturnThatNamesOnlyTheUtrOfItsDebit() {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		debit(UTR, paid);
		credit("RETURN", UTR, null);

		assertReturned(business, paid, this.books.closeDay());
	}

	/** The bank had paid and returned it before midnight, and reported it after. */
	@Test
	void refundsAReturnByItsUtrOfAPayoutThatWasSettledAfterTheDay() {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, UTR);
		debit(UTR, null);
		credit("RETURN", UTR, null);

		assertPaid(business, paid, this.books.closeDay());
		assertReturned(business, paid, this.books.closeDay());
	}

	/** Payee or remarks of a payment may contain the reference of another one. */
	@Test
	void refundsNoPayoutByAReturnUnderTheUtrOfAnother() {
		TestBusiness business = this.books.business();
		Attempt kept = this.books.paid(business, UTR);
		Attempt back = this.books.paid(business, "325000000032");
		debit(UTR, kept);
		debit("325000000032", back);
		this.books.closeDay();
		credit("RETURN", "325000000032", kept);

		ReconciliationRun run = this.books.closeDay();
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("RETURN_UNPOSTED");
		assertThat(this.books.bean(SettlePayout.class).returned(back, BankReport.of("325000000032", null)))
			.isEqualTo(RecordOutcome.RECORDED);
		assertPaid(business, kept, run);
	}

	/** A payment from before such texts were changed; its return has a new UTR. */
	@Test
	void refundsNoPayoutThatTheTextsOfAnotherMayName() {
		TestBusiness business = this.books.business();
		Attempt kept = this.books.paid(business, UTR);
		debit(UTR, kept);
		this.books.closeDay();
		this.books.jdbc.sql("INSERT INTO reconciliation_named_reference (reference) VALUES (:reference)")
			.param("reference", BankReference.of(kept.payout().payoutId()))
			.update();
		credit("RETURN", "RET1", kept);

		ReconciliationRun run = this.books.closeDay();
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("RETURN_UNPOSTED");
		assertPaid(business, kept, run);
	}

	@ParameterizedTest
	@CsvSource({ "RETURN", "REVERSAL" })
	void settlesAndRefundsAPayoutInDoubtThatTheBankPaidAndReturnedInOneStatement(String kind) {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		debit(UTR, doubt);
		credit(kind, "RET1", doubt);

		assertReturned(business, doubt, this.books.closeDay());
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.jdbc.sql("SELECT status FROM payout_event WHERE payout_id = :id ORDER BY sequence")
			.param("id", doubt.payout().payoutId())
			.query(Integer.class)
			.list()).endsWith(4, 11, 12);
		assertThat(this.books.jdbc
			.sql("SELECT count(*) FROM ledger_transaction WHERE kind = 'PAYOUT_REVERSAL' AND payout_id = :id")
			.param("id", doubt.payout().payoutId())
			.query(Long.class)
			.single()).isOne();
		assertReturned(business, doubt, this.books.closeDay());
	}

	@Test
	void settlesAPayoutThatTheBankPaidAlthoughItsOrderWasRecordedAsNotSent() {
		TestBusiness business = this.books.business();
		Attempt unsent = unsent(business);
		debit(UTR, unsent);
		this.books.statement();
		assertThat(this.books.close(true).unexplainedPaise()).as("dry run").isZero();

		assertPaid(business, unsent, this.books.close(false));
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.jdbc.sql("SELECT state || ' ' || utr FROM bank_attempt WHERE payout_id = :id")
			.param("id", unsent.payout().payoutId())
			.query(String.class)
			.list()).containsExactly("SUCCEEDED " + UTR);
		assertThat(this.books.jdbc.sql("SELECT count(*) FROM bank_retry").query(Long.class).single()).isZero();
		assertThat(
				this.books.bean(BankAttempts.class).claim(List.of(unsent.payout()), "another", Duration.ofMinutes(1)))
			.isEmpty();
	}

	@Test
	void refundsAPayoutThatTheBankPaidAndReturnedAlthoughItsOrderWasRecordedAsNotSent() {
		TestBusiness business = this.books.business();
		Attempt unsent = unsent(business);
		debit(UTR, unsent);
		credit("RETURN", "RET1", unsent);
		this.books.statement();
		assertThat(this.books.close(true).unexplainedPaise()).as("dry run").isZero();

		assertReturned(business, unsent, this.books.close(false));
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
	}

	/**
	 * The enquiry that would read the file is not due any more once a run has settled.
	 */
	@ParameterizedTest
	@CsvSource({ "10000, REJECTED", "9000, UNCLEAR" })
	void recordsThatAFileOfTheBankRejectedWhatItsStatementShowsAsPaid(long reportedPaise, String recorded) {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		sendTogether(doubt);
		this.books.bean(BankFileReports.class)
			.receive("sandbox", Sha256.hex(doubt.toString()), "rejections.xml",
					List.of(new ReportedStatus(BankReference.of(doubt.payout().payoutId()),
							ReportedStatus.Kind.REJECTED, reportedPaise, null, null, "AC04", "Closed account")));
		debit(UTR, doubt);

		assertPaid(business, doubt, this.books.closeDay());
		assertThat(this.books.jdbc.sql(
				"SELECT reported_by || ' ' || reported || ', ' || recorded || ', ' || detail FROM bank_conflict WHERE payout_id = :id")
			.param("id", doubt.payout().payoutId())
			.query(String.class)
			.list()).containsExactly("FILE " + recorded + ", SUCCEEDED in status 11, rejections.xml");
	}

	@Test
	void recordsThatABankRefusedWhatItsStatementShowsAsPaid() {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		debit(UTR, doubt);
		this.books.statement();
		assertThat(this.books.bean(SettlePayout.class)
			.failed(doubt, ResponseCode.BANK_REJECTED, "The account does not exist", BankReport.NONE))
			.isEqualTo(RecordOutcome.IMPLAUSIBLE);

		assertPaid(business, doubt, this.books.close(false));
		assertThat(this.books.jdbc.sql("SELECT kind || ' ' || detail FROM manual_review WHERE subject_id = :id")
			.param("id", doubt.payout().payoutId())
			.query(String.class)
			.list()).containsExactly(
					"BANK_CONTRADICTS ENQUIRY says REFUSED, recorded is SUCCEEDED in status 11: The bank refused what a statement shows as paid");
	}

	private Attempt unsent(TestBusiness business) {
		Attempt attempt = this.books.doubt(business);
		this.books.bean(BankAttempts.class).notSent(attempt, "the bank declined the order", Duration.ofMinutes(5));
		return attempt;
	}

	@Test
	void refundsAReturnOfAPayoutThatATotalPaid() {
		TestBusiness business = this.books.business();
		Attempt kept = this.books.paid(business, UTR);
		Attempt back = this.books.paid(business, "325000000032");
		this.books.bankLine("DEBIT", 200_00, "BATCH", null, null, null);
		credit("RETURN", "RET1", back);
		this.books.statement();
		String file = sendTogether(kept, back);
		this.books.spoil("UPDATE bank_statement_line SET reference = '" + file
				+ "', item_count = 2 WHERE kind = 'BATCH' AND bank_statement_id <> :id", business.id());

		assertReturned(business, back, this.books.close(false));
		assertThat(business.status(kept.payout().payoutId())).isEqualTo("11 SUCCESS");
	}

	private void debit(String utr, @Nullable Attempt payout) {
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", utr, payout, null);
	}

	private void credit(String kind, String utr, @Nullable Attempt payout) {
		this.books.bankLine("CREDIT", 100_00, kind, utr, payout, null);
	}

	/** Records that the orders of payouts were sent in one file. */
	private String sendTogether(Attempt... payouts) {
		String file = "F" + payouts[0].payout().payoutId().toString().substring(24);
		this.books.jdbc
			.sql("INSERT INTO bank_file (bank, message_id, rail, written_at) VALUES ('sandbox', :file, 'N', now())")
			.param("file", file)
			.update();
		for (Attempt payout : payouts) {
			this.books.jdbc
				.sql("""
						INSERT INTO bank_file_order (bank, reference, business_id, payout_id, attempt_number, rail, amount_paise,
						                             beneficiary_name, account_number, ifsc, transaction_id, message_id)
						VALUES ('sandbox', :reference, :business, :payout, :attempt, 'N', 10000, 'Asha', '1', 'SBOX0000001', 'T', :file)
						""")
				.param("reference", BankReference.of(payout.payout().payoutId()))
				.param("business", payout.payout().businessId())
				.param("payout", payout.payout().payoutId())
				.param("attempt", payout.number())
				.param("file", file)
				.update();
		}
		return file;
	}

	private void assertPaid(TestBusiness business, Attempt payout, ReconciliationRun run) {
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.status(payout.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 104_72);
		assertThat(this.books.violations()).isEmpty();
	}

	private void assertReturned(TestBusiness business, Attempt payout, ReconciliationRun run) {
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.status(payout.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

}

package dev.hundi.batch.reconciliation;

import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.batch.statement.camt053.CamtText;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.testing.TestBusiness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One UTR in several spellings, or before its payout is known; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class UtrFormsIntegrationTests {

	private static final String UTR = "325000000095";

	private final BooksOnDatabase books;

	private final FinanceApi api;

	UtrFormsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	/** The bank repeats a credit in other letters, in one statement and in the next. */
	@Test
	void topsUpOnceForEveryFormOfOneUtr() throws Exception {
		LocalDate day = BooksOnDatabase.today().minusDays(3);
		this.books.begin(day);
		this.books.bean(StatementAccounts.class).activate("50100012345678", null);
		TestBusiness business = this.books.business();
		String account = this.books.account(business);
		this.books.statement();
		load(day.plusDays(1),
				new CamtText(8).opening(10_000_00).credit(777_00, account.toLowerCase(Locale.ROOT), "Twef6cf816"));
		this.books.close(day.plusDays(1), false);
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);
		assertThat(this.books.breaks()).isEmpty();
		load(day.plusDays(2),
				new CamtText(8).opening(10_777_00)
					.credit(777_00, account, "twef6cf816")
					.credit(5_00, account, "IN6CF900")
					.credit(5_00, account, "in6cf900"));
		this.books.close(day.plusDays(2), false);
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);
		assertThat(this.books.breaks()).isNotEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

	/**
	 * Its bank writes our reference nowhere, or its own instead, and reports the UTR a
	 * day later.
	 */
	@ParameterizedTest
	@NullSource
	@ValueSource(strings = "X1")
	void refundsAReturnThatWasStatedBeforeTheUtrOfItsPayoutWasKnown(@Nullable String ofBank) {
		this.books.begin(BooksOnDatabase.today().minusDays(1));
		TestBusiness business = this.books.business();
		this.books.statement(this.books.day.minusDays(1));
		Attempt doubt = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", UTR, null, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", UTR, null, null);
		// The payout was accepted today.
		UUID shown = this.books.statement();
		this.books.spoil("UPDATE bank_statement_line SET booked_on = booked_on + 1 WHERE bank_statement_id = :id",
				shown);
		if (ofBank != null) {
			this.books.spoil(
					"UPDATE bank_statement_line SET reference = '" + ofBank + "' WHERE bank_statement_id = :id", shown);
		}
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::type)
			.containsExactlyInAnyOrder("MISSING_IN_LEDGER", "RETURN_UNPOSTED");

		assertThat(this.books.bean(SettlePayout.class).succeeded(doubt, BankReport.of(UTR, null)))
			.isEqualTo(RecordOutcome.RECORDED);
		this.books.day = BooksOnDatabase.today();
		this.books.statement();
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

	private void load(LocalDate day, CamtText text) throws Exception {
		String name = day + ".xml";
		this.api.upload(name, text.toString().replace("2026-11-20</Dt></Dt>", day + "</Dt></Dt>"));
		await().until(() -> this.books.bean(BankStatements.class)
			.latest(9)
			.stream()
			.anyMatch((statement) -> statement.fileName().equals(name)));
	}

}

package dev.hundi.batch.reconciliation;

import java.time.LocalDate;
import java.util.Locale;

import dev.hundi.batch.statement.camt053.CamtText;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One UTR in several spellings; one of {@link ReconciliationIntegrationTests}.
 */
abstract class UtrFormsIntegrationTests {

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

	private void load(LocalDate day, CamtText text) throws Exception {
		String name = day + ".xml";
		this.api.upload(name, text.toString().replace("2026-11-20</Dt></Dt>", day + "</Dt></Dt>"));
		await().until(() -> this.books.bean(BankStatements.class)
			.latest(9)
			.stream()
			.anyMatch((statement) -> statement.fileName().equals(name)));
	}

}

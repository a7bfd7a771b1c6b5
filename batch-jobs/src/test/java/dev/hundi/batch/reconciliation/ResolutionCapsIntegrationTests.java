package dev.hundi.batch.reconciliation;

import java.util.Map;

import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ResolutionCaps;
import dev.hundi.reconciliation.ResolveBreaks;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * How much one resolution may post; one of {@link ReconciliationIntegrationTests}.
 */
abstract class ResolutionCapsIntegrationTests {

	private final BooksOnDatabase books;

	private final FinanceApi api;

	ResolutionCapsIntegrationTests(BooksOnDatabase books) {
		this.books = books;
		this.api = new FinanceApi(books);
	}

	@Test
	void holdsTheCapAgainstTheGrossNotTheNet() {
		credit(50_000_00, "GROSS1");
		this.books.bankLine("DEBIT", 49_990_00, "PAYMENT", "GROSS2", null, null);
		close();

		assertThatThrownBy(() -> this.api.propose("WRITE_OFF", breakOf("GROSS1"), breakOf("GROSS2")))
			.hasMessageContaining("₹99,990.00, added up without signs, exceed the limit of ₹100.00 for WRITE_OFF");
	}

	@Test
	void checksTheCapAgainAtApproval() throws Exception {
		credit(60_00, "GROWS");
		close();
		String asked = this.api.propose("WRITE_OFF", breakOf("GROWS"));
		ResolveBreaks resolve = this.books.bean(ResolveBreaks.class);
		assertThatThrownBy(
				() -> resolve.approve(Long.parseLong(asked), "Chandni", new ResolutionCaps(59_99, 59_99, 59_99)))
			.hasMessageContaining("exceed the limit of ₹59.99");
		credit(60_00, "GROWS");
		close();

		assertThatThrownBy(() -> this.api.approve(asked)).hasMessageContaining("Not all of the breaks");
		assertThatThrownBy(() -> this.api.propose("WRITE_OFF", breakOf("GROWS")))
			.hasMessageContaining("exceed the limit of ₹100.00");
		assertThat(this.books.jdbc.sql("SELECT count(*) FROM ledger_transaction WHERE reference LIKE 'RES-%'")
			.query(Long.class)
			.single()).isZero();
	}

	@Test
	void capsAdjustmentsOfWalletsAndSuspense() throws Exception {
		TestBusiness business = this.books.business();
		credit(1_00_000_00, "WALLET1");
		credit(1_00_000_01, "WALLET2");
		credit(10_00_000_00, "SUSPENSE1");
		credit(10_00_000_01, "SUSPENSE2");
		close();
		Map<String, ?> wallet = Map.of("businessId", business.id());

		this.api.approve(this.api.propose("ADJUST_WALLET", wallet, breakOf("WALLET1")));
		assertThatThrownBy(() -> this.api.propose("ADJUST_WALLET", wallet, breakOf("WALLET2")))
			.hasMessageContaining("exceed the limit of ₹1,00,000.00 for ADJUST_WALLET");
		this.api.approve(this.api.propose("SUSPENSE", breakOf("SUSPENSE1")));
		assertThatThrownBy(() -> this.api.propose("SUSPENSE", breakOf("SUSPENSE2")))
			.hasMessageContaining("exceed the limit of ₹10,00,000.00 for SUSPENSE");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 1_00_000_00);
	}

	private void credit(long amountPaise, String utr) {
		this.books.bankLine("CREDIT", amountPaise, "CREDIT", utr, null, "UNKNOWN001");
	}

	private void close() {
		this.books.statement();
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
	}

	private long breakOf(String utr) {
		return this.books.breaks()
			.stream()
			.filter((found) -> found.key().contains(utr))
			.map(OpenBreak::breakId)
			.findFirst()
			.orElseThrow();
	}

}

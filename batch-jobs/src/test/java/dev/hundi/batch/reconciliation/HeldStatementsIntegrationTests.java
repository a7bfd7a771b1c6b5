package dev.hundi.batch.reconciliation;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.statement.ArrangeStatements;
import dev.hundi.testing.TestBusiness;
import dev.hundi.time.India;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Statements that do not add up or do not follow their predecessor; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class HeldStatementsIntegrationTests {

	private final BooksOnDatabase books;

	private final FinanceApi api;

	HeldStatementsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@Test
	void postsNothingFromAStatementWithAGapUntilTheMissingDayArrives() {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		Attempt back = this.books.paid(business, "325000000041");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000041", back, null);
		closeDay();
		this.books.gap(50_00);
		effects(business, doubt, back);
		ReconciliationRun held = closeDay();

		assertNoEffects(business, doubt, back);
		assertThat(held.unexplainedPaise()).as("%s", held).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise, OpenBreak::amountPaise)
			.contains(tuple("STATEMENT_GAP", 0L, 50_00L));

		this.books.gap(-777_00 - 50_00);
		this.books.bankLine("CREDIT", 50_00, "CREDIT", "LATE1", null, this.books.account(business));
		this.books.statement(this.books.day.minusDays(2));
		ReconciliationRun mended = this.books.close(this.books.day.minusDays(1), false);
		assertEffects(business, 10_000_00 - 104_72 + 777_00 + 50_00, doubt, back);
		assertThat(mended.unexplainedPaise()).as("%s", mended).isZero();
		assertThat(this.books.breaks()).isEmpty();
	}

	@Test
	void postsNothingFromAStatementThatDoesNotAddUpUntilTwoPeopleReleaseIt() throws Exception {
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		Attempt back = this.books.paid(business, "325000000041");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000041", back, null);
		closeDay();
		effects(business, doubt, back);
		UUID wrong = this.books.statement(this.books.day, 7_00);
		ReconciliationRun held = this.books.close(false);

		assertNoEffects(business, doubt, back);
		assertThat(held.unexplainedPaise()).as("%s", held).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise, OpenBreak::amountPaise)
			.contains(tuple("STATEMENT_GAP", 0L, 7_00L));

		String release = this.api.propose("RELEASE_STATEMENT", wrong, Map.of());
		assertThat(this.api.post("/resolutions/" + release + "/approve", Map.of("by", "bharat ")).statusCode())
			.isEqualTo(409);
		assertThatThrownBy(() -> this.books.jdbc
			.sql("UPDATE reconciliation_resolution SET decision = 'APPROVED', checker = 'Bharat', checked_at = now()")
			.update()).hasMessageContaining("checker_is_not_maker");
		this.api.approve(release);
		ReconciliationRun released = this.books.close(false);
		assertEffects(business, 10_000_00 - 104_72 + 777_00, doubt, back);
		assertThat(released.unexplainedPaise()).as("%s", released).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("STATEMENT_GAP", 7_00L));
		assertThatThrownBy(() -> this.api.approve(this.api.propose("RELEASE_STATEMENT", wrong, Map.of())))
			.hasMessageContaining("must be HELD but is ACCEPTED");
	}

	@Test
	void ignoresHeldLinesWhenItComparesUtrsAndReturns() {
		TestBusiness business = this.books.business();
		Attempt back = this.books.paid(business, "325000000041");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000041", back, null);
		closeDay();
		this.books.gap(1_00);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "HELD1", null, this.books.account(business));
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000042", back, null);
		this.books.statement();
		this.books.gap(-1_00 - 677_00);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "HELD1", null, this.books.account(business));
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
		ReconciliationRun run = closeDay();

		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("STATEMENT_GAP");
	}

	@Test
	void waitsWithTheDayWhileItsOnlyStatementIsHeld() {
		closeDay();
		this.books.gap(1_00);
		this.books.statement();
		this.books.bean(ArrangeStatements.class).arrange(this.books.account());
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		Instant dawn = India.startOf(this.books.day.plusDays(1)).plus(Duration.ofHours(2));
		assertThat(runs.makeNextDayDue(dawn, Duration.ofHours(1), Duration.ofHours(12))).isFalse();
		assertThat(runs.makeNextDayDue(dawn.plus(Duration.ofHours(11)), Duration.ofHours(1), Duration.ofHours(12)))
			.isTrue();
	}

	/** A top-up, a payment of a payout in doubt, and a return. */
	private void effects(TestBusiness business, Attempt doubt, Attempt back) {
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "HELD1", null, this.books.account(business));
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000040", doubt, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
	}

	private void assertNoEffects(TestBusiness business, Attempt doubt, Attempt back) {
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 2 * 104_72);
		assertThat(business.status(doubt.payout().payoutId())).startsWith("4 ");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(this.books.violations()).isEmpty();
	}

	private void assertEffects(TestBusiness business, long balancePaise, Attempt doubt, Attempt back) {
		assertThat(business.balancePaise()).isEqualTo(balancePaise);
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.status(back.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(this.books.violations()).isEmpty();
	}

	/** Closes a day with all lines since the day before, and begins the next. */
	private ReconciliationRun closeDay() {
		this.books.statement();
		ReconciliationRun run = this.books.close(false);
		this.books.day = this.books.day.plusDays(1);
		return run;
	}

}

package dev.hundi.batch.reconciliation;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.SettlePayout;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Closes a day while payouts continue and the bank reports to stream-processors what its
 * statement reports to the run; one of {@link ReconciliationIntegrationTests}.
 */
abstract class BesideTheStreamIntegrationTests {

	private static final int EACH = 20;

	private final BooksOnDatabase books;

	private final List<Attempt> doubts = new ArrayList<>();

	private final List<Attempt> backs = new ArrayList<>();

	BesideTheStreamIntegrationTests(BooksOnDatabase books) {
		this.books = books;
	}

	@Test
	void postsOutcomesOnceBesideTheStreamAndLeavesTodayToTheNextRun() throws Exception {
		LocalDate today = BooksOnDatabase.today();
		this.books.begin(today.minusDays(1));
		TestBusiness business = this.books.business();
		yesterday(business);
		this.books.statement();
		List<Attempt> fresh = Collections.synchronizedList(new ArrayList<>());
		ReconciliationRun run;
		try (ExecutorService stream = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Future<?>> work = List.of(stream.submit(this::tellDoubts), stream.submit(this::tellReturns),
					stream.submit(() -> topUp(business)), stream.submit(() -> payToday(business, fresh)));
			run = this.books.close(false);
			for (Future<?> each : work) {
				each.get();
			}
		}
		assertThat(run.state()).as("%s", run).isEqualTo("DONE");
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(this.books.breaks()).isEmpty();

		this.books.statement(today);
		for (int i = 0; i < EACH; i++) {
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", "FRESH" + i, fresh.get(i), null);
		}
		this.books.statement(today.plusDays(1));
		ReconciliationRun next = this.books.close(today.plusDays(1), false);
		assertThat(next.unexplainedPaise()).as("%s", next).isZero();
		assertThat(this.books.breaks()).isEmpty();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - EACH * (2 * 104_72 - 1_00));
		assertThat(this.books.violations()).isEmpty();
		assertThat(this.books.jdbc.sql("SELECT count(transaction_id) FROM reconciliation_match_item")
			.query(Long.class)
			.single())
			.isEqualTo(this.books.jdbc.sql("SELECT count(*) FROM ledger_entry WHERE account_id = 1")
				.query(Long.class)
				.single());
	}

	private void yesterday(TestBusiness business) {
		for (int i = 0; i < EACH; i++) {
			Attempt doubt = this.books.doubt(business);
			this.doubts.add(doubt);
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", "DOUBT" + i, doubt, null);
			Attempt back = this.books.paid(business, "BACK" + i);
			this.backs.add(back);
			this.books.bankLine("DEBIT", 100_00, "PAYMENT", "BACK" + i, back, null);
			this.books.bankLine("CREDIT", 100_00, "RETURN", "RETURN" + i, back, null);
			this.books.bankLine("CREDIT", 1_00, "CREDIT", "TOPUP" + i, null, this.books.account(business));
		}
	}

	private void tellDoubts() {
		for (int i = EACH - 1; i >= 0; i--) {
			this.books.bean(SettlePayout.class).succeeded(this.doubts.get(i), BankReport.of("DOUBT" + i, null));
		}
	}

	private void tellReturns() {
		for (int i = EACH - 1; i >= 0; i--) {
			this.books.bean(SettlePayout.class).returned(this.backs.get(i));
		}
	}

	private void topUp(TestBusiness business) {
		for (int i = EACH - 1; i >= 0; i--) {
			this.books.bean(TopUpWallet.class).topUp(business.id(), 1_00, "TOPUP" + i, "Reported by the bank");
		}
	}

	private void payToday(TestBusiness business, List<Attempt> fresh) {
		for (int i = 0; i < EACH; i++) {
			fresh.add(this.books.paid(business, "FRESH" + i));
		}
	}

}

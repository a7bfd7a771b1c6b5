package dev.hundi.batch.reconciliation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.SettlePayout;
import dev.hundi.batch.testing.StaffRequests;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.reconciliation.BreakEvent;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.testing.TestBusiness;
import dev.hundi.time.India;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Breaks whose items are nearly the same money or posted after the day, and breaks that
 * are carried forward or change; one of {@link ReconciliationIntegrationTests}.
 */
abstract class BreaksIntegrationTests {

	private static final int MANY = 1_000;

	private static final int BLOCKS_A_BREAK = 8;

	private final BooksOnDatabase books;

	private final FinanceApi api;

	BreaksIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@Test
	void proposesALineWithoutAccountWhoseUtrIsTwoLettersOff() throws Exception {
		TestBusiness business = this.books.business();
		this.books.paid(business, "325000000109");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000190", null, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000001234", null, null);
		this.books.statement();
		this.books.close(false);

		JsonNode proposals = this.api.json("/breaks/" + breakOf("325000000190").breakId()).path("proposals");
		assertThat(proposals).singleElement().satisfies((proposal) -> {
			assertThat(proposal.path("basis").asString()).isEqualTo("UTR");
			assertThat(proposal.path("entryUtr").asString()).isEqualTo("325000000109");
			this.api.approve(this.api.propose("MATCH", proposal.path("lineBreakId").asLong(),
					proposal.path("entryBreakId").asLong()));
		});
		assertThat(this.books.breaks()).extracting(OpenBreak::key).containsExactly("utr:325000001234:out");
		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).as("%s", again).isZero();
	}

	/**
	 * A day without breaks leaves statistics of an empty table, with which the planner
	 * loops over it.
	 */
	@Test
	void readsKnownBreaksBeforeItOpensMany() {
		this.books.jdbc.sql("VACUUM (ANALYZE) reconciliation_break").update();
		for (int i = 0; i < MANY; i++) {
			this.books.bankLine("CREDIT", 500_00, "CREDIT", "STRAY" + i, null, "UNKNOWN001");
		}
		this.books.statement();
		long inserted = insertedBreaks();
		long blocks = blocksOfBreaks();

		this.books.close(false);

		assertThat(this.books.breaks()).hasSize(MANY);
		await().until(() -> insertedBreaks() >= inserted + MANY);
		assertThat(blocksOfBreaks() - blocks).isLessThan(MANY * BLOCKS_A_BREAK);
	}

	private long insertedBreaks() {
		return this.books.jdbc.sql("SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'reconciliation_break'")
			.query(Long.class)
			.single();
	}

	/**
	 * A session reports them together with the inserted rows, some time after its commit.
	 */
	private long blocksOfBreaks() {
		return this.books.jdbc.sql(
				"SELECT heap_blks_hit + heap_blks_read FROM pg_statio_user_tables WHERE relname = 'reconciliation_break'")
			.query(Long.class)
			.single();
	}

	@Test
	void knowsAPayoutThatWasPostedAfterTheDay() {
		LocalDate yesterday = BooksOnDatabase.today().minusDays(1);
		this.books.begin(yesterday);
		TestBusiness business = this.books.business();
		Attempt other = this.books.paid(business, "325000000051");
		Attempt twice = this.books.paid(business, "325000000052");
		this.books.bankLine("DEBIT", 99_00, "PAYMENT", "325000000051", other, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000052", twice, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000053", twice, null);
		this.books.statement();

		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(this.books.breaks()).extracting(OpenBreak::type)
			.containsExactlyInAnyOrder("AMOUNT", "DUPLICATE_DEBIT");
	}

	@Test
	void assignsSeveralBreaksOrNone() throws Exception {
		this.books.bankLine("CREDIT", 300_00, "CREDIT", "STRAY1", null, null);
		this.books.bankLine("CREDIT", 400_00, "CREDIT", "STRAY2", null, null);
		this.books.statement();
		this.books.close(false);
		List<Long> both = List.of(breakOf("STRAY1").breakId(), breakOf("STRAY2").breakId());
		StaffRequests requests = this.books.requests();
		LocalDate due = India.dateOf(Instant.now()).plusDays(30);
		Map<String, Object> wanted = Map.of("breakIds", both, "owner", "chandni@example.com", "dueOn", due.toString());
		assertThat(requests.ask(RequestKind.ASSIGN_BREAKS, wanted, "Bharat").state()).isEqualTo(RequestState.DONE);
		assertThat(this.books.breaks()).allSatisfy((found) -> {
			assertThat(found.owner()).isEqualTo("chandni@example.com");
			assertThat(found.dueOn()).isEqualTo(due);
		});
		OperatorRequest unknown = requests.ask(RequestKind.ASSIGN_BREAKS,
				Map.of("breakIds", List.of(both.getFirst(), 999_999), "owner", "other@example.com"), "Bharat");
		assertThat(unknown.failure()).contains("999999", "none is assigned");
		OperatorRequest past = requests.ask(RequestKind.ASSIGN_BREAKS,
				Map.of("breakIds", both, "owner", "other@example.com", "dueOn", "2020-01-01"), "Bharat");
		assertThat(past.failure()).contains("dueOn 2020-01-01 is in the past");
		OperatorRequest mistyped = requests.ask(RequestKind.ASSIGN_BREAKS,
				Map.of("breakIds", both, "owner", "other@example.com", "dueOn", "2206-12-01"), "Bharat");
		assertThat(mistyped.failure()).contains("dueOn 2206-12-01 is more than 2 years ahead");
		assertThat(this.books.breaks()).extracting(OpenBreak::owner).containsOnly("chandni@example.com");
	}

	/** The stream posts what the run has just looked for. */
	@Test
	void expectsTheNextDayToExplainWhatIsPostedDuringTheRun() {
		LocalDate yesterday = BooksOnDatabase.today().minusDays(1);
		this.books.begin(yesterday);
		TestBusiness business = this.books.business();
		Attempt paid = this.books.doubt(business);
		Attempt back = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000061", paid, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000062", back, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET62", back, null);
		this.books.statement();
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		try (BooksOnDatabase.Pause claims = this.books.claimNothing()) {
			this.books.request(false);
			ClaimedRun run = runs.claim(Duration.ofMinutes(1)).orElseThrow();
			for (ReconciliationStep step : ReconciliationStep.values()) {
				if (step == ReconciliationStep.RECORD_BREAKS) {
					this.books.bean(SettlePayout.class).succeeded(paid, BankReport.of("325000000061", null));
					this.books.bean(SettlePayout.class).succeeded(back, BankReport.of("325000000062", null));
					this.books.bean(SettlePayout.class).returned(back);
				}
				if (step != ReconciliationStep.APPLY_EFFECTS && step != ReconciliationStep.MATCH_RETURNS) {
					this.books.bean(ReconcileDay.class).run(step, run);
				}
			}
			runs.done(run);
		}

		assertThat(this.books.breaks()).filteredOn((found) -> found.payoutId() != null)
			.hasSize(3)
			.allSatisfy((found) -> {
				assertThat(found.type()).isEqualTo("EXPECTED_TIMING");
				assertThat(found.detail()).endsWith("posted after this day");
			});
		this.books.statement(yesterday.plusDays(1));
		ReconciliationRun next = this.books.close(yesterday.plusDays(1), false);
		assertThat(next.unexplainedPaise()).as("%s", next).isZero();
		assertThat(this.books.breaks()).isEmpty();
	}

	@Test
	void keepsACarriedForwardBreakOpenWithItsDate() throws Exception {
		this.books.bankLine("CREDIT", 500_00, "CREDIT", "STRAY1", null, "UNKNOWN001");
		this.books.statement();
		this.books.close(false);
		long stray = breakOf("STRAY1").breakId();
		String asked = this.api.propose("CARRY_FORWARD", Map.of("carryTo", this.books.day.plusDays(5)), stray);
		assertThat(breakOf("STRAY1").plan().carriedTo()).isNull();
		this.api.approve(asked);
		ReconciliationRun again = this.books.close(false);
		assertThat(again.proof().breaksPaise()).isEqualTo(500_00);
		assertThat(breakOf("STRAY1").plan().carriedTo()).isEqualTo(this.books.day.plusDays(5));
		assertThat(this.books.bean(Breaks.class).history(stray)).extracting(BreakEvent::kind)
			.containsExactly("OPENED", "CARRIED");
		assertThat(new String(this.api.get("/runs/" + again.runId() + "/report.csv").body(), StandardCharsets.UTF_8))
			.contains("carried to " + this.books.day.plusDays(5), "CARRY_FORWARD " + asked);
	}

	@Test
	void continuesABreakWhoseDifferenceChanges() {
		this.books.bankLine("CREDIT", 500_00, "CREDIT", "STRAY2", null, "UNKNOWN001");
		this.books.statement();
		this.books.close(false);
		OpenBreak unknown = breakOf("STRAY2");
		this.books.bankLine("CREDIT", 300_00, "CREDIT", "STRAY2", null, "UNKNOWN001");
		this.books.statement();
		this.books.close(false);
		this.books.close(false);
		assertThat(unknown.type()).isEqualTo("UNKNOWN_CREDIT");
		OpenBreak ambiguous = breakOf("STRAY2");
		assertThat(ambiguous.age().continuesBreakId()).isEqualTo(unknown.breakId());
		assertThat(ambiguous.type()).isEqualTo("AMBIGUOUS");
		assertThat(ambiguous.differencePaise()).isEqualTo(800_00);
		assertThat(ambiguous.age().openedOn()).isEqualTo(unknown.age().openedOn());
		Breaks breaks = this.books.bean(Breaks.class);
		assertThat(breaks.find(unknown.breakId())).hasValueSatisfying((closed) -> {
			assertThat(closed.differencePaise()).isEqualTo(500_00);
			assertThat(closed.closedWhy()).contains("₹800.00");
		});
		assertThat(breaks.history(unknown.breakId())).extracting(BreakEvent::kind).containsExactly("OPENED", "CHANGED");
		assertThat(breaks.history(ambiguous.breakId())).extracting(BreakEvent::kind).containsExactly("OPENED");
	}

	private OpenBreak breakOf(String part) {
		return this.books.breaks().stream().filter((found) -> found.key().contains(part)).findFirst().orElseThrow();
	}

}

package dev.hundi.batch.reconciliation;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.reconciliation.ChargeType;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ProposedRules;
import dev.hundi.reconciliation.ReconciliationRules;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.RuleVersions;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.WithoutTriggers;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The rules that finance edits and their trial on a past day; one of
 * {@link ReconciliationIntegrationTests}.
 */
abstract class RulesIntegrationTests {

	private static final Map<ChargeType, Long> TOLERANCES = Map.of(ChargeType.CHARGE, 10_00L, ChargeType.GST, 1_80L);

	private static final Map<ChargeType, Long> NONE = Map.of();

	private final BooksOnDatabase books;

	private final FinanceApi api;

	RulesIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@Test
	void postsChargesWithinTheirToleranceAndLeavesOthersAsBreaks() {
		int version = rules(null, TOLERANCES);
		charges();
		UUID statement = this.books.statement();
		ReconciliationRun dryRun = this.books.close(true);
		assertThat(dryRun.unexplainedPaise()).as("%s", dryRun).isZero();
		assertThat(dryRun.rulesVersion()).isEqualTo(version);
		assertThat(bankChargesPaise()).isZero();

		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(run.rulesVersion()).isEqualTo(version);
		assertThat(run.proof().breaksPaise()).isEqualTo(dryRun.proof().breaksPaise()).isEqualTo(-10_01);
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("BANK_CHARGE");
		assertThat(bankChargesPaise()).isEqualTo(-5_00 - 9_00 - 90 + 5_00);
		assertThat(this.books.jdbc.sql(
				"SELECT regexp_replace(reference, '[0-9]+$', '') FROM ledger_transaction WHERE reference LIKE '%-rules-%' ORDER BY 1")
			.query(String.class)
			.list()).containsExactly("CHARGE-rules-" + version + "-", "CHARGE-rules-" + version + "-",
					"GST-rules-" + version + "-");
		assertThat(this.books.violations()).isEmpty();
		ReconciliationRun again = this.books.close(false);
		assertThat(again.unexplainedPaise()).isZero();
		assertThat(bankChargesPaise()).isEqualTo(-9_90);

		this.api.approve(this.api.propose("WITHDRAW_STATEMENT", statement, Map.of()));
		assertThat(bankChargesPaise()).as("withdrawn").isZero();
		ReconciliationRun without = this.books.close(false);
		assertThat(without.unexplainedPaise()).as("%s", without).isZero();
		assertThat(this.books.violations()).isEmpty();
	}

	/**
	 * The charges of charges() add up to 5 + 9 + 0.90 + 5 rupees within the tolerance.
	 */
	@Test
	void aRunToleratesChargesUpToItsCapOnly() {
		rules(null, TOLERANCES, 14_90L);
		charges();
		this.books.statement();
		ReconciliationRun dryRun = this.books.close(true);
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(run.proof().breaksPaise()).isEqualTo(dryRun.proof().breaksPaise());
		long posted = bankChargesPaise();
		assertThat(toleratedPaise()).as("gross").isPositive().isLessThanOrEqualTo(14_90);
		assertThat(this.books.breaks()).as("the line above its tolerance and the one above the cap")
			.extracting(OpenBreak::type)
			.containsExactly("BANK_CHARGE", "BANK_CHARGE");

		this.books.bankLine("DEBIT", 1_00, "CHARGE", null, null, null);
		this.books.statement();
		assertThat(this.books.close(false).unexplainedPaise()).isZero();
		assertThat(toleratedPaise()).as("another statement of the same run").isLessThanOrEqualTo(14_90);
		assertThat(bankChargesPaise()).isEqualTo(posted);
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void neverPostsTheDebitOfAPayoutAsACharge() {
		rules(null, Map.of(ChargeType.CHARGE, 1_000_00L, ChargeType.GST, 1_000_00L));
		TestBusiness business = this.books.business();
		Attempt doubt = this.books.doubt(business);
		this.books.bankLine("DEBIT", 100_00, "CHARGE", null, doubt, null);
		this.books.bankLine("DEBIT", 5_90, "CHARGE", null, doubt, null);
		this.books.bankLine("DEBIT", 60_00, "CHARGE", "N325262012345678", null, null);
		UUID statement = this.books.statement();
		this.books.spoil("UPDATE bank_statement_line SET kind_from_narration = true"
				+ " WHERE utr IS NOT NULL AND kind = 'CHARGE' AND bank_statement_id = :id", statement);
		ReconciliationRun run = this.books.close(false);

		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(bankChargesPaise()).isEqualTo(-5_90);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactlyInAnyOrder(tuple("BANK_CHARGE", -100_00L), tuple("BANK_CHARGE", -60_00L));
		assertThat(this.books.violations()).isEmpty();
	}

	/** What runs have posted, without signs. */
	private long toleratedPaise() {
		return this.books.jdbc
			.sql("""
					SELECT coalesce(sum(l.amount_paise), 0) FROM reconciliation_match_item m
					  JOIN bank_statement_line l ON l.bank_statement_id = m.bank_statement_id AND l.line_number = m.line_number
					 WHERE m.rule = 'TOLERANCE'
					""")
			.query(Long.class)
			.single();
	}

	/** Four days always contain two bank days. */
	@Test
	void matchesWithinTheWindowOnly() {
		this.books.day = BooksOnDatabase.today().plusDays(4);
		rules(1, NONE);
		paidAndFunded();
		this.books.statement();
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(breaksOfItems()).containsExactly(tuple("AMBIGUOUS", 0L), tuple("AMBIGUOUS", 0L));

		rules(10, NONE);
		ReconciliationRun wider = this.books.close(false);
		assertThat(wider.unexplainedPaise()).as("%s", wider).isZero();
		assertThat(breaksOfItems()).isEmpty();
	}

	@Test
	void aTrialShowsWhatAClosedDayWouldHaveBeenAndKeepsNothing() {
		this.books.day = BooksOnDatabase.today().plusDays(4);
		TestBusiness business = paidAndFunded();
		Attempt doubt = this.books.doubt(business);
		Attempt back = this.books.paid(business, "325000000002");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000003", doubt, null);
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000002", back, null);
		this.books.bankLine("CREDIT", 100_00, "RETURN", "RET1", back, null);
		this.books.bankLine("CREDIT", 777_00, "CREDIT", "TOPUP1", null, this.books.account(business));
		this.books.bankLine("CREDIT", 300_00, "CREDIT", "STRAY", null, "UNKNOWN001");
		charges();
		this.books.statement();
		ReconciliationRun run = this.books.close(false);
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		this.api.signOff(run.runId());
		List<Long> before = rows();

		JsonNode same = tried(null, NONE);
		assertThat(same.path("changes").values()).as("%s", same).allMatch((count) -> count.asLong() == 0);
		assertThat(same.path("figures").values()).as("%s", same)
			.allMatch((figure) -> figure.path("closedCount").equals(figure.path("triedCount"))
					&& figure.path("closedPaise").equals(figure.path("triedPaise")))
			.anyMatch((figure) -> figure.path("name").asString().equals("TOPUP"));

		JsonNode tolerant = tried(null, TOLERANCES);
		assertThat(tolerant.at("/changes/matched").asLong()).as("%s", tolerant).isEqualTo(3);
		assertThat(tolerant.at("/changes/broken").asLong()).isZero();
		assertThat(figure(tolerant, "CHARGE_TOLERATED")).containsExactly(0, 3);
		assertThat(figure(tolerant, "GST_TOLERATED")).containsExactly(0, 1);

		JsonNode capped = tried(new ReconciliationRules(null, TOLERANCES, 5_00L));
		assertThat(figure(capped, "CHARGE_TOLERATED")).as("%s", capped).containsExactly(0, 1);

		JsonNode narrow = tried(1, NONE);
		assertThat(narrow.at("/changes/broken").asLong()).as("%s", narrow).isPositive();
		assertThat(narrow.path("breaks").values()).anyMatch(
				(found) -> found.path("triedType").asString().equals("AMBIGUOUS") && found.path("closedType").isNull());
		assertThat(rows()).as("a trial keeps nothing").isEqualTo(before);
		assertThat(bankChargesPaise()).isZero();

		this.books.statement(this.books.day.plusDays(1));
		ReconciliationRun next = this.books.close(this.books.day.plusDays(1), false);
		assertThat(next.unexplainedPaise()).as("the day after: %s", next).isZero();
	}

	@Test
	void aDayThatIsNotClosedCannotBeTried() {
		OperatorRequest request = ask(new ReconciliationRules(null, NONE, null), this.books.day.plusDays(30));
		assertThat(request.state()).isEqualTo(RequestState.REFUSED);
		assertThat(request.failure()).isEqualTo("day: " + this.books.day.plusDays(30) + " is not closed");
	}

	/** No statement is loaded for the days between. */
	private List<Tuple> breaksOfItems() {
		return this.books.breaks()
			.stream()
			.filter((found) -> !found.type().equals("STATEMENT_GAP"))
			.map((found) -> tuple(found.type(), found.differencePaise()))
			.toList();
	}

	/** Two charges and the tax within the tolerances, a refund, and a larger charge. */
	private void charges() {
		this.books.bankLine("DEBIT", 5_00, "CHARGE", null, null, null);
		this.books.bankLine("DEBIT", 9_00, "CHARGE", null, null, null);
		this.books.bankLine("DEBIT", 90, "GST", null, null, null);
		this.books.bankLine("CREDIT", 5_00, "CHARGE", null, null, null);
		this.books.bankLine("DEBIT", 10_01, "CHARGE", null, null, null);
	}

	/** A credit and a payout that the statement shows with their UTRs. */
	private TestBusiness paidAndFunded() {
		TestBusiness business = this.books.business();
		Attempt paid = this.books.paid(business, "325000000001");
		this.books.bankLine("DEBIT", 100_00, "PAYMENT", "325000000001", paid, null);
		return business;
	}

	/** Stores a version as the owner of the database, without an approval. */
	private int rules(@Nullable Integer window, Map<ChargeType, Long> tolerances) {
		return rules(window, tolerances, null);
	}

	private int rules(@Nullable Integer window, Map<ChargeType, Long> tolerances, @Nullable Long cap) {
		RuleVersions versions = this.books.bean(RuleVersions.class);
		int version = versions.versions().getFirst().version() + 1;
		LocalDate today = BooksOnDatabase.today();
		String content = RuleVersions
			.write(new ProposedRules(today, UUID.randomUUID(), new ReconciliationRules(window, tolerances, cap), null));
		WithoutTriggers.run(this.books.database.dataSource(), (session) -> session.sql("""
				INSERT INTO reconciliation_rules (version, valid_from, content, maker, checker)
				VALUES (:version, :today, :content, 'maker', 'checker')
				""").param("version", version).param("today", today).param("content", content).update());
		return version;
	}

	private JsonNode tried(@Nullable Integer window, Map<ChargeType, Long> tolerances) {
		return tried(new ReconciliationRules(window, tolerances, null));
	}

	private JsonNode tried(ReconciliationRules rules) {
		OperatorRequest request = ask(rules, this.books.day);
		assertThat(request.state()).as(request.toString()).isEqualTo(RequestState.DONE);
		return Objects.requireNonNull(request.result()).path("trial");
	}

	private OperatorRequest ask(ReconciliationRules rules, LocalDate day) {
		Map<String, Object> arguments = new HashMap<>();
		arguments.put("rules", JsonMapper.shared().valueToTree(rules));
		arguments.put("day", day.toString());
		return this.books.requests().ask(RequestKind.READ_RULES_TRIAL, arguments, "Asha");
	}

	private static List<Integer> figure(JsonNode trial, String name) {
		return trial.path("figures")
			.valueStream()
			.filter((figure) -> figure.path("name").asString().equals(name))
			.map((figure) -> List.of(figure.path("closedCount").asInt(), figure.path("triedCount").asInt()))
			.findFirst()
			.orElseThrow();
	}

	private long bankChargesPaise() {
		return this.books.jdbc.sql("SELECT coalesce(sum(amount_paise), 0) FROM ledger_entry WHERE account_id = 7")
			.query(Long.class)
			.single();
	}

	private List<Long> rows() {
		return List
			.of("ledger_entry", "reconciliation_match_item", "reconciliation_open_line", "reconciliation_open_entry",
					"reconciliation_late_entry", "reconciliation_break", "reconciliation_figure",
					"reconciliation_statement")
			.stream()
			.map((table) -> this.books.jdbc.sql("SELECT count(*) FROM " + table).query(Long.class).single())
			.toList();
	}

}

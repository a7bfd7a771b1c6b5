package dev.hundi.portal;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.PayoutKey;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.console.ConsoleRows;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.TestBusiness;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A decision about a manual review leaves open what its page did not show. */
class UnseenReviewsIntegrationTests {

	private static final Map<String, String> REASON = Map.of("reason", "the bank confirmed it by phone");

	private final TestPortal portal = TestPortal.shared();

	private final ConsoleRows rows = new ConsoleRows(this.portal.jdbc());

	private final TestBusiness business = this.portal.merchant();

	private final Member person = this.portal.person("operator-" + UUID.randomUUID() + "@example.com", null,
			Role.OPERATOR);

	private final Visitor operator = Visitor.signedIn(TestPortal.sharedCopy(Audience.STAFF).url(), this.person);

	private final String list = "/console/reviews?business=" + this.rows.code(this.business.id());

	@Test
	void aLaterContradictionStaysOpen() {
		UUID payout = dispatched();
		contradict(payout, "FAILED", "SUCCESS");
		Visitor.Page page = this.operator.get(this.list);
		contradict(payout, "RETURNED", "SUCCESS");
		assertThat(page.submit("#reviews form", REASON).follow().text()).contains("The case is settled.");
		assertThat(cases()).singleElement().asString().contains("ENQUIRY says RETURNED");
		assertThat(this.operator.get(this.list).submit("#reviews form", REASON).follow().text())
			.contains("The case is settled.", "No case needs a manual review.");
	}

	@Test
	void theAnswerOfAnotherBankStaysOpen() {
		UUID beneficiary = this.rows.mismatch(this.business.id());
		Visitor.Page page = this.operator.get(this.list);
		answerOfAnotherBank(beneficiary);
		assertThat(page.submit("#reviews form", REASON).follow().text()).contains("The case is settled.");
		assertThat(cases()).singleElement().asString().contains("ANOTHER");
	}

	@Test
	void aCommandLeavesOpenWhatTheListDidNotShow() {
		Program commands = new Program(TestPortal.sharedCopy(Audience.STAFF).url(),
				this.portal.owner(AccessTokens.class)
					.create(this.person.id(),
							new NewToken("reviews", TokenScope.ACT, EnumSet.of(CommandGroup.REVIEWS),
									Duration.ofDays(1)))
					.secret());
		String routes = "/commands/reviews/businesses/" + this.business.id();
		UUID payout = dispatched();
		contradict(payout, "FAILED", "SUCCESS");
		String settle = routes + "/payouts/" + payout + "/settle";
		String shown = since(commands, payout);
		contradict(payout, "RETURNED", "SUCCESS");
		assertThat(commands.post(settle, "{\"note\":\"letter 7\"}").refused(400)).contains("shown is required");
		String outcome = "{\"shown\":\"%s\",\"note\":\"letter 7\"}".formatted(shown);
		assertThat(commands.post(settle, outcome).ok().path("settled").asInt()).isOne();
		assertThat(cases()).singleElement().asString().contains("ENQUIRY says RETURNED");
		assertThat(commands.post(settle, outcome).refused(404)).contains("There is no open contradiction");

		UUID beneficiary = this.rows.mismatch(this.business.id());
		shown = since(commands, beneficiary);
		answerOfAnotherBank(beneficiary);
		assertThat(commands
			.post(routes + "/beneficiaries/" + beneficiary + "/settle",
					"{\"shown\":\"%s\",\"note\":\"letter 8\"}".formatted(shown))
			.ok()
			.path("settled")
			.asInt()).isOne();
		assertThat(cases()).hasSize(2).anyMatch((row) -> row.contains("ANOTHER"));
	}

	private static String since(Program commands, UUID subject) {
		return commands.get("/commands/reviews?limit=1000")
			.ok()
			.valueStream()
			.filter((review) -> review.path("subjectId").asString().equals(subject.toString()))
			.map((review) -> review.path("since").asString())
			.findFirst()
			.orElseThrow();
	}

	private UUID dispatched() {
		UUID payout = this.portal.money().debitedPayout(this.business);
		this.portal.owner(BankAttempts.class)
			.claim(List.of(new PayoutKey(this.business.id(), payout)), "one", Duration.ofMinutes(5));
		return payout;
	}

	private void answerOfAnotherBank(UUID beneficiary) {
		this.rows.jdbc(
				"""
						INSERT INTO beneficiary_verification (business_id, beneficiary_id, bank, target_version, name, account_number, ifsc,
						                                      state, registered_name, due_at, answered_at)
						SELECT business_id, beneficiary_id, 'two', 1, name, account_number, ifsc, 'MISMATCH', 'ANOTHER', NULL, now()
						  FROM beneficiary WHERE beneficiary_id = ?
						""",
				beneficiary);
	}

	private void contradict(UUID payout, String reported, String recorded) {
		this.rows.jdbc(
				"""
						INSERT INTO bank_conflict (business_id, payout_id, attempt_number, bank, reported_by, reported, recorded, detail)
						VALUES (?, ?, 1, 'one', 'ENQUIRY', ?, ?, 'as of today')
						""",
				this.business.id(), payout, reported, recorded);
	}

	private List<String> cases() {
		return this.operator.get(this.list).document().select("#reviews tbody tr").eachText();
	}

}

package dev.hundi.portal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.console.ConsoleRows;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ResolutionCaps;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Decisions about a business are in its audit trail, by page and by command, and the page
 * says who reads the reason.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReviewsAndResolutionsIntegrationTests {

	private static final long MATCH = 4_711;

	private final TestPortal portal = new TestPortal();

	private final Desk desk = new Desk(this.portal, this.portal.start(Audience.MERCHANT), "decided");

	private final TestPortal.Copy staff = this.portal.start(Audience.STAFF);

	private final TestBooks books = new TestBooks(this.portal);

	@BeforeAll
	void closeADay() {
		this.portal.transactions()
			.executeWithoutResult(
					(transaction) -> this.portal.owner(StatementAccounts.class).activate("50100012345678", null));
		this.books.line("DEBIT", 5_00, "CHARGE", null, null);
		this.books.line("CREDIT", 7_00, "CREDIT", "STRAY0000000001", null);
		this.books.statement();
		this.books.close("finance@example.com");
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void theReasonForAManualReviewIsRead() {
		new ConsoleRows(this.portal.jdbc()).mismatch(this.desk.id());
		Visitor.Page page = Visitor
			.signedIn(this.staff.url(), this.portal.person("reviews@example.com", null, Role.OPERATOR))
			.get("/console/reviews");
		assertThat(page.document().select("#reviews .form-hint").eachText()).isNotEmpty()
			.allMatch((hint) -> hint.endsWith("The business can read it in its audit trail."));
		page.submit("#reviews form", Map.of("reason", "the owner has sent a letter"));
		assertThat(trail()).contains("Manual review settled", "the owner has sent a letter");
	}

	@Test
	void theReasonForAResolutionIsRead() {
		OpenBreak found = open("BANK_CHARGE");
		long resolution = adjustment(found);
		Visitor.Page page = Visitor
			.signedIn(this.staff.url(), this.portal.person("checks@example.com", null, Role.FINANCE_CHECKER))
			.get("/finance/breaks/" + found.breakId());
		assertThat(page.textOf("decide-reason-" + resolution + "-hint"))
			.endsWith("If a business is named, it can read reason and evidence in its audit trail.");
		page.submit("#decide-" + resolution, Map.of("reason", "the bank has paid the charge"));
		assertThat(trail()).contains("Resolution approved", "the bank has paid the charge");
	}

	/** Its figures and breaks may be others than those that the checker has read. */
	@Test
	void aClosingThatWasRepeatedIsNotSignedByAnOlderPage() {
		long run = this.books.close("finance@example.com").runId();
		Visitor checker = Visitor.signedIn(this.staff.url(),
				this.portal.person("signs@example.com", null, Role.FINANCE_CHECKER));
		Visitor.Page older = checker.get("/finance/runs/" + run);
		this.books.close("finance@example.com");
		Map<String, String> signature = Map.of("reason", "everything is explained");
		assertThat(older.submit("#sign-form", signature).follow().textOf("problem")).contains("was closed again");
		assertThat(checker.get("/finance/runs/" + run).submit("#sign-form", signature).location()).contains("?asked=");
	}

	@Test
	void aDecisionByCommandIsInTheTrailOfTheBusiness() {
		long resolution = adjustment(open("UNKNOWN_CREDIT"));
		Program checker = new Program(this.staff.url(), this.portal.owner(AccessTokens.class)
			.create(this.portal.person("commands@example.com", null, Role.FINANCE_CHECKER).id(),
					new NewToken("books", TokenScope.APPROVE, Set.of(CommandGroup.RECONCILIATION), Duration.ofDays(1)))
			.secret());
		checker
			.post("/commands/reconciliation/resolutions/" + resolution + "/reject",
					"{\"reason\":\"the money is of another business\"}")
			.ok();
		assertThat(trail()).contains("the money is of another business");
	}

	/** A break without items offers only what can be done about its payout. */
	@Test
	void offersTheRefundOfAPayoutWhoseStatementIsWithdrawn() {
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							INSERT INTO reconciliation_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count, entry_count,
							                                  detail, opened_on)
							SELECT nodal_account_id, 'reversed:x', 'MISSING_IN_BANK', 0, 10000, 0, 0, 'x', opened_on FROM reconciliation_break LIMIT 1
							""")
			.update();
		long id = open("MISSING_IN_BANK").breakId();
		String path = "/finance/breaks/" + id;
		Visitor maker = Visitor.signedIn(this.staff.url(),
				this.portal.person("refunds@example.com", null, Role.FINANCE_MAKER));
		Visitor.Page page = maker.get(path);
		assertThat(page.document().select("#action option").eachAttr("value")).containsExactly("REFUND_UNPAID", "MATCH",
				"SUSPENSE", "WRITE_OFF", "CARRY_FORWARD");
		assertThat(page.textOf("refund-why")).contains("the bank's word that it never paid");
		Map<String, String> fields = Map.of("action", "REFUND_UNPAID", "reason", "the bank never paid", "evidence",
				"letter 7");
		assertThat(
				maker
					.post(path + "/resolutions",
							Map.of("action", "REFUND_UNPAID", "others", "7", "reason", "the bank never paid",
									"evidence", "letter 7"))
					.follow()
					.textOf("problem"))
			.contains("of one break");
		page.submit("#resolve-form", fields);
		ClaimedRequest asked = this.portal.claimed(RequestKind.PROPOSE_RESOLUTION);
		assertThat(asked.arguments().path("action").asString()).isEqualTo("REFUND_UNPAID");
		assertThat(asked.arguments().path("breakIds").path(0).asLong()).isEqualTo(id);
		assertThat(maker.get("/finance/breaks/" + open("BANK_CHARGE").breakId())
			.document()
			.select("#action option[value=REFUND_UNPAID]")).isEmpty();
	}

	/** Without them, no person can tell whose money an unknown credit is. */
	@Test
	void aBreakShowsWhatTheBankWroteAndWhichWalletAResolutionAdjusts() {
		OpenBreak found = open("UNKNOWN_CREDIT");
		adjustment(found);
		String account = this.portal.jdbc()
			.sql("SELECT virtual_account_number FROM wallet WHERE business_id = :id")
			.param("id", this.desk.id())
			.query(String.class)
			.single();
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							UPDATE bank_statement_line l SET narration = 'NEFT from Sunil Verma', virtual_account_number = '%s'
							  FROM reconciliation_break b
							 WHERE b.break_id = %d AND l.bank_statement_id = b.bank_statement_id AND l.line_number = b.line_number
							"""
						.formatted(account, found.breakId()))
			.update();
		String name = business("business_name");
		Document page = Visitor
			.signedIn(this.staff.url(), this.portal.person("reads@example.com", null, Role.FINANCE_CHECKER))
			.get("/finance/breaks/" + found.breakId())
			.document();
		assertThat(page.select("#field-narration td").eachText()).startsWith("NEFT from Sunil Verma", "–");
		assertThat(page.select("#field-virtual td").eachText()).startsWith(account + " (" + name + ")", "–");
		assertThat(page.select("#resolutions").text()).contains("Adjust a wallet",
				"Wallet of " + name + ", " + business("business_code"));
	}

	/** A later statement can close it before the decision. */
	@Test
	void aClosedBreakDoesNotWaitForApproval() {
		long found = open("UNKNOWN_CREDIT").breakId();
		adjustment(open("UNKNOWN_CREDIT"));
		Visitor checker = Visitor.signedIn(this.staff.url(),
				this.portal.person("closed@example.com", null, Role.FINANCE_CHECKER));
		String row = "#break-" + found;
		assertThat(checker.get("/finance/breaks").document().select(row).text()).contains("Waits for approval");
		close(found, "current_date", "'Matched'");
		assertThat(checker.get("/finance/breaks?state=CLOSED").document().select(row).text()).contains("Unknown credit")
			.doesNotContain("Waits for approval");
		Visitor.Page page = checker.get("/finance/breaks/" + found);
		assertThat(page.textOf("state")).isEqualTo("Closed");
		Elements buttons = page.document().select("#resolutions form button");
		assertThat(buttons.eachText()).as("an approval would be refused").isNotEmpty().containsOnly("Reject");
		assertThat(page.document().select("#resolutions form").attr("action")).endsWith("/reject");
		assertThat(page.document().select("#resolutions").text()).contains("It can only be rejected, because a break");
		close(found, "NULL", "NULL");
		assertThat(checker.get("/finance/breaks/" + found).document().select("#resolutions form button").eachText())
			.contains("Approve", "Reject");
	}

	/** No resolution made the match, so that only its items lead to the break. */
	@Test
	void anUndoOfAMatchByARuleIsDecidedOnThePageOfTheBreak() {
		OpenBreak found = open("UNKNOWN_CREDIT");
		matched(found.breakId(), runIn("DONE"));
		Visitor maker = Visitor.signedIn(this.staff.url(),
				this.portal.person("undoes@example.com", null, Role.FINANCE_MAKER));
		Visitor checker = Visitor.signedIn(this.staff.url(),
				this.portal.person("undone@example.com", null, Role.FINANCE_CHECKER));
		String page = "/finance/breaks/" + found.breakId();
		assertThat(maker.get(page).document().select("section:has(#t-undo)").text()).contains("UTR and amount");
		assertThat(checker.get("/finance/breaks").document().select("#undos")).isEmpty();
		long resolution = this.portal.owner(Resolutions.class)
			.propose(
					new NewResolution(NewResolution.Action.REVOKE, List.of(), null, null, MATCH, null,
							"the line is of another payout", "letter 7", "undoes@example.com"),
					new ResolutionCaps(1_000_000_00, 1_000_000_00, 1_000_000_00))
			.resolutionId();
		Document shown = checker.get(page).document();
		assertThat(shown.select("#decide-" + resolution + " button").eachText()).containsExactly("Approve", "Reject");
		assertThat(checker.get("/finance/breaks").document().select("#undos a").eachAttr("href")).containsExactly(page);
		changed("UPDATE reconciliation_match_item SET run_id = %d WHERE match_id = %d".formatted(runIn("SIGNED"),
				MATCH));
		Document signed = checker.get(page).document();
		assertThat(signed.select("#decide-" + resolution + " button").eachText()).containsExactly("Reject");
		assertThat(signed.select("#reject-only-" + resolution).text()).contains("signed off or gone");
		changed("DELETE FROM reconciliation_match_item WHERE match_id = " + MATCH);
		close(found.breakId(), "NULL", "NULL");
	}

	/** Closes a break as a run does that matches its line. */
	private void matched(long breakId, long run) {
		changed("""
				INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number)
				SELECT %1$d, 'UTR_AMOUNT', %2$d, bank_statement_id, line_number FROM reconciliation_break WHERE break_id = %3$d;
				UPDATE reconciliation_break b SET closed_on = r.business_date, closed_why = 'Matched by UTR_AMOUNT'
				  FROM reconciliation_run r WHERE r.run_id = %2$d AND b.break_id = %3$d
				"""
			.formatted(MATCH, run, breakId));
	}

	private void close(long breakId, String day, String why) {
		changed("UPDATE reconciliation_break SET closed_on = %s, closed_why = %s WHERE break_id = %d".formatted(day,
				why, breakId));
	}

	private void changed(String sql) {
		WithoutTriggers.sql(this.portal.jdbc(), sql).update();
	}

	@Test
	void aSignedDaySaysThatItStaysAsItIs() {
		Visitor maker = Visitor.signedIn(this.staff.url(),
				this.portal.person("signed@example.com", null, Role.FINANCE_MAKER));
		long signed = runIn("SIGNED");
		assertThat(maker.get("/finance/runs/" + signed).textOf("final")).contains("cannot be opened again");
		assertThat(maker.get("/finance/runs/" + runIn("DONE")).document().select("#final")).isEmpty();
		Visitor.Page page = maker.get("/statements/" + statementOf(signed));
		assertThat(page.status()).as(page.text()).isEqualTo(200);
		Document ofSigned = page.document();
		assertThat(ofSigned.select("#withdraw-form")).isEmpty();
		assertThat(ofSigned.select("#signed").text()).contains("can no longer be withdrawn or replaced");
		Document ofOther = maker.get("/statements/" + statementOf(runIn("DONE"))).document();
		assertThat(ofOther.select("#withdraw-form")).hasSize(1);
		assertThat(ofOther.select("#signed")).isEmpty();
	}

	/** Its day may be signed, or it may be withdrawn or released, before the decision. */
	@Test
	void aResolutionOfAStatementThatWouldBeRefusedCanOnlyBeRejected() {
		UUID signed = statementOf(runIn("SIGNED"));
		UUID open = statementOf(runIn("DONE"));
		long ofSigned = statementResolution("WITHDRAW_STATEMENT", signed);
		long ofOpen = statementResolution("WITHDRAW_STATEMENT", open);
		long release = statementResolution("RELEASE_STATEMENT", open);
		Visitor checker = Visitor.signedIn(this.staff.url(),
				this.portal.person("withdraws@example.com", null, Role.FINANCE_CHECKER));
		Document page = checker.get("/statements").document();
		assertThat(page.select("#decide-r" + ofSigned + " button").eachText()).containsExactly("Reject");
		assertThat(page.select("#decide-r" + ofSigned).attr("action")).endsWith("/reject");
		assertThat(page.select("#reject-only-" + ofSigned).text()).contains("a day that is signed off");
		assertThat(page.select("#decide-r" + ofOpen + " button").eachText()).containsExactly("Approve", "Reject");
		assertThat(page.select("#reject-only-" + ofOpen)).isEmpty();
		assertThat(page.select("#decide-r" + release + " button").eachText()).containsExactly("Reject");
		assertThat(page.select("#reject-only-" + release).text()).contains("is not held any more");

		state(open, "status = 'HELD', day_position = NULL, hold_reason = 'GAP'");
		assertThat(checker.get("/statements").document().select("#decide-r" + release + " button").eachText())
			.containsExactly("Approve", "Reject");
		state(open, "status = 'WITHDRAWN', hold_reason = NULL, withdrawal_id = " + ofOpen);
		assertThat(checker.get("/statements").document().select("#reject-only-" + ofOpen).text())
			.contains("withdrawn already");
		state(open, "status = 'ACCEPTED', day_position = 1, withdrawal_id = NULL");
		changed("DELETE FROM reconciliation_resolution WHERE resolution_id IN (%d, %d, %d)".formatted(ofSigned, ofOpen,
				release));
	}

	private void state(UUID statement, String columns) {
		changed("UPDATE bank_statement SET %s WHERE bank_statement_id = '%s'".formatted(columns, statement));
	}

	private long statementResolution(String action, UUID statement) {
		return this.portal.jdbc()
			.sql("""
					INSERT INTO reconciliation_resolution (nodal_account_id, action, break_ids, bank_statement_id, reason, evidence, maker)
					SELECT nodal_account_id, :action, '{}', bank_statement_id, 'it has an error', 'letter 7', 'maker@example.com'
					  FROM bank_statement WHERE bank_statement_id = :statement
					RETURNING resolution_id
					""")
			.param("action", action)
			.param("statement", statement)
			.query(Long.class)
			.single();
	}

	private long runIn(String state) {
		return this.portal.jdbc()
			.sql("SELECT run_id FROM reconciliation_run WHERE NOT is_dry AND state = ?")
			.param(state)
			.query(Long.class)
			.single();
	}

	private UUID statementOf(long run) {
		return this.portal.jdbc()
			.sql("SELECT bank_statement_id FROM reconciliation_statement WHERE run_id = ?")
			.param(run)
			.query(UUID.class)
			.single();
	}

	/** The one who approves tiers has to know whose. */
	@Test
	void theProposalOfTiersNamesTheirBusiness() {
		Program operator = new Program(this.staff.url(),
				this.portal.owner(AccessTokens.class)
					.create(this.portal.person("tiers@example.com", null, Role.OPERATOR).id(),
							new NewToken("tiers", TokenScope.APPROVE, Set.of(CommandGroup.BULK), Duration.ofDays(1)))
					.secret());
		operator
			.post("/commands/bulk/businesses/" + this.desk.id() + "/approval-tiers",
					"{\"tiers\":[{\"above\":\"4711.00\",\"people\":2}],\"reason\":\"as agreed\"}")
			.ok();
		assertThat(Visitor.signedIn(this.staff.url(), this.portal.person("agrees@example.com", null, Role.ADMIN))
			.get("/operation/changes")
			.document()
			.select("section:contains(₹4,711.00)")
			.text()).contains("Business " + business("business_name"));
	}

	private String business(String column) {
		return this.portal.jdbc()
			.sql("SELECT " + column + " FROM business WHERE business_id = :id")
			.param("id", this.desk.id())
			.query(String.class)
			.single();
	}

	private OpenBreak open(String type) {
		return this.portal.owner(Breaks.class).list(type, false, 10).getLast();
	}

	private long adjustment(OpenBreak found) {
		return this.portal.owner(Resolutions.class)
			.propose(
					new NewResolution(NewResolution.Action.ADJUST_WALLET, List.of(found.breakId()), this.desk.id(),
							null, null, null, "money of this business", "letter 7", "finance@example.com"),
					new ResolutionCaps(1_000_000_00, 1_000_000_00, 1_000_000_00))
			.resolutionId();
	}

	private String trail() {
		return this.desk.as(Role.OWNER).get("/audit").text();
	}

}

package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import javax.sql.DataSource;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.DecisionResult.NotCounted;
import dev.hundi.payout.PayoutRule.Scope;
import dev.hundi.person.Role;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/** A payout above several rules needs the people of each of them, once. */
class SeveralRulesIntegrationTests {

	private static final long PAISE = 60_00;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class,
			Approvals.class, PayoutApprovals.class, PayoutRules.class, Delegations.class, ReleasePayouts.class);

	/** As stream-processors debits. */
	private static final AnnotationConfigApplicationContext stream = asStream();

	private final PayoutApprovals approvals = context.getBean(PayoutApprovals.class);

	private final TestBusiness business = TestBusiness.create(database);

	private final UUID asha = this.business.person(Role.CHECKER);

	private final UUID bina = this.business.person(Role.CHECKER);

	private final UUID chitra = this.business.person(Role.CHECKER);

	@BeforeEach
	void topUp() {
		context.getBean(TopUpWallet.class).topUp(this.business.id(), 1_000_00, "U" + UUID.randomUUID(), "Top-up");
	}

	@AfterAll
	static void close() {
		stream.close();
		context.close();
		database.close();
	}

	@Test
	void needsThePeopleOfEachRule() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = held();
		approve(payout, this.bina);
		assertThat(approvedBy(payout, this.chitra)).isInstanceOf(NotCounted.class);
		waitsFor(payout, "Above INR 10.00");
		approve(payout, this.asha);
		debited(payout, 2);
	}

	/** The rule for a payout needs more people, but other ones. */
	@Test
	void needsThePeopleOfADayBesideThoseOfAPayout() {
		TestDay.inIndia(Duration.ofMinutes(1));
		rules(payout(10_00, 2), day(20_00, 1, this.chitra));
		UUID payout = held();
		waitsFor(payout, "Above INR 10.00");
		approve(payout, this.asha);
		approve(payout, this.bina);
		waitsFor(payout, "Above INR 20.00 on one day");
		approve(payout, this.chitra);
		debited(payout, 2);
	}

	@Test
	void asksForEachOfManyRulesOnce() {
		TestDay.inIndia(Duration.ofMinutes(1));
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina), day(10_00, 1, this.chitra),
				day(20_00, 1, this.asha, this.bina), payout(30_00, 1));
		UUID payout = held();
		for (String rule : List.of("Above INR 20.00", "Above INR 10.00")) {
			waitsFor(payout, rule);
			approve(payout, rule.contains("20") ? this.bina : this.asha);
		}
		waitsFor(payout, "Above INR 10.00 on one day");
		approve(payout, this.chitra);
		debited(payout, 3);
	}

	@Test
	void asksForARuleThatBeginsAfterTheApproval() {
		rules(payout(10_00, 2));
		UUID payout = held();
		approve(payout, this.asha);
		approve(payout, this.bina);
		rules(payout(10_00, 2), payout(20_00, 1, this.chitra));
		waitsFor(payout, "Above INR 20.00");
		approve(payout, this.chitra);
		debited(payout, 2);
	}

	/** A rule that is replaced by an equal one is not asked for again. */
	@Test
	void countsARuleAsItIsAtTheDebit() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = held();
		approve(payout, this.bina);
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		approve(payout, this.asha);
		rules(payout(10_00, 1, this.asha), payout(20_00, 2, this.bina, this.chitra));
		waitsFor(payout, "Above INR 20.00");
		approve(payout, this.chitra);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		approve(payout, this.bina);
		debited(payout, 3);
	}

	@Test
	void asksForNoRuleThatEnded() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = held();
		rules(payout(20_00, 1, this.bina));
		approve(payout, this.bina);
		debited(payout, 1);
	}

	/** One person who decides by two rights, about two rules, is one person. */
	@Test
	void addsNoPeopleOfDifferentApprovals() {
		TestDay.inIndia(Duration.ofMinutes(1));
		Instant begin = Instant.now().minusSeconds(60);
		context.getBean(Delegations.class)
			.delegate(this.business.id(), this.bina, this.asha, begin, begin.plusSeconds(3600));
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = held();
		approve(payout, this.asha);
		approve(payout, this.asha);
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina), day(10_00, 2));
		waitsFor(payout, "Above INR 10.00 on one day");
		approve(payout, this.asha);
		approve(payout, this.chitra);
		debited(payout, 3);
	}

	@Test
	void whoReleasedAFileCountsForItsRuleOnly() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina), payout(30_00, 1));
		UUID payout = this.business.payout(PAISE, 0, 0);
		WithoutTriggers
			.sql(jdbc,
					"""
							INSERT INTO bulk_file (business_id, bulk_file_id, file_name, format, size_bytes, sha256, release_mode, status,
							                       changed_by, uploaded_by, released_by, people_needed, released_at)
							VALUES ('%1$s', '%2$s', 'rent.csv', 'CSV', 1, sha256('%2$s'), 'VALID_ROWS', 'RELEASING', 'pk_1', 'pk_1',
							        'person:%3$s', 2, now());
							UPDATE payout SET source = 'BULK', bulk_file_id = '%2$s', bulk_row_number = 1 WHERE payout_id = '%2$s'
							"""
						.formatted(this.business.id(), payout, this.asha))
			.update();
		waitsFor(payout, "Above INR 20.00");
		approve(payout, this.bina);
		debited(payout, 1);
	}

	/** People can decide about all rules for one payout before its time. */
	@Test
	void asksForTheRulesOfAScheduledPayoutBeforeItsTime() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = accepted(
				new PayoutOptions(Instant.now().plusSeconds(600), true, Map.of(), null, List.of(), null));
		assertThat(reason(payout)).isEqualTo("APPROVAL");
		approve(payout, this.bina);
		assertThat(reason(payout)).isEqualTo("APPROVAL");
		approve(payout, this.asha);
		assertThat(reason(payout)).isEqualTo("SCHEDULED");
	}

	@Test
	void asksForTheRulesAfterTheApprovalThatAMakerWants() {
		rules(payout(70_00, 1));
		UUID payout = accepted(new PayoutOptions(null, true, Map.of(), null, List.of(), null));
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		approve(payout, this.chitra);
		waitsFor(payout, "Above INR 20.00");
		approve(payout, this.bina);
		waitsFor(payout, "Above INR 10.00");
		approve(payout, this.asha);
		debited(payout, 3);
	}

	@Test
	void aRejectionOfTheSecondApprovalEndsThePayout() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = held();
		approve(payout, this.bina);
		waitsFor(payout, "Above INR 10.00");
		assertThat(this.approvals.reject(this.business.id(), approvalOf(payout), this.asha, "Not due"))
			.isEqualTo(new Counted(ApprovalState.REJECTED));
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(this.business.status(payout)).isEqualTo("12 REJECTED_BY_APPROVER");
		assertThat(this.business.violations()).isEmpty();
	}

	/**
	 * The timeline of the portal shows all, and the proof over whole tables reads all.
	 */
	@Test
	void showsAndProvesEachApproval() {
		rules(payout(10_00, 1, this.asha), payout(20_00, 1, this.bina));
		UUID payout = held();
		UUID first = approvalOf(payout);
		approve(payout, this.bina);
		approve(payout, this.asha);
		debited(payout, 2);
		assertThat(this.approvals.ofPayout(this.business.id(), payout))
			.extracting((one) -> one.rule() + " " + one.decisions().size())
			.containsExactly("Above INR 20.00 1", "Above INR 10.00 1");
		WithoutTriggers.sql(jdbc, "UPDATE approval SET executed_at = NULL WHERE approval_id = '" + first + "'")
			.update();
		assertThat(this.business.violations()).containsExactly("payout debited without its approval: " + payout);
		WithoutTriggers.sql(jdbc, "UPDATE approval SET executed_at = now() WHERE approval_id = '" + first + "'")
			.update();
	}

	/** A payout that a rule holds at its debit. */
	private UUID held() {
		UUID payout = this.business.payout(PAISE, 0, 0);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(reason(payout)).isEqualTo("APPROVAL");
		return payout;
	}

	private UUID accepted(PayoutOptions options) {
		Acceptance acceptance = new AcceptPayout(new JdbcTemplate(database.dataSource()),
				context.getBean(Payouts.class))
			.accept(new NewPayout(this.business.id(), "pk_several", UUID.randomUUID().toString(), null,
					this.business.beneficiary(), Rail.IMPS, PAISE, new Charge(0, 0), null, options, null));
		return ((Acceptance.Accepted) acceptance).receipt().payoutId();
	}

	/** It is not debited, and an approval by this rule is open. */
	private void waitsFor(UUID payout, String rule) {
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(jdbc.sql("""
				SELECT a.rule FROM payout_hold h JOIN approval a USING (approval_id)
				 WHERE h.payout_id = :id AND h.reason = 'APPROVAL' AND a.state = 'OPEN'
				""").param("id", payout).query(String.class).single()).isEqualTo(rule);
	}

	/** It is debited after so many approvals, all of which people gave. */
	private void debited(UUID payout, int approvals) {
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(jdbc
			.sql("""
					SELECT a.state FROM approval a
					  JOIN payout p ON p.business_id = a.business_id AND a.summary LIKE 'Payout ' || p.transaction_id || ' %'
					 WHERE p.payout_id = :id
					""")
			.param("id", payout)
			.query(String.class)
			.list()).hasSize(approvals).containsOnly("AGREED");
		assertThat(this.business.violations()).isEmpty();
	}

	private void approve(UUID payout, UUID person) {
		assertThat(approvedBy(payout, person)).isInstanceOf(Counted.class);
	}

	private DecisionResult approvedBy(UUID payout, UUID person) {
		return this.approvals.approve(this.business.id(), approvalOf(payout), person);
	}

	private static AnnotationConfigApplicationContext asStream() {
		DataSource dataSource = new DriverManagerDataSource(database.url(), RuntimeRole.STREAM.roleName(), "trusted");
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(JdbcClient.class, () -> JdbcClient.create(dataSource));
		context.registerBean(JdbcTransactionManager.class, () -> new JdbcTransactionManager(dataSource));
		context.register(DebitWallets.class);
		context.refresh();
		return context;
	}

	private DebitOutcome debit(UUID payout) {
		return stream.getBean(DebitWallets.class).debit(this.business.id(), List.of(payout));
	}

	private static UUID approvalOf(UUID payout) {
		return jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(UUID.class)
			.single();
	}

	private static String reason(UUID payout) {
		return jdbc.sql("SELECT reason FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.single();
	}

	/** Replaces the rules, as two people of the business do. */
	private void rules(PayoutRule... rules) {
		PayoutRules all = context.getBean(PayoutRules.class);
		UUID proposal = all
			.propose(this.business.id(), this.business.person(Role.OWNER), all.version(this.business.id()),
					List.of(rules))
			.orElseThrow();
		assertThat(all.approve(this.business.id(), proposal, this.business.person(Role.OWNER)))
			.isEqualTo(new Counted(ApprovalState.APPROVED));
	}

	private static PayoutRule payout(long abovePaise, int people, UUID... checkers) {
		return new PayoutRule(Scope.PAYOUT, abovePaise, people, 24, List.of(checkers));
	}

	private static PayoutRule day(long abovePaise, int people, UUID... checkers) {
		return new PayoutRule(Scope.DAY, abovePaise, people, 24, List.of(checkers));
	}

}

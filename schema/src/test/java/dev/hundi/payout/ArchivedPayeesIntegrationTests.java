package dev.hundi.payout;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.person.Role;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Held payouts whose beneficiary is archived meanwhile: only active beneficiaries can
 * receive payouts (the specification).
 */
class ArchivedPayeesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class,
			Approvals.class, PayoutApprovals.class, PayoutRules.class);

	/** With the rights of stream-processors, which release payouts. */
	private final ReleasePayouts release = new ReleasePayouts(
			JdbcClient.create(new DriverManagerDataSource(database.url(), RuntimeRole.STREAM.roleName(), "trusted")));

	private final AcceptPayout accept = new AcceptPayout(new JdbcTemplate(database.dataSource()),
			context.getBean(Payouts.class));

	private final TestBusiness business = TestBusiness.create(database);

	private final UUID beneficiary = this.business.beneficiary();

	private final UUID checker = this.business.person(Role.CHECKER);

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	@Test
	void endsAScheduledPayoutAtItsTime() {
		UUID payout = accepted(Instant.now().plusSeconds(600), false);
		status(0);
		due(payout);
		assertThat(this.release.releaseDue(1_000)).isEqualTo(1);
		assertEnded(payout);
		assertThat(this.release.releaseDue(1_000)).isZero();
	}

	@Test
	void endsAPayoutWithItsLastAgreement() {
		UUID payout = accepted(null, true);
		status(0);
		approve(payout);
		assertEnded(payout);
	}

	@Test
	void endsAnAgreedPayoutAtItsTimeOnly() {
		UUID payout = accepted(Instant.now().plusSeconds(600), true);
		status(0);
		approve(payout);
		assertThat(this.business.status(payout)).as("may be reactivated until then").isEqualTo("3 INITIATED");
		due(payout);
		assertThat(this.release.releaseDue(1_000)).isEqualTo(1);
		assertEnded(payout);
	}

	@Test
	void releasesThePayoutOfAReactivatedBeneficiary() {
		UUID scheduled = accepted(Instant.now().plusSeconds(600), false);
		UUID waiting = accepted(null, true);
		status(0);
		status(1);
		approve(waiting);
		due(scheduled);
		assertThat(this.release.releaseDue(1_000)).isEqualTo(1);
		context.getBean(TopUpWallet.class).topUp(this.business.id(), 100_00, "U" + UUID.randomUUID(), "Top-up");
		assertThat(debit(scheduled, waiting)).isEqualTo(new DebitOutcome(2, 0, 0));
		assertThat(this.business.violations()).isEmpty();
	}

	private void assertEnded(UUID payout) {
		assertThat(this.business.status(payout)).isEqualTo("12 BENEFICIARY_INACTIVE");
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "FAILED");
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(jdbc
			.sql("""
					SELECT e.event || ' ' || p.response_message FROM payout p JOIN business_event e ON e.payout_id = p.payout_id
					 WHERE p.payout_id = :id AND p.completed_at IS NOT NULL ORDER BY e.event_id DESC LIMIT 1
					""")
			.param("id", payout)
			.query(String.class)
			.single()).isEqualTo("Cancelled The beneficiary was archived before the payout was released");
		assertThat(this.business.violations()).isEmpty();
	}

	private void approve(UUID payout) {
		UUID approval = jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(UUID.class)
			.single();
		assertThat(context.getBean(PayoutApprovals.class).approve(this.business.id(), approval, this.checker))
			.isInstanceOf(DecisionResult.Counted.class);
	}

	private DebitOutcome debit(UUID... payouts) {
		return context.getBean(DebitWallets.class).debit(this.business.id(), List.of(payouts));
	}

	private UUID accepted(@Nullable Instant scheduledFor, boolean requiresApproval) {
		PayoutOptions options = new PayoutOptions(scheduledFor, requiresApproval, Map.of(), null, List.of(), null);
		Acceptance acceptance = this.accept
			.accept(new NewPayout(this.business.id(), "pk_held", UUID.randomUUID().toString(), null, this.beneficiary,
					Rail.IMPS, 10_00, new Charge(0, 0), null, options, null));
		assertThat(acceptance).isInstanceOf(Acceptance.Accepted.class);
		return ((Acceptance.Accepted) acceptance).receipt().payoutId();
	}

	private void status(int status) {
		jdbc.sql("UPDATE beneficiary SET status = :status WHERE beneficiary_id = :id")
			.param("status", status)
			.param("id", this.beneficiary)
			.update();
	}

	private static void due(UUID payout) {
		jdbc.sql("UPDATE payout_hold SET scheduled_for = now() WHERE payout_id = :id AND reason = 'SCHEDULED'")
			.param("id", payout)
			.update();
	}

}

package dev.hundi.payout;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import dev.hundi.approval.Approvals;
import dev.hundi.person.Role;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Held payouts that change while a checker has locked an approval. */
class HeldPayoutLocksIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class,
			CancelPayout.class, ReleasePayouts.class, Approvals.class, PayoutApprovals.class);

	private final CancelPayout cancel = context.getBean(CancelPayout.class);

	private final ReleasePayouts release = context.getBean(ReleasePayouts.class);

	private final AcceptPayout accept = new AcceptPayout(new JdbcTemplate(database.dataSource()),
			context.getBean(Payouts.class));

	private final TestBusiness business = TestBusiness.create(database).rules("0", 0, true);

	private final UUID beneficiary = this.business.beneficiary();

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	/** Its time comes, and a rule of the day holds it again for other people. */
	@Test
	void endsTheApprovalOfASecondHoldThatBeginsDuringACancellation() throws SQLException {
		context.getBean(TopUpWallet.class).topUp(this.business.id(), 100_00, "U" + UUID.randomUUID(), "Top-up");
		UUID payout = accept(Instant.now().plusSeconds(600));
		UUID first = approvalOf(payout);
		context.getBean(PayoutApprovals.class).approve(this.business.id(), first, this.business.person(Role.CHECKER));
		WithoutTriggers.sql(jdbc, """
				UPDATE payout_hold SET scheduled_for = now() WHERE payout_id = '%1$s';
				UPDATE approval SET content_hash = payout_content_hash(business_id, '%1$s')
				 WHERE approval_id = '%2$s'
				""".formatted(payout, first)).update();
		CompletableFuture<CancelPayout.Result> cancelled = whileLocked(first,
				() -> this.cancel.cancel(this.business.id(), payout, "API"), (lock) -> {
					assertThat(this.release.releaseDue(10)).isOne();
					jdbc.sql("""
							INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours)
							VALUES (?, 'DAY', 100, 2, 24)
							""").param(this.business.id()).update();
					assertThat(context.getBean(DebitWallets.class).debit(this.business.id(), List.of(payout)))
						.isEqualTo(new DebitOutcome(0, 0, 0));
				});
		assertThat(cancelled.join()).isInstanceOf(CancelPayout.Result.Cancelled.class);
		assertThat(approvalOf(payout)).isNotEqualTo(first);
		assertThat(stateOf(approvalOf(payout))).isEqualTo("WITHDRAWN");
		assertThat(stateOf(first)).isEqualTo("AGREED");
		assertThat(this.business.violations()).isEmpty();
	}

	/** The end of the second comes first. */
	@Test
	void endsExpiredPayoutsInTheOrderInWhichCheckersDecide() throws SQLException {
		UUID first = accept(null);
		UUID second = accept(null);
		expire(first, 1);
		expire(second, 2);
		CompletableFuture<Integer> ended = whileLocked(approvalOf(first), () -> this.release.endExpired(10),
				(checker) -> lock(checker, approvalOf(second)));
		assertThat(ended.join()).isEqualTo(2);
	}

	/** Starts work that waits until others have done something under a lock. */
	private static <T> CompletableFuture<T> whileLocked(UUID approval, Supplier<T> waiting, Act act)
			throws SQLException {
		try (Connection connection = database.dataSource().getConnection();
				Statement checker = connection.createStatement()) {
			connection.setAutoCommit(false);
			lock(checker, approval);
			CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> patiently(waiting));
			Awaitility.await().until(() -> jdbc.sql("""
					SELECT count(*) > 0 FROM pg_stat_activity
					 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%end_held_payout%'
					""").query(Boolean.class).single());
			act.perform(checker);
			connection.rollback();
			return result;
		}
	}

	/** On a slow machine a lock may time out, which is not a deadlock. */
	private static <T> T patiently(Supplier<T> work) {
		while (true) {
			try {
				return work.get();
			}
			catch (CannotAcquireLockException ex) {
				if (!"A lock timed out".equals(ex.getMessage())) {
					throw ex;
				}
			}
		}
	}

	private static void lock(Statement checker, UUID approval) throws SQLException {
		checker.execute("SELECT FROM approval WHERE approval_id = '" + approval + "' FOR UPDATE");
	}

	private UUID accept(@Nullable Instant scheduledFor) {
		Acceptance acceptance = this.accept.accept(new NewPayout(this.business.id(), "pk_held",
				UUID.randomUUID().toString(), null, this.beneficiary, Rail.IMPS, 10_00, new Charge(0, 0), null,
				new PayoutOptions(scheduledFor, true, Map.of(), null, List.of(), null), null));
		assertThat(acceptance).isInstanceOf(Acceptance.Accepted.class);
		return ((Acceptance.Accepted) acceptance).receipt().payoutId();
	}

	private static void expire(UUID payout, int hours) {
		WithoutTriggers
			.sql(jdbc,
					"""
							UPDATE approval SET created_at = now() - interval '3 hours', expires_at = now() - interval '%2$s hours'
							 WHERE approval_id = '%1$s';
							UPDATE payout_hold SET decide_until = now() - interval '%2$s hours' WHERE approval_id = '%1$s'
							"""
						.formatted(approvalOf(payout), hours))
			.update();
	}

	private static UUID approvalOf(UUID payout) {
		return jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = ?")
			.param(payout)
			.query(UUID.class)
			.single();
	}

	private static String stateOf(UUID approval) {
		return jdbc.sql("SELECT state FROM approval WHERE approval_id = ?")
			.param(approval)
			.query(String.class)
			.single();
	}

	private interface Act {

		void perform(Statement checker) throws SQLException;

	}

}

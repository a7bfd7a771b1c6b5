package dev.hundi.wallet;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/** Payouts of a business that queues what does not fit. */
class QueuedPayoutsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final TopUpWallet topUps = new TopUpWallet(this.jdbc);

	private final DebitWallets debits = new DebitWallets(this.jdbc, new JdbcTransactionManager(database.dataSource()));

	private final TestBusiness business = TestBusiness.create(database).rules("0", 0, true);

	private int topUpCount;

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void passesOverABusinessUntilItsBalanceRises() {
		List<UUID> payouts = List.of(payout(10_00), payout(10_00));
		assertThat(debit(payouts)).isEqualTo(new DebitOutcome(0, 0, 2));
		assertThat(isDue()).isFalse();
		topUp(5_00);
		assertThat(isDue()).isTrue();
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(0, 0, 2));
		assertThat(isDue()).isFalse();
		topUp(10_00);
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(1, 0, 1));
		assertThat(isDue()).isFalse();
		topUp(10_00);
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.balancePaise()).isEqualTo(5_00);
		assertThat(queueRows()).isZero();
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void triesAgainWhenTheTermsChange() {
		topUp(10_00);
		this.business.rules("0", 5_00, true);
		List<UUID> payouts = List.of(payout(6_00), payout(7_00));
		debit(payouts);
		assertThat(isDue()).isFalse();
		this.business.rules("0", 4_00, true);
		assertThat(isDue()).isTrue();
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(1, 0, 1));
		this.business.rules("0", 4_00, false);
		assertThat(isDue()).isTrue();
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(0, 1, 0));
		assertThat(queueRows()).isZero();
	}

	@Test
	void writesNothingToPayoutsThatStayQueued() {
		List<UUID> payouts = List.of(payout(10_00), payout(10_00));
		debit(payouts);
		List<String> before = versions();
		debit(payouts);
		topUp(1_00);
		tryQueue();
		assertThat(versions()).isEqualTo(before);
	}

	@Test
	void triesLargeQueuesPageByPage() {
		List<UUID> payouts = List.of(payout(30_00), payout(10_00), payout(30_00), payout(10_00), payout(10_00));
		debit(payouts);
		topUp(30_00);
		assertThat(this.debits.tryQueue(this.business.id(), 2)).isEqualTo(new DebitOutcome(1, 0, 4));
		topUp(30_00);
		assertThat(this.debits.tryQueue(this.business.id(), 2)).isEqualTo(new DebitOutcome(3, 0, 1));
		assertThat(this.business.status(payouts.get(2))).isEqualTo("3 INITIATED");
	}

	@Test
	void letsSmallPayoutsPassALargeOneForAnHour() {
		topUp(50_00);
		UUID large = this.business.aged(payout(100_00), "30 minutes");
		assertThat(debit(List.of(large, payout(10_00)))).isEqualTo(new DebitOutcome(1, 0, 1));
		assertThat(debit(List.of(payout(10_00)))).isEqualTo(new DebitOutcome(1, 0, 0));
	}

	@Test
	void neverStarvesALargePayout() {
		topUp(50_00);
		UUID large = this.business.aged(payout(100_00), "2 hours");
		assertThat(debit(List.of(large, payout(10_00)))).isEqualTo(new DebitOutcome(0, 0, 2));
		UUID later = payout(10_00);
		assertThat(debit(List.of(later))).isEqualTo(new DebitOutcome(0, 0, 1));
		topUp(40_00);
		assertThat(tryQueue()).as("nothing passes").isEqualTo(new DebitOutcome(0, 0, 3));
		topUp(25_00);
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(2, 0, 1));
		assertThat(this.business.status(large)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.business.status(later)).isEqualTo("3 INITIATED");
		assertThat(debit(List.of(payout(4_00)))).as("nothing old waits").isEqualTo(new DebitOutcome(1, 0, 0));
	}

	@Test
	void triesTheOthersWhenThePayoutThatBlocksThemIsCancelled() {
		topUp(50_00);
		UUID large = this.business.aged(payout(100_00), "2 hours");
		UUID later = payout(10_00);
		assertThat(debit(List.of(large, later))).isEqualTo(new DebitOutcome(0, 0, 2));
		assertThat(isDue()).isFalse();
		assertThat(this.jdbc.sql("SELECT cancel_queued_payout(?, ?, 'CANCELLED_BY_MERCHANT', 'Cancelled', 'API')")
			.params(this.business.id(), large)
			.query(Boolean.class)
			.single()).isTrue();
		assertThat(isDue()).isTrue();
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.status(later)).isEqualTo("4 WALLET_DEBITED");
		assertThat(queueRows()).isZero();
	}

	/** The batch begins with a payout that is older than the one that waits. */
	@Test
	void nothingOfABatchPassesAPayoutThatWaitsForAnHour() {
		UUID large = this.business.aged(payout(100_00), "2 hours");
		assertThat(debit(List.of(large))).isEqualTo(new DebitOutcome(0, 0, 1));
		topUp(50_00);
		UUID older = this.business.aged(payout(10_00), "3 hours");
		UUID later = payout(10_00);
		assertThat(debit(List.of(older, later))).isEqualTo(new DebitOutcome(1, 0, 1));
		assertThat(this.business.status(older)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.business.status(later)).isEqualTo("3 INITIATED");
	}

	@Test
	void aWaitingPayoutOfTheBatchThatFitsDelaysNothing() {
		UUID waiting = this.business.aged(payout(20_00), "2 hours");
		assertThat(debit(List.of(waiting))).isEqualTo(new DebitOutcome(0, 0, 1));
		topUp(50_00);
		assertThat(debit(List.of(waiting, payout(10_00)))).isEqualTo(new DebitOutcome(2, 0, 0));
	}

	@Test
	void refusesAPayoutThatHasWaitedForFourDays() {
		topUp(50_00);
		UUID waiting = this.business.aged(payout(100_00), "3 days");
		UUID later = payout(10_00);
		debit(List.of(waiting, later));
		assertThat(isDue()).isFalse();
		UUID large = this.business.aged(waiting, "4 days 1 second");
		this.jdbc.sql("UPDATE wallet_queue SET expires_at = expires_at - interval '1 day 1 second'").update();
		assertThat(isDue()).isTrue();
		assertThat(tryQueue()).isEqualTo(new DebitOutcome(1, 1, 0));
		assertThat(this.business.status(large)).isEqualTo("12 INSUFFICIENT_BALANCE");
		assertThat(this.business.status(later)).isEqualTo("4 WALLET_DEBITED");
	}

	/** Payouts that were released, as those of a schedule, are not read by their age. */
	@Test
	void queuesAPayoutWithoutReadingTheQueue() {
		debit(IntStream.range(0, 300).mapToObj((i) -> payout(10_00)).toList());
		this.jdbc.sql("""
				SET session_replication_role = replica;
				UPDATE payout SET last_sequence = 2 WHERE business_id = '%s';
				SET session_replication_role = origin;
				CREATE EXTENSION pg_stat_statements
				""".formatted(this.business.id())).update();
		this.jdbc.sql("""
				SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()
				""").query().singleRow();

		assertThat(debit(List.of(payout(10_00)))).isEqualTo(new DebitOutcome(0, 0, 1));

		assertThat(this.jdbc.sql("""
				SELECT sum(shared_blks_hit + shared_blks_read)
				  FROM pg_stat_statements
				 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
				   AND query LIKE '%wallet_queue%' AND query NOT LIKE '%pg_stat_statements%'
				""").query(Long.class).single()).isBetween(1L, 20L);
	}

	private UUID payout(long paise) {
		return this.business.payout(paise, 0, 0);
	}

	private DebitOutcome debit(List<UUID> payouts) {
		return this.debits.debit(this.business.id(), payouts);
	}

	private boolean isDue() {
		return this.debits.queuesToTry().contains(this.business.id());
	}

	private DebitOutcome tryQueue() {
		return this.debits.tryQueue(this.business.id(), 100);
	}

	private void topUp(long paise) {
		this.topUps.topUp(this.business.id(), paise, "U" + ++this.topUpCount + this.business.id(), "Top-up");
	}

	private int queueRows() {
		return this.jdbc.sql("SELECT count(*) FROM wallet_queue WHERE business_id = :id")
			.param("id", this.business.id())
			.query(Integer.class)
			.single();
	}

	/** A lock changes xmax, an update both. */
	private List<String> versions() {
		return this.jdbc.sql("SELECT ctid || ' ' || xmin || ' ' || xmax FROM payout WHERE business_id = :id ORDER BY 1")
			.param("id", this.business.id())
			.query(String.class)
			.list();
	}

}

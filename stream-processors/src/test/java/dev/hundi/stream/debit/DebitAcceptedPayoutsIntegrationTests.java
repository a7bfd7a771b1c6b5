package dev.hundi.stream.debit;

import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.ReleasePayouts;
import dev.hundi.payout.Stage;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class DebitAcceptedPayoutsIntegrationTests {

	/** The sweep finds the payouts of the locked wallet: no debit was tried for them. */
	@Test
	void leavesOnlyThePayoutsOfALockedWalletToTheSweep() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				AnnotationConfigApplicationContext context = TestBeans.on(database)) {
			List<PayoutKey> afterDebit = new ArrayList<>();
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), afterDebit::addAll, new SimpleMeterRegistry());
			TestBusiness locked = TestBusiness.create(database);
			TestBusiness other = TestBusiness.create(database);
			for (TestBusiness business : List.of(locked, other)) {
				context.getBean(TopUpWallet.class).topUp(business.id(), 10_00, "U" + business.id(), "Top-up");
			}
			UUID waits = locked.payout(10_00, 0, 0);
			UUID debited = other.payout(10_00, 0, 0);
			try (Connection holder = database.dataSource().getConnection()) {
				holder.setAutoCommit(false);
				holder.createStatement()
					.execute("SELECT FROM wallet WHERE business_id = '" + locked.id() + "' FOR NO KEY UPDATE");

				assertThat(debit.handle(List.of(message(locked, waits), message(other, debited)))).isEmpty();

				assertThat(locked.status(waits)).isEqualTo("3 INITIATED");
				assertThat(other.status(debited)).isEqualTo("4 WALLET_DEBITED");
				assertThat(afterDebit).containsExactly(new PayoutKey(other.id(), debited));
				holder.rollback();
			}
			debit.debit(locked.id(), List.of(waits));
			assertThat(locked.status(waits)).isEqualTo("4 WALLET_DEBITED");
			assertThat(locked.violations()).isEmpty();
		}
	}

	/** Two copies at once release each payout once. */
	@Test
	void releasesScheduledPayoutsOnceHoweverManyCopiesRun() {
		try (TestDatabase database = TestDatabase.create();
				AnnotationConfigApplicationContext context = TestBeans.on(database, ReleasePayouts.class)) {
			TestBusiness business = TestBusiness.create(database);
			List<UUID> payouts = IntStream.range(0, 1_100).mapToObj((i) -> business.payout(1_00, 0, 0)).toList();
			JdbcClient.create(database.dataSource()).sql("""
					INSERT INTO payout_hold (business_id, payout_id, reason, scheduled_for)
					SELECT business_id, payout_id, 'SCHEDULED', now() FROM payout;
					UPDATE payout SET held = true
					""").update();
			context.getBean(TopUpWallet.class).topUp(business.id(), 1_100_00, "U" + business.id(), "Top-up");
			List<PayoutKey> afterDebit = new ArrayList<>();
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), afterDebit::addAll, new SimpleMeterRegistry());
			assertThat(debit.handle(List.of(message(business, payouts.getFirst())))).isEmpty();
			assertThat(business.status(payouts.getFirst())).isEqualTo("3 INITIATED");

			SimpleMeterRegistry meters = new SimpleMeterRegistry();
			IntStream.range(0, 4)
				.parallel()
				.forEach((i) -> new ReleaseHeldPayouts(context.getBean(ReleasePayouts.class), meters).release());

			assertThat(meters.counter("hundi.holds", "outcome", "released").count()).isEqualTo(1_100);
			assertThat(business.stages(payouts.getLast())).containsExactly("CREATED", "RELEASED");
			debit.debit(business.id(), payouts);
			assertThat(business.balancePaise()).isZero();
			assertThat(business.violations()).isEmpty();
		}
	}

	private static PayoutMessage message(TestBusiness business, UUID payout) {
		return PayoutMessage.of(UUID.randomUUID(), Stage.CREATED, business.id(), payout, 1, Instant.now());
	}

}

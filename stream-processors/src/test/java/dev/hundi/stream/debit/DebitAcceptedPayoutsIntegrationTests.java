package dev.hundi.stream.debit;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ReleasePayouts;
import dev.hundi.payout.Stage;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
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
			Groups afterDebit = new Groups();
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), afterDebit, new SimpleMeterRegistry());
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
				assertThat(afterDebit.debited).containsExactly(new PayoutKey(other.id(), debited));
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
			Groups afterDebit = new Groups();
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), afterDebit, new SimpleMeterRegistry());
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

	@Test
	void claimsPayoutsWithTheirDebitAndReleasesWhatItDidNotUse() {
		try (TestDatabase database = TestDatabase.create();
				AnnotationConfigApplicationContext context = TestBeans.on(database)) {
			Groups afterDebit = new Groups();
			afterDebit.bank = "axis";
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), afterDebit, new SimpleMeterRegistry());
			TestBusiness one = TestBusiness.create(database);
			TestBusiness other = TestBusiness.create(database);
			List<UUID> payouts = new ArrayList<>();
			for (TestBusiness business : List.of(one, other)) {
				context.getBean(TopUpWallet.class).topUp(business.id(), 20_00, "U" + business.id(), "Top-up");
				payouts.add(business.payout(10_00, 0, 0));
			}
			UUID alone = one.payout(10_00, 0, 0);

			assertThat(debit.handle(List.of(message(one, payouts.getFirst()), message(other, payouts.getLast()))))
				.isEmpty();
			assertThat(debit.handle(List.of(message(one, alone)))).isEmpty();

			payouts.add(alone);
			assertThat(afterDebit.orders).extracting((order) -> order.order().attempt().payout().payoutId())
				.isEqualTo(payouts);
			assertThat(one.status(alone)).isEqualTo("4 DISPATCHED");
			assertThat(afterDebit.open).isZero();
			assertThat(one.violations()).isEmpty();
		}
	}

	@Test
	void debitsAPayoutWhoseClaimIsRefused() {
		try (TestDatabase database = TestDatabase.create();
				AnnotationConfigApplicationContext context = TestBeans.on(database)) {
			Groups afterDebit = new Groups();
			afterDebit.bank = "";
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), afterDebit, new SimpleMeterRegistry());
			TestBusiness business = TestBusiness.create(database);
			context.getBean(TopUpWallet.class).topUp(business.id(), 10_00, "U" + business.id(), "Top-up");
			UUID payout = business.payout(10_00, 0, 0);

			assertThat(debit.handle(List.of(message(business, payout)))).isEmpty();

			assertThat(business.status(payout)).isEqualTo("4 WALLET_DEBITED");
			assertThat(afterDebit.debited).containsExactly(new PayoutKey(business.id(), payout));
			assertThat(afterDebit.orders).isEmpty();
			assertThat(afterDebit.open).isZero();
		}
	}

	private static PayoutMessage message(TestBusiness business, UUID payout) {
		return PayoutMessage.of(UUID.randomUUID(), Stage.CREATED, business.id(), payout, 1, Instant.now());
	}

	/** Records what follows the debits. */
	private static final class Groups implements AfterDebit {

		private final List<PayoutKey> debited = new ArrayList<>();

		private final List<ClaimedOrder> orders = new ArrayList<>();

		/** Of every payout; without one, nothing is claimed. */
		private @Nullable String bank;

		private int open;

		@Override
		public Group begin(int payouts) {
			this.open++;
			return new Group() {

				@Override
				public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
					String bank = Groups.this.bank;
					return (bank == null) ? Map.of()
							: payouts.keySet().stream().collect(Collectors.toMap(Function.identity(), (key) -> bank));
				}

				@Override
				public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
					return Map.of();
				}

				@Override
				public Duration lease() {
					return Duration.ofMinutes(1);
				}

				@Override
				public void debited(List<PayoutKey> payouts, List<ClaimedOrder> orders) {
					Groups.this.debited.addAll(payouts);
					Groups.this.orders.addAll(orders);
				}

				@Override
				public void close() {
					Groups.this.open--;
				}

			};
		}

	}

}

package dev.hundi.stream.debit;

import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

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

import static org.assertj.core.api.Assertions.assertThat;

class DebitAcceptedPayoutsIntegrationTests {

	/** The sweep finds the payouts of the locked wallet: no debit was tried for them. */
	@Test
	void leavesOnlyThePayoutsOfALockedWalletToTheSweep() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				AnnotationConfigApplicationContext context = TestBeans.on(database)) {
			DebitAcceptedPayouts debit = new DebitAcceptedPayouts(context.getBean(DebitWallets.class),
					new DebitSettings(100), new SimpleMeterRegistry());
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
				holder.rollback();
			}
			debit.debit(locked.id(), List.of(waits));
			assertThat(locked.status(waits)).isEqualTo("4 WALLET_DEBITED");
			assertThat(locked.violations()).isEmpty();
		}
	}

	private static PayoutMessage message(TestBusiness business, UUID payout) {
		return PayoutMessage.of(UUID.randomUUID(), Stage.CREATED, business.id(), payout, 1, Instant.now());
	}

}

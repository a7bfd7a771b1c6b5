package dev.hundi.wallet;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.Charge;
import dev.hundi.business.PricePlans;
import dev.hundi.payout.ResponseCode;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.RecordEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The ledger has the day of a posting's id, and the wallet's statement that of the
 * movement. Triggers make every statement slow, so that two times of one would differ.
 */
class MovementTimesIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	MovementTimesIntegrationTests() {
		DataSource dataSource = this.database.dataSource();
		this.context.registerBean(DataSource.class, () -> dataSource,
				(definition) -> ((AbstractBeanDefinition) definition).setDestroyMethodName(""));
		this.context.registerBean(JdbcClient.class, () -> JdbcClient.create(dataSource));
		this.context.registerBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(dataSource));
		this.context.register(PricePlans.class, RecordEvent.class);
		this.context.scan("dev.hundi.bank", "dev.hundi.wallet");
		this.context.refresh();
	}

	@AfterEach
	void close() {
		this.context.close();
		this.database.close();
	}

	@Test
	void aMovementHasTheTimeOfItsPosting() {
		this.jdbc.sql("""
				CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
				CREATE TRIGGER slow BEFORE INSERT ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION slow();
				CREATE TRIGGER slow BEFORE UPDATE ON wallet FOR EACH ROW EXECUTE FUNCTION slow();
				CREATE TRIGGER slow BEFORE UPDATE ON payout FOR EACH ROW EXECUTE FUNCTION slow()
				""").update();
		bean(TopUpWallet.class).topUp(this.business.id(), 10_000_00, "UTR" + this.business.id(), "Top-up");
		List<UUID> payouts = List.of(this.business.payout(100_00, 4_00, 72), this.business.payout(100_00, 4_00, 72),
				this.business.payout(100_00, 4_00, 72));
		assertThat(bean(DebitWallets.class).debit(this.business.id(), payouts).debited()).isEqualTo(3);
		bean(BankAttempts.class).claim(payouts.stream().map(this::key).toList(), "bank", Duration.ofMinutes(5));
		bean(SettlePayout.class).failed(new Attempt(key(payouts.get(0)), 1), ResponseCode.BANK_REJECTED, "Rejected",
				BankReport.NONE);
		Attempt returned = new Attempt(key(payouts.get(1)), 1);
		bean(SettlePayout.class).succeeded(returned, BankReport.of("533210987654", null));
		bean(SettlePayout.class).returned(returned);
		PostCorrection.Posted corrected = bean(PostCorrection.class).toWallet(this.business.id(), 5_00, "C1", "Money");
		bean(ReversePosting.class).reverse(this.business.id(), corrected.transactionId(), false, "Reversal");
		assertThat(this.business.violations()).isEmpty();
		// Without its verification.
		bean(ChargeVerification.class).charge(this.business.id(), UUID.randomUUID(), new Charge(2_00, 36), "Fee");

		assertThat(this.jdbc.sql("""
				SELECT type FROM wallet_movement
				 WHERE date_trunc('milliseconds', created_at) = uuid_extract_timestamp(ledger_transaction_id)
				 ORDER BY sequence
				""").query(String.class).list()).containsExactly("TOPUP", "PAYOUT_DEBIT", "PAYOUT_DEBIT",
				"PAYOUT_DEBIT", "PAYOUT_REVERSAL", "PAYOUT_REVERSAL", "ADJUSTMENT", "ADJUSTMENT", "VERIFICATION_FEE");
		assertThat(this.jdbc.sql("""
				SELECT bool_and(created_at >= before) FROM (
				  SELECT created_at, lag(created_at) OVER (ORDER BY sequence) AS before FROM wallet_movement) AS m
				""").query(Boolean.class).single()).isTrue();
	}

	private PayoutKey key(UUID payout) {
		return new PayoutKey(this.business.id(), payout);
	}

	private <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

}

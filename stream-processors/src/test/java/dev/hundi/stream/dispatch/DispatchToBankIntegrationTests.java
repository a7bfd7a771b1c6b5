package dev.hundi.stream.dispatch;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class DispatchToBankIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final TestMoney money = new TestMoney(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	private final ScriptedBank bank = new ScriptedBank();

	private final AnnotationConfigApplicationContext dispatch = start(this.bank.url());

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.bank.close();
	}

	@Test
	void paysADebitedPayout() {
		UUID payout = dispatched(Script.PAY);
		awaitStatus(payout, "11 SUCCESS");
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void givesTheMoneyBackWhenTheBankRefuses() {
		UUID payout = dispatched(Script.REFUSE);
		awaitStatus(payout, "12 BENEFICIARY_ACCOUNT_INVALID");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
	}

	@Test
	void sendsAPayoutOnceHoweverOftenItIsAskedTo() throws Exception {
		UUID payout = dispatched(Script.PEND);
		awaitStatus(payout, "4 BANK_ACKNOWLEDGED");
		dispatch(payout);
		dispatch(payout);
		enquire();
		this.bank.settle(BankReference.of(payout), "SUCCESS");
		enquireUntil(payout, "11 SUCCESS");
		dispatch(payout);
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void asksInsteadOfFailingWhenTheBankPaidAndFellSilent() {
		UUID payout = dispatched(Script.PAY_AND_FALL_SILENT);
		awaitStatus(payout, "4 IN_DOUBT");
		enquireUntil(payout, "11 SUCCESS");
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void keepsTheDoubtWhenAnEnquiryIsCalledMalformed() {
		UUID payout = dispatched(Script.PAY_AND_FALL_SILENT);
		awaitStatus(payout, "4 IN_DOUBT");
		this.bank.callsEnquiriesMalformed(true);
		await().atMost(Duration.ofSeconds(30)).until(() -> {
			enquire();
			return enquiries(payout) >= 2;
		});
		assertThat(this.business.status(payout)).isEqualTo("4 IN_DOUBT");
		this.bank.callsEnquiriesMalformed(false);
		enquireUntil(payout, "11 SUCCESS");
	}

	@Test
	void endsACallWhoseAnswerStallsAfterItsHeaders() {
		UUID payout = dispatched(Script.PAY_AND_STALL);
		awaitStatus(payout, "4 IN_DOUBT");
		enquireUntil(payout, "11 SUCCESS");
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(1);
	}

	@Test
	void creditsAPayoutThatTheBankPaidAndReturned() {
		UUID payout = dispatched(Script.RETURN);
		awaitStatus(payout, "12 RETURNED_BY_BANK");
		assertThat(this.business.stages(payout)).endsWith("SUCCESS", "RETURNED");
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void sendsUnderTheSameReferenceOnceTheBankHasTwiceNotFoundIt() {
		UUID payout = dispatched(Script.FALL_SILENT);
		awaitStatus(payout, "4 IN_DOUBT");
		this.bank.script(BankReference.of(payout), Script.PAY);
		await().atMost(Duration.ofSeconds(30)).until(() -> {
			enquire();
			return attemptState(payout).equals("NOT_SENT");
		});
		assertThat(this.business.status(payout)).startsWith("4 ");
		dispatch(payout);
		awaitStatus(payout, "11 SUCCESS");
		assertThat(this.bank.orders(BankReference.of(payout))).isEqualTo(2);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void leavesAPayoutToBeSentAgainWhenThereIsNoConnection() {
		this.bank.close();
		UUID payout = dispatched(Script.PAY);
		await().atMost(Duration.ofSeconds(30)).until(() -> attemptState(payout).equals("NOT_SENT"));
		assertThat(this.business.status(payout)).isEqualTo("4 DISPATCHED");
	}

	@Test
	void parksPayoutsBeforeTheyAreClaimedWhileTheBanksBreakerIsOpen() {
		this.bank.close();
		for (int i = 0; i < 25; i++) {
			dispatched(Script.PAY);
		}
		await().atMost(Duration.ofSeconds(30)).until(() -> !this.dispatch.getBean(GuardedBank.class).accepts());
		UUID parked = dispatched(Script.PAY);
		assertThat(this.business.stages(parked)).containsExactly("CREATED", "WALLET_DEBITED");
	}

	@Test
	void leavesAPayoutToAPersonAfterTheLastEnquiry() {
		UUID payout = dispatched(Script.PEND);
		awaitStatus(payout, "4 BANK_ACKNOWLEDGED");
		JdbcClient.create(database.dataSource())
			.sql("UPDATE bank_attempt SET claimed_at = now() - interval '73 hours' WHERE payout_id = :id")
			.param("id", payout)
			.update();
		await().atMost(Duration.ofSeconds(30)).until(() -> {
			enquire();
			return dueAttempts(payout) == 0;
		});
		assertThat(attemptState(payout)).isEqualTo("PENDING");
		assertThat(this.business.status(payout)).isEqualTo("4 BANK_ACKNOWLEDGED");
	}

	private UUID dispatched(Script script) {
		UUID payout = money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), script);
		dispatch(payout);
		return payout;
	}

	private void dispatch(UUID payout) {
		this.dispatch.getBean(DispatchToBank.class).dispatch(List.of(new PayoutKey(this.business.id(), payout)));
	}

	private void enquire() throws InterruptedException {
		this.dispatch.getBean(EnquireBank.class).enquireDue();
	}

	private void enquireUntil(UUID payout, String status) {
		await().atMost(Duration.ofSeconds(30)).until(() -> {
			enquire();
			return this.business.status(payout).equals(status);
		});
	}

	private void awaitStatus(UUID payout, String status) {
		await().atMost(Duration.ofSeconds(30)).until(() -> this.business.status(payout).equals(status));
	}

	private String attemptState(UUID payout) {
		return JdbcClient.create(database.dataSource()).sql("""
				SELECT state FROM bank_attempt WHERE payout_id = :id ORDER BY attempt_number DESC LIMIT 1
				""").param("id", payout).query(String.class).single();
	}

	private int enquiries(UUID payout) {
		return JdbcClient.create(database.dataSource())
			.sql("SELECT enquiry_count FROM bank_attempt WHERE payout_id = :id")
			.param("id", payout)
			.query(Integer.class)
			.single();
	}

	private int dueAttempts(UUID payout) {
		return JdbcClient.create(database.dataSource())
			.sql("SELECT count(due_at) FROM bank_attempt WHERE payout_id = :id")
			.param("id", payout)
			.query(Integer.class)
			.single();
	}

	private static AnnotationConfigApplicationContext start(URI bankUrl) {
		var context = new AnnotationConfigApplicationContext();
		Duration moment = Duration.ofMillis(20);
		BankSettings bank = new BankSettings("scripted", bankUrl, Duration.ofSeconds(1), Duration.ofSeconds(2), 8);
		context.registerBean(DataSource.class, database::dataSource,
				(definition) -> ((AbstractBeanDefinition) definition).setDestroyMethodName(""));
		context.registerBean(JdbcClient.class, () -> JdbcClient.create(database.dataSource()));
		context.registerBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(database.dataSource()));
		context.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
		context.registerBean(DispatchSettings.class, () -> new DispatchSettings(8, Duration.ofMillis(400), moment,
				List.of(moment), Duration.ofDays(3), Duration.ofMillis(500)));
		context.registerBean(GuardedBank.class, () -> new GuardedBank(bank, new JsonApiBank(bank)));
		context.register(DispatchToBank.class, RecordBankAnswer.class, EnquireBank.class);
		context.scan("dev.hundi.bank");
		context.refresh();
		return context;
	}

}

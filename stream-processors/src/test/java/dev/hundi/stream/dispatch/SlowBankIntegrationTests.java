package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import dev.hundi.work.RepeatedWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A bank that does not answer enquiries, beside one that does. */
class SlowBankIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank slow = new ScriptedBank();

	private final ScriptedBank other = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(this.database)
		.bank("slow", this.slow.url())
		.bank("other", this.other.url())
		.notWaiting()
		.start();

	private final RepeatedWork rounds = new RepeatedWork("enquiries", Duration.ofMillis(1), true,
			this.dispatch::enquire);

	@AfterEach
	void close() {
		this.slow.close();
		this.other.close();
		this.rounds.stop();
		this.dispatch.close();
		this.database.close();
	}

	@Test
	void asksOtherBanksWhileOneHoldsItsEnquiries() {
		this.slow.holdEnquiries();
		UUID held = doubted(this.slow);
		this.rounds.start();
		await().atMost(Duration.ofMinutes(2)).until(() -> this.slow.enquiries() > 0);
		GuardedBank bank = this.dispatch.bean(Banks.class).named("slow").orElseThrow();
		await("only the call itself takes capacity").until(() -> bank.callsInFlight() == 1);

		assertThat(this.dispatch.bean(BankSwitches.class).switchOff("slow", null, "It is slow", "a@example.com"))
			.isTrue();
		this.dispatch.followSwitches();
		UUID later = doubted(this.other);
		awaitPaid(later);

		assertThat(this.business.status(held)).isEqualTo("4 IN_DOUBT");
		this.slow.releaseEnquiries();
		awaitPaid(held);
		assertThat(this.business.violations()).isEmpty();
	}

	/** A payout that a bank pays without an answer. */
	private UUID doubted(ScriptedBank bank) {
		UUID payout = this.money.debitedPayout(this.business);
		bank.script(BankReference.of(payout), Script.PAY_AND_FALL_SILENT);
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> this.business.stages(payout).contains("IN_DOUBT"));
		assertThat(bank.orders(BankReference.of(payout))).isEqualTo(1);
		return payout;
	}

	private void awaitPaid(UUID payout) {
		await().atMost(Duration.ofMinutes(2)).until(() -> this.business.status(payout).equals("11 SUCCESS"));
	}

}

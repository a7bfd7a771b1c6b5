package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.bank.PayoutKey;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The first bank declined an order, executed it all the same and calls back while the
 * second bank has the payout.
 */
class CallbacksOfDeclinedOrdersIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank first = new ScriptedBank();

	private final ScriptedBank second = new ScriptedBank();

	private final ScriptedBank third = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(this.database)
		.bank("first", this.first.url())
		.bank("second", this.second.url())
		.bank("third", this.third.url())
		.neverRetrying()
		.start();

	private final UUID payout = new TestMoney(this.database.dataSource()).debitedPayout(this.business);

	private final String reference = BankReference.of(this.payout);

	@BeforeEach
	void declineAtTheFirst() {
		this.first.script(this.reference, Script.DECLINE);
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.first.close();
		this.second.close();
		this.third.close();
		this.database.close();
	}

	@Test
	void asksTheFirstBankBeforeTheThirdGetsThePayoutThatTheSecondDeclines() {
		arriveAtTheSecond(Script.DECLINE_LATE);
		callBack("SUCCESS");
		this.second.answer(this.reference);
		enquireUntil("11 SUCCESS");
		assertThat(attempts()).containsExactly("first SUCCEEDED", "second NOT_SENT");
		assertThat(this.third.arrivals()).isEmpty();
		assertThat(this.business.stages(this.payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED",
				"IN_DOUBT", "SUCCESS");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void asksTheFirstBankOnceTheSecondDoesNotKnowTheOrder() {
		arriveAtTheSecond(Script.FALL_SILENT);
		this.business.awaitStatus(this.payout, "4 IN_DOUBT");
		callBack("SUCCESS");
		this.second.script(this.reference, Script.PAY);
		enquireUntil("11 SUCCESS");
		assertThat(attempts()).containsExactly("first SUCCEEDED", "second NOT_SENT");
		assertThat(this.second.orders(this.reference)).isEqualTo(1);
	}

	@ParameterizedTest
	@CsvSource({ "SUCCESS, 11 SUCCESS", "RETURNED, 12 RETURNED_BY_BANK", "FAILED, 12 BENEFICIARY_ACCOUNT_INVALID" })
	void refundsNothingThatTheSecondBankRefusesBeforeTheFirstIsAsked(String atTheFirst, String status) {
		long before = this.business.balancePaise();
		arriveAtTheSecond(Script.REFUSE_LATE);
		callBack("SUCCESS");
		this.second.answer(this.reference);
		this.business.awaitStatus(this.payout, "4 IN_DOUBT");
		assertThat(attempts()).containsExactly("first IN_DOUBT", "second FAILED");
		assertThat(this.business.balancePaise()).isEqualTo(before);
		this.first.settle(this.reference, atTheFirst);
		enquireUntil(status);
		assertThat(this.third.arrivals()).isEmpty();
		assertThat(this.business.violations()).isEmpty();
	}

	/** An enquiry has acknowledged the order before. */
	@Test
	void refundsNothingThatTheSecondBankRefusesLaterBeforeTheFirstIsAsked() {
		arriveAtTheSecond(Script.PEND);
		this.business.awaitStatus(this.payout, "4 BANK_ACKNOWLEDGED");
		callBack("SUCCESS");
		this.second.settle(this.reference, "FAILED");
		enquireUntil("11 SUCCESS");
		assertThat(attempts()).containsExactly("first SUCCEEDED", "second FAILED");
		assertThat(this.business.violations()).isEmpty();
	}

	private void arriveAtTheSecond(Script script) {
		this.second.script(this.reference, script);
		this.dispatch.dispatch(new PayoutKey(this.business.id(), this.payout));
		await().atMost(Duration.ofMinutes(2)).until(() -> this.second.orders(this.reference) == 1);
	}

	private void callBack(String status) {
		this.first.settle(this.reference, status);
		assertThat(this.dispatch.bean(BankCallbacks.class)
			.receive(new BankCallback("first", "event-1", this.reference, BankCallback.Status.valueOf(status), "{}")))
			.isEqualTo(CallbackVerdict.CONTRADICTS);
	}

	private void enquireUntil(String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.enquire();
			this.dispatch.dispatch(new PayoutKey(this.business.id(), this.payout));
			return this.business.status(this.payout).equals(status);
		});
	}

	private List<String> attempts() {
		return JdbcClient.create(this.database.dataSource())
			.sql("SELECT bank || ' ' || state FROM bank_attempt WHERE payout_id = :id ORDER BY attempt_number")
			.param("id", this.payout)
			.query(String.class)
			.list();
	}

}

package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.UUID;

import dev.hundi.bank.BankCallback;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.CallbackVerdict;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.testing.NeverPaid;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

/** A business whose payouts go to one scripted bank, on a database of its own. */
final class ScriptedDispatch implements AutoCloseable {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final ScriptedBank bank = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(this.database).bank("scripted", this.bank.url()).start();

	JdbcClient jdbc() {
		return this.jdbc;
	}

	TestBusiness business() {
		return this.business;
	}

	ScriptedBank bank() {
		return this.bank;
	}

	/** A debited payout with which the bank follows the script once it is dispatched. */
	UUID debited(Script script) {
		UUID payout = this.money.debitedPayout(this.business);
		this.bank.script(BankReference.of(payout), script);
		return payout;
	}

	void dispatch(UUID payout) {
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
	}

	UUID dispatched(Script script) {
		UUID payout = debited(script);
		dispatch(payout);
		return payout;
	}

	/** A payout whose order the bank has and does not answer yet. */
	UUID arrived(Script script) {
		UUID payout = dispatched(script);
		await().atMost(Duration.ofMinutes(2)).until(() -> this.bank.orders(BankReference.of(payout)) == 1);
		return payout;
	}

	CallbackVerdict callBack(UUID payout, BankCallback.Status status) {
		return this.dispatch.bean(BankCallbacks.class)
			.receive(new BankCallback("scripted", "e1", BankReference.of(payout), status, "{}"));
	}

	/** As two people do because the bank had never paid it. */
	RecordOutcome refundAsNeverPaid(UUID payout) {
		return NeverPaid.refund(this.database, bean(SettlePayout.class), new PayoutKey(this.business.id(), payout));
	}

	void enquire() throws InterruptedException {
		this.dispatch.enquire();
	}

	<T> T bean(Class<T> type) {
		return this.dispatch.bean(type);
	}

	@Override
	public void close() {
		this.dispatch.close();
		this.bank.close();
		this.database.close();
	}

}

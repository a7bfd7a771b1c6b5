package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.OffSwitch;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.WaitingPayouts;
import dev.hundi.payout.Rail;
import dev.hundi.stream.dispatch.ScriptedBank.Script;
import dev.hundi.wallet.TestMoney;
import io.micrometer.core.instrument.MeterRegistry;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Banks and rails that the staff switches off and on. */
class SwitchedOffBanksIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final TestMoney money = new TestMoney(database.dataSource());

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	private final ScriptedBank first = new ScriptedBank();

	private final ScriptedBank second = new ScriptedBank();

	private final List<Dispatching> started = new ArrayList<>();

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		this.jdbc.sql("DELETE FROM bank_switch").update();
		assertThat(this.business.violations()).isEmpty();
		this.started.forEach(Dispatching::close);
		this.first.close();
		this.second.close();
	}

	@ParameterizedTest
	@CsvSource({ "first,", "first,IMPS", ",IMPS" })
	void holdsPayoutsUntilItIsOnAgain(@Nullable String bank, @Nullable Rail rail) {
		Dispatching dispatch = one();
		switchOff(dispatch, bank, rail);
		List<UUID> payouts = List.of(dispatched(dispatch), dispatched(dispatch), dispatched(dispatch));
		dispatch.drain();
		payouts.forEach((payout) -> assertThat(this.business.status(payout)).isEqualTo("4 WALLET_DEBITED"));
		assertThat(this.first.arrivals()).isEmpty();
		assertThat(dispatch.bank("first").parks()).as("other rails are not held up").isFalse();
		assertThat(switchesOff(dispatch)).isOne();

		switchOn(dispatch);
		assertThat(switchesOff(dispatch)).isZero();
		dispatch.drain();

		payouts.forEach((payout) -> this.business.awaitStatus(payout, "11 SUCCESS"));
		assertThat(this.first.arrivals())
			.containsExactlyInAnyOrderElementsOf(payouts.stream().map(BankReference::of).toList());
		payouts.forEach((payout) -> assertThat(this.business.stages(payout)).containsExactly("CREATED",
				"WALLET_DEBITED", "DISPATCHED", "SUCCESS"));
	}

	/** Neither the sweep nor a bank that catches up with another rail. */
	@Test
	void doesNotReadPayoutsOfASwitchedOffRail() {
		this.jdbc.sql("CREATE EXTENSION pg_stat_statements").update();
		Dispatching dispatch = start(Dispatching.with(database)
			.bank("first", this.first.url(), (bank) -> bank.onlyFor(Rail.NEFT, Rail.RTGS)));
		switchOff(dispatch, null, Rail.NEFT);
		UUID held = money.debitedPayout(this.business, "N");
		UUID parked = money.debitedPayout(this.business, "R");
		long before = waitingPayoutsRead();
		dispatch.bank("first").park();
		dispatch.drain();

		this.business.awaitStatus(parked, "11 SUCCESS");
		assertThat(dispatch.bank("first").parks()).isFalse();
		assertThat(waitingPayoutsRead() - before).as("only the parked one").isEqualTo(1);
		assertThat(dispatch.bean(WaitingPayouts.class)
			.unchangedSince(Instant.now().plusSeconds(60), dispatch.bean(DispatchToBank.class).openRoutes(), null,
					1_000))
			.isEmpty();

		switchOn(dispatch);
		dispatch.drain();
		this.business.awaitStatus(held, "11 SUCCESS");
	}

	/** A rail that is removed from the settings of a bank. */
	@Test
	void drainsWhatOnlyABankMayGetThatNoLongerTakesTheRail() {
		UUID lost = money.debitedPayout(this.business);
		this.first.script(BankReference.of(lost), Script.FALL_SILENT);
		try (Dispatching before = both()) {
			before.dispatch(key(lost));
			await().atMost(Duration.ofMinutes(2)).until(() -> {
				before.enquire();
				return banks(lost).equals(List.of("first NOT_SENT"));
			});
		}
		this.first.script(BankReference.of(lost), Script.PAY);
		Dispatching dispatch = start(
				Dispatching.with(database).bank("first", this.first.url(), (bank) -> bank.onlyFor(Rail.NEFT)));
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.bank("first").park();
			dispatch.drain();
			return this.business.status(lost).equals("11 SUCCESS");
		});
	}

	@Test
	void holdsPayoutsAcrossARestart() {
		try (Dispatching before = one()) {
			switchOff(before, "first", null);
		}
		Dispatching dispatch = one();
		UUID payout = dispatched(dispatch);
		assertThat(this.business.status(payout)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.first.arrivals()).isEmpty();
	}

	@Test
	void sendsToAnotherBankThatTakesTheRail() {
		Dispatching dispatch = both();
		switchOff(dispatch, "first", null);
		UUID payout = dispatched(dispatch);
		this.business.awaitStatus(payout, "11 SUCCESS");
		assertThat(banks(payout)).containsExactly("second SUCCEEDED");
		assertThat(this.first.arrivals()).isEmpty();
	}

	@Test
	void leavesOtherRailsOn() {
		Dispatching dispatch = one();
		switchOff(dispatch, "first", Rail.NEFT);
		this.business.awaitStatus(dispatched(dispatch), "11 SUCCESS");
	}

	/** What is in doubt is asked about, and never sent elsewhere. */
	@Test
	void settlesDoubtsOfASwitchedOffBankAndKeepsItsPayouts() {
		Dispatching dispatch = both();
		UUID paid = money.debitedPayout(this.business);
		UUID lost = money.debitedPayout(this.business);
		this.first.script(BankReference.of(paid), Script.PAY_AND_FALL_SILENT);
		this.first.script(BankReference.of(lost), Script.FALL_SILENT);
		dispatch.dispatch(key(paid), key(lost));
		this.business.awaitStatus(paid, "4 IN_DOUBT");
		this.business.awaitStatus(lost, "4 IN_DOUBT");

		switchOff(dispatch, "first", null);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			dispatch.enquire();
			return this.business.status(paid).equals("11 SUCCESS") && banks(lost).equals(List.of("first NOT_SENT"));
		});
		dispatch.dispatch(key(lost));
		dispatch.drain();
		assertThat(banks(lost)).containsExactly("first NOT_SENT");
		assertThat(this.second.arrivals()).isEmpty();

		this.first.script(BankReference.of(lost), Script.PAY);
		switchOn(dispatch);
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			// The retry delay of the payout may outlast one drain.
			dispatch.dispatch(key(lost));
			dispatch.drain();
			return this.business.status(lost).equals("11 SUCCESS");
		});
		assertThat(this.second.arrivals()).isEmpty();
	}

	private Dispatching one() {
		return start(Dispatching.with(database).bank("first", this.first.url()));
	}

	private Dispatching both() {
		return start(Dispatching.with(database).bank("first", this.first.url()).bank("second", this.second.url()));
	}

	private Dispatching start(Dispatching.Builder builder) {
		Dispatching dispatch = builder.start();
		this.started.add(dispatch);
		return dispatch;
	}

	private static void switchOff(Dispatching dispatch, @Nullable String bank, @Nullable Rail rail) {
		assertThat(dispatch.bean(BankSwitches.class).switchOff(bank, rail, "The bank asked for it", "a@example.com"))
			.isTrue();
		assertThat(dispatch.bean(BankSwitches.class).switchOff(bank, rail, "Once more", "a@example.com")).isFalse();
		dispatch.followSwitches();
	}

	private static void switchOn(Dispatching dispatch) {
		OffSwitch off = dispatch.bean(BankSwitches.class).off().getFirst();
		assertThat(dispatch.bean(BankSwitches.class).switchOn(off.switchId())).contains(off);
		assertThat(dispatch.bean(BankSwitches.class).switchOn(off.switchId())).isEmpty();
		dispatch.followSwitches();
	}

	/** An alert reports those that stay off. */
	private static double switchesOff(Dispatching dispatch) {
		return dispatch.bean(MeterRegistry.class).get("hundi.bank.switches.off").gauge().value();
	}

	private UUID dispatched(Dispatching dispatch) {
		UUID payout = money.debitedPayout(this.business);
		dispatch.dispatch(key(payout));
		return payout;
	}

	private long waitingPayoutsRead() {
		return this.jdbc
			.sql("""
					SELECT coalesce(sum(rows), 0) FROM pg_stat_statements
					 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query LIKE 'WITH candidate%'
					""")
			.query(Long.class)
			.single();
	}

	private PayoutKey key(UUID payout) {
		return new PayoutKey(this.business.id(), payout);
	}

	private List<String> banks(UUID payout) {
		return this.jdbc
			.sql("SELECT bank || ' ' || state FROM bank_attempt WHERE payout_id = :id ORDER BY attempt_number")
			.param("id", payout)
			.query(String.class)
			.list();
	}

}

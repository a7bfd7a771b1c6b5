package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.stream.debit.AfterDebit;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DispatchAheadTests {

	private final BlockingQueue<List<PayoutKey>> dispatched = new LinkedBlockingQueue<>();

	private final CompletableFuture<Void> capacity = new CompletableFuture<>();

	private DispatchAhead ahead = dispatching(true, this.dispatched::add);

	@AfterEach
	void close() {
		this.capacity.complete(null);
		this.ahead.destroy();
	}

	@Test
	void dispatchesWithoutAMessageAndLeavesNothingToIt() throws InterruptedException {
		List<PayoutKey> payouts = payouts(2);
		debited(payouts);
		assertThat(this.dispatched.poll(1, TimeUnit.MINUTES)).isEqualTo(payouts);
		List<PayoutKey> others = payouts(2);
		assertThat(this.ahead.notDispatched(List.of(others.getFirst(), payouts.getFirst(), others.getLast())))
			.isEqualTo(others);
	}

	/** A message that is replayed must be able to dispatch. */
	@Test
	void answersForTheFirstMessageOnly() {
		List<PayoutKey> payouts = payouts(1);
		debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEmpty();
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
	}

	@Test
	void leavesAFailedGroupToItsMessages() {
		this.ahead = dispatching(true, (payouts) -> {
			throw new IllegalStateException("no database");
		});
		List<PayoutKey> payouts = payouts(2);
		debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
	}

	@Test
	void leavesAGroupToItsMessagesAfterAnError() {
		this.ahead = dispatching(true, (payouts) -> {
			throw new StackOverflowError();
		});
		List<PayoutKey> payouts = payouts(2);
		debited(payouts);
		CompletableFuture<List<PayoutKey>> message = CompletableFuture
			.supplyAsync(() -> this.ahead.notDispatched(payouts), Thread::startVirtualThread);
		assertThat(message).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(payouts);
	}

	@Test
	void letsTheMessageWaitForAGroupThatIsBeingDispatched() {
		this.ahead = dispatching(true, (payouts) -> this.capacity.join());
		List<PayoutKey> payouts = payouts(1);
		debited(payouts);
		CompletableFuture<List<PayoutKey>> message = CompletableFuture
			.supplyAsync(() -> this.ahead.notDispatched(payouts), Thread::startVirtualThread);
		assertThat(message).isNotDone();
		this.capacity.complete(null);
		assertThat(message.join()).isEmpty();
	}

	@Test
	void leavesBulkFilesToTheirMessages() {
		List<PayoutKey> payouts = payouts(DispatchAhead.MAX_GROUP + 1);
		debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
		assertThat(this.dispatched).isEmpty();
	}

	@Test
	void leavesWhatWaitsTooLongToItsMessages() throws InterruptedException {
		this.ahead = dispatching(true, (payouts) -> {
			this.dispatched.add(payouts);
			this.capacity.join();
		});
		debited(payouts(1));
		assertThat(this.dispatched.poll(1, TimeUnit.MINUTES)).isNotNull();
		List<PayoutKey> waiting = payouts(DispatchAhead.MAX_WAITING + 1);
		waiting.forEach((payout) -> debited(List.of(payout)));
		assertThat(this.ahead.notDispatched(List.of(waiting.getLast()))).containsExactly(waiting.getLast());
		this.capacity.complete(null);
		assertThat(this.ahead.notDispatched(waiting)).containsExactly(waiting.getLast());
	}

	@Test
	void doesNothingWhereAnotherProcessDispatches() {
		this.ahead = dispatching(false, this.dispatched::add);
		List<PayoutKey> payouts = payouts(1);
		debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
		assertThat(this.dispatched).isEmpty();
	}

	@Test
	void takesNothingMoreAfterItsEnd() {
		this.ahead.destroy();
		List<PayoutKey> payouts = payouts(1);
		debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
	}

	@Test
	void sendsWhatTheDebitClaimedAndDispatchesTheOthers() throws InterruptedException {
		GuardedBank bank = GuardedBankTests.bank("axis", 2);
		Map<GuardedBank, List<PaymentOrder>> sent = new HashMap<>();
		this.ahead = new DispatchAhead(true, this.dispatched::add,
				() -> new ReservedCapacity(banks(bank), Duration.ofMinutes(1), sent::put));
		List<PayoutKey> payouts = payouts(3);
		PaymentOrder order = order(payouts.getFirst());
		try (AfterDebit.Group group = this.ahead.begin(payouts.size())) {
			assertThat(group.banks(rails(payouts))).isEqualTo(Map.of(payouts.get(0), "axis", payouts.get(1), "axis"));
			group.debited(payouts, List.of(new ClaimedOrder("axis", order)));
		}
		assertThat(sent).isEqualTo(Map.of(bank, List.of(order)));
		assertThat(this.dispatched.poll(1, TimeUnit.MINUTES)).isEqualTo(payouts.subList(1, 3));
		assertThat(this.ahead.notDispatched(payouts.subList(1, 3))).isEmpty();
		assertThat(bank.callsInFlight()).as("the permit of the order that is sent").isEqualTo(1);
	}

	@Test
	void sendsWhatALargeDebitClaimedAndLeavesTheOthersToTheirMessages() {
		GuardedBank bank = GuardedBankTests.bank("axis", 2);
		Map<GuardedBank, List<PaymentOrder>> sent = new HashMap<>();
		this.ahead = new DispatchAhead(true, this.dispatched::add,
				() -> new ReservedCapacity(banks(bank), Duration.ofMinutes(1), sent::put));
		List<PayoutKey> payouts = payouts(DispatchAhead.MAX_GROUP + 1);
		PaymentOrder order = order(payouts.getFirst());
		try (AfterDebit.Group group = this.ahead.begin(payouts.size())) {
			assertThat(group.banks(rails(payouts))).hasSize(2);
			group.debited(payouts, List.of(new ClaimedOrder("axis", order)));
		}
		assertThat(sent).isEqualTo(Map.of(bank, List.of(order)));
		assertThat(this.dispatched).isEmpty();
		List<PayoutKey> others = payouts.subList(1, payouts.size());
		assertThat(this.ahead.notDispatched(others)).isEqualTo(others);
	}

	@Test
	void claimsNothingWhereAnotherProcessDispatches() {
		try (AfterDebit.Group elsewhere = new DispatchAhead(false, this.dispatched::add, () -> {
			throw new AssertionError("Nothing is reserved");
		}).begin(1)) {
			assertThat(elsewhere.banks(rails(payouts(1)))).isEmpty();
		}
	}

	private void debited(List<PayoutKey> payouts) {
		try (AfterDebit.Group group = this.ahead.begin(payouts.size())) {
			group.debited(payouts, List.of());
		}
	}

	private static DispatchAhead dispatching(boolean enabled, Consumer<List<PayoutKey>> dispatch) {
		return new DispatchAhead(enabled, dispatch,
				() -> new ReservedCapacity(banks(), Duration.ofMinutes(1), (bank, orders) -> {
				}));
	}

	private static Banks banks(GuardedBank... banks) {
		return new Banks(List.of(banks), List.of(), new SimpleMeterRegistry());
	}

	private static Map<PayoutKey, Rail> rails(List<PayoutKey> payouts) {
		Map<PayoutKey, Rail> rails = new LinkedHashMap<>();
		payouts.forEach((payout) -> rails.put(payout, Rail.IMPS));
		return rails;
	}

	private static PaymentOrder order(PayoutKey payout) {
		return new PaymentOrder(new Attempt(payout, 1), BankReference.of(payout.payoutId()), Rail.IMPS, 10_00,
				"Ramesh Kumar", "123456789012", "HDFC0000001", null, "TXN1", null, false);
	}

	private static List<PayoutKey> payouts(int count) {
		return IntStream.range(0, count).mapToObj((i) -> new PayoutKey(UUID.randomUUID(), UUID.randomUUID())).toList();
	}

}

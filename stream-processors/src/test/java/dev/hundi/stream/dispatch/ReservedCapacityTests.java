package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReservedCapacityTests {

	private static final Duration LEASE = Duration.ofMinutes(1);

	private final GuardedBank first = GuardedBankTests.bank("axis", 2);

	private final GuardedBank second = GuardedBankTests.bank("yes", 1);

	private final Banks banks = new Banks(List.of(this.first, this.second), List.of(), new SimpleMeterRegistry());

	private final List<PaymentOrder> sent = new ArrayList<>();

	private final ReservedCapacity capacity = new ReservedCapacity(this.banks, LEASE,
			(bank, orders) -> this.sent.addAll(orders));

	@Test
	void fillsBanksByPreferenceAndLeavesTheRest() {
		Map<PayoutKey, Rail> payouts = payouts(4);
		assertThat(this.capacity.banks(payouts).values()).containsExactlyInAnyOrder("axis", "axis", "yes");
		assertThat(this.capacity.banks(payouts)).isEmpty();
	}

	@Test
	void rowsOfFilesLeaveAQuarterOfTheCallsToPayoutsOfTheApi() {
		assertThat(this.capacity.banksOfRows(payouts(4)).values()).containsExactly("axis");
		assertThat(this.capacity.banksOfRows(payouts(4))).isEmpty();
		assertThat(this.capacity.banks(payouts(4)).values()).containsExactlyInAnyOrder("axis", "yes");
	}

	@Test
	void releasesWhatIsNotSent() {
		List<PayoutKey> payouts = List.copyOf(payouts(3).keySet());
		Map<PayoutKey, Rail> rails = new LinkedHashMap<>();
		payouts.forEach((payout) -> rails.put(payout, Rail.IMPS));
		this.capacity.banks(rails);
		this.capacity.send(List.of(new ClaimedOrder("axis", order(payouts.getFirst()))));
		this.capacity.close();
		assertThat(this.sent).extracting((order) -> order.attempt().payout()).containsExactly(payouts.getFirst());
		assertThat(this.first.callsInFlight()).isEqualTo(1);
		assertThat(this.second.callsInFlight()).isZero();
	}

	@Test
	void choosesNoBankThatDoesNotTakeTheRail() {
		assertThat(this.capacity.banks(Map.of(new PayoutKey(UUID.randomUUID(), UUID.randomUUID()), Rail.UPI)))
			.isEmpty();
	}

	@Test
	void leavesBanksToThePayoutsThatWaitForThem() throws Exception {
		this.first.park();
		this.second.acquire(1, LEASE);
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Integer> waits = threads.submit(() -> this.second.acquire(1, LEASE));
			Awaitility.await().until(this.second::isAwaited);
			assertThat(this.capacity.banks(payouts(1))).isEmpty();
			this.second.release(1);
			assertThat(waits.get()).isEqualTo(1);
		}
		this.first.unpark();
		assertThat(this.capacity.banks(payouts(1))).containsValue("axis");
	}

	private static Map<PayoutKey, Rail> payouts(int count) {
		Map<PayoutKey, Rail> payouts = new LinkedHashMap<>();
		for (int i = 0; i < count; i++) {
			payouts.put(new PayoutKey(UUID.randomUUID(), UUID.randomUUID()), Rail.IMPS);
		}
		return payouts;
	}

	private static PaymentOrder order(PayoutKey payout) {
		return new PaymentOrder(new Attempt(payout, 1), BankReference.of(payout.payoutId()), Rail.IMPS, 10_00,
				"Ramesh Kumar", "123456789012", "HDFC0000001", null, "TXN1", null, false);
	}

}

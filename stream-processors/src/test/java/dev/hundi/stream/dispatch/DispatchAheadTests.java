package dev.hundi.stream.dispatch;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.hundi.bank.PayoutKey;
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
		this.ahead.debited(payouts);
		assertThat(this.dispatched.poll(1, TimeUnit.MINUTES)).isEqualTo(payouts);
		List<PayoutKey> others = payouts(2);
		assertThat(this.ahead.notDispatched(List.of(others.getFirst(), payouts.getFirst(), others.getLast())))
			.isEqualTo(others);
	}

	/** A message that is replayed must be able to dispatch. */
	@Test
	void answersForTheFirstMessageOnly() {
		List<PayoutKey> payouts = payouts(1);
		this.ahead.debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEmpty();
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
	}

	@Test
	void leavesAFailedGroupToItsMessages() {
		this.ahead = dispatching(true, (payouts) -> {
			throw new IllegalStateException("no database");
		});
		List<PayoutKey> payouts = payouts(2);
		this.ahead.debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
	}

	@Test
	void letsTheMessageWaitForAGroupThatIsBeingDispatched() {
		this.ahead = dispatching(true, (payouts) -> this.capacity.join());
		List<PayoutKey> payouts = payouts(1);
		this.ahead.debited(payouts);
		CompletableFuture<List<PayoutKey>> message = CompletableFuture
			.supplyAsync(() -> this.ahead.notDispatched(payouts), Thread::startVirtualThread);
		assertThat(message).isNotDone();
		this.capacity.complete(null);
		assertThat(message.join()).isEmpty();
	}

	@Test
	void leavesBulkFilesToTheirMessages() {
		List<PayoutKey> payouts = payouts(DispatchAhead.MAX_GROUP + 1);
		this.ahead.debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
		assertThat(this.dispatched).isEmpty();
	}

	@Test
	void leavesWhatWaitsTooLongToItsMessages() throws InterruptedException {
		this.ahead = dispatching(true, (payouts) -> {
			this.dispatched.add(payouts);
			this.capacity.join();
		});
		this.ahead.debited(payouts(1));
		assertThat(this.dispatched.poll(1, TimeUnit.MINUTES)).isNotNull();
		List<PayoutKey> waiting = payouts(DispatchAhead.MAX_WAITING + 1);
		waiting.forEach((payout) -> this.ahead.debited(List.of(payout)));
		assertThat(this.ahead.notDispatched(List.of(waiting.getLast()))).containsExactly(waiting.getLast());
		this.capacity.complete(null);
		assertThat(this.ahead.notDispatched(waiting)).containsExactly(waiting.getLast());
	}

	@Test
	void doesNothingWhereAnotherProcessDispatches() {
		this.ahead = dispatching(false, this.dispatched::add);
		List<PayoutKey> payouts = payouts(1);
		this.ahead.debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
		assertThat(this.dispatched).isEmpty();
	}

	@Test
	void takesNothingMoreAfterItsEnd() {
		this.ahead.destroy();
		List<PayoutKey> payouts = payouts(1);
		this.ahead.debited(payouts);
		assertThat(this.ahead.notDispatched(payouts)).isEqualTo(payouts);
	}

	private static DispatchAhead dispatching(boolean enabled, Consumer<List<PayoutKey>> dispatch) {
		return new DispatchAhead(enabled, dispatch);
	}

	private static List<PayoutKey> payouts(int count) {
		return IntStream.range(0, count).mapToObj((i) -> new PayoutKey(UUID.randomUUID(), UUID.randomUUID())).toList();
	}

}

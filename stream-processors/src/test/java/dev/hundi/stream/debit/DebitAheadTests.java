package dev.hundi.stream.debit;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.hundi.payout.Stage;
import dev.hundi.stream.message.PayoutMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DebitAheadTests {

	private final BlockingQueue<List<PayoutMessage>> debited = new LinkedBlockingQueue<>();

	@Test
	void debitsWithoutAMessageAndAgainAfterAFailure() throws InterruptedException {
		DebitAhead ahead = new DebitAhead(true, (messages) -> {
			this.debited.add(messages);
			throw new IllegalStateException("no database");
		});
		List<PayoutMessage> first = List.of(message());
		ahead.accepted(first);
		assertThat(this.debited.poll(1, TimeUnit.MINUTES)).isEqualTo(first);
		List<PayoutMessage> second = List.of(message());
		Awaitility.await().until(() -> {
			ahead.accepted(second);
			return second.equals(this.debited.poll(10, TimeUnit.MILLISECONDS));
		});
		ahead.destroy();
	}

	@Test
	void leavesPayoutsToTheirMessagesDuringADebitAndAfterItsEnd() throws InterruptedException {
		CompletableFuture<Void> commit = new CompletableFuture<>();
		DebitAhead ahead = new DebitAhead(true, (messages) -> {
			this.debited.add(messages);
			commit.join();
		});
		ahead.accepted(List.of(message()));
		assertThat(this.debited.poll(1, TimeUnit.MINUTES)).isNotNull();
		ahead.accepted(List.of(message()));
		commit.complete(null);
		ahead.destroy();
		ahead.accepted(List.of(message()));
		assertThat(this.debited).isEmpty();
	}

	@Test
	void doesNothingWhereAnotherProcessDebits() {
		DebitAhead ahead = new DebitAhead(false, this.debited::add);
		ahead.accepted(List.of(message()));
		ahead.destroy();
		assertThat(this.debited).isEmpty();
	}

	private static PayoutMessage message() {
		return PayoutMessage.of(UUID.randomUUID(), Stage.CREATED, UUID.randomUUID(), UUID.randomUUID(), 1,
				Instant.now());
	}

}

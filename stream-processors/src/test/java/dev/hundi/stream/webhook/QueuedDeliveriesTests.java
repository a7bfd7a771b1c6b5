package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.EndpointSecret;
import dev.hundi.webhook.NewDelivery;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueuedDeliveriesTests {

	private static final UUID A = UUID.randomUUID();

	private static final UUID B = UUID.randomUUID();

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

	private final QueuedDeliveries queued = new QueuedDeliveries(3, 5, this.nanos::get);

	@Test
	void takesOfEachEndpointInOrderWhatItHasCapacityFor() {
		List<NewDelivery> ofA = add(A, 3);
		List<NewDelivery> ofB = add(B, 2);
		assertThat(this.queued.take(4, (endpoint) -> endpoint.equals(A) ? 2 : 5)).containsExactly(ofA.get(0),
				ofA.get(1), ofB.get(0), ofB.get(1));
		assertThat(this.queued.size()).isOne();
		assertThat(this.queued.take(0, (endpoint) -> 5)).isEmpty();
		assertThat(this.queued.take(4, (endpoint) -> 0)).isEmpty();
		assertThat(this.queued.take(4, (endpoint) -> -1)).isEmpty();
		assertThat(this.queued.take(4, (endpoint) -> 5)).containsExactly(ofA.get(2));
		assertThat(this.queued.size()).isZero();
	}

	@Test
	void holdsAtMostItsLimits() {
		add(A, 3);
		assertThat(this.queued.add(delivery(A))).isFalse();
		add(B, 2);
		assertThat(this.queued.add(delivery(B))).isFalse();
		assertThat(this.queued.size()).isEqualTo(5);
		this.queued.take(1, (endpoint) -> 1);
		assertThat(this.queued.add(delivery(B))).isTrue();
	}

	/** 64 times 32 and 16 times 512, the attempts that the default settings permit. */
	@Test
	void holdsAtMost2048OfAnEndpointAnd8192OfAProcess() {
		WebhookSettings settings = new WebhookSettings(true, Duration.ofSeconds(5), List.of(), Duration.ofSeconds(30),
				512, 32, Duration.ofSeconds(1), Instances.NEVER_PARKED);
		QueuedDeliveries ofProcess = QueuedDeliveries.of(settings, this.nanos::get);
		for (int endpoint = 0; endpoint < 3; endpoint++) {
			UUID full = UUID.randomUUID();
			assertThat(Stream.generate(() -> delivery(full)).limit(2_048)).allMatch(ofProcess::add);
			assertThat(ofProcess.add(delivery(full))).isFalse();
		}
		assertThat(Stream.generate(() -> delivery(UUID.randomUUID())).limit(2_048)).allMatch(ofProcess::add);
		assertThat(ofProcess.add(delivery(UUID.randomUUID()))).isFalse();
		assertThat(ofProcess.size()).isEqualTo(8_192);
		ofProcess.take(1, (endpoint) -> 1);
		assertThat(ofProcess.add(delivery(UUID.randomUUID()))).isTrue();
	}

	@Test
	void attemptsNoneThatHasWaitedForLong() {
		List<NewDelivery> late = add(A, 2);
		pass(Duration.ofMillis(300));
		List<NewDelivery> inTime = add(B, 1);
		pass(Duration.ofMillis(201));
		assertThat(this.queued.hasLate()).isTrue();
		assertThat(this.queued.take(5, (endpoint) -> 5)).isEqualTo(inTime);
		assertThat(this.queued.size()).isEqualTo(2);
		assertThat(this.queued.takeLate()).isEqualTo(late);
		assertThat(this.queued.hasLate()).isFalse();
		assertThat(this.queued.takeLate()).isEmpty();
		assertThat(this.queued.size()).isZero();
	}

	@Test
	void givesUpTheDeliveriesOfAnEndpoint() {
		List<NewDelivery> ofA = add(A, 2);
		List<NewDelivery> ofB = add(B, 1);
		this.queued.giveUp(A);
		assertThat(this.queued.hasLate()).isTrue();
		assertThat(this.queued.take(5, (endpoint) -> 5)).isEqualTo(ofB);
		assertThat(this.queued.takeLate()).isEqualTo(ofA);
		assertThat(this.queued.size()).isZero();
	}

	@Test
	void givesAllBackAtTheEnd() {
		List<NewDelivery> all = Stream.of(add(A, 2), add(B, 2)).flatMap(List::stream).toList();
		assertThat(this.queued.takeAll()).containsExactlyElementsOf(all);
		assertThat(this.queued.size()).isZero();
	}

	private List<NewDelivery> add(UUID endpoint, int count) {
		List<NewDelivery> added = Stream.generate(() -> delivery(endpoint)).limit(count).toList();
		assertThat(added).allMatch(this.queued::add);
		return added;
	}

	private void pass(Duration time) {
		this.nanos.addAndGet(time.toNanos());
	}

	private static NewDelivery delivery(UUID endpoint) {
		ClaimedDelivery claimed = new ClaimedDelivery(UUID.randomUUID(), UUID.randomUUID(), endpoint,
				"https://merchant.example/hook",
				new EndpointSecret(EndpointSecret.place(endpoint, endpoint), new byte[0], null), new byte[0], 0,
				Instant.EPOCH, ClaimedDelivery.Endpoint.WELL);
		return new NewDelivery(claimed, UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID(), "Initiated", true);
	}

}

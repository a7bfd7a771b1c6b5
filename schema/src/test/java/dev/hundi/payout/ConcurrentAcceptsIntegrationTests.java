package dev.hundi.payout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Refused;
import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random requests with few keys and nonces, from many threads into two processes at once:
 * responses and stored rows must agree.
 */
class ConcurrentAcceptsIntegrationTests {

	private static final int REQUESTS = 600;

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4, 5 })
	void storesExactlyWhatItAnswers(long seed) throws Exception {
		try (TestDatabase database = TestDatabase.create()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			List<TestBusiness> businesses = List.of(TestBusiness.create(database), TestBusiness.create(database));
			List<NewPayout> requests = requests(new Random(seed), jdbc, businesses);

			List<Answered> answered = send(requests, database);

			assertThat(businesses.getFirst().violations()).isEmpty();
			Stored stored = Stored.read(jdbc);
			assertThat(receipts(answered, Accepted.class)).doesNotHaveDuplicates()
				.extracting(PayoutReceipt::payoutId)
				.containsExactlyInAnyOrderElementsOf(stored.payoutIds);
			assertThat(stored.createdEvents).containsExactlyInAnyOrderElementsOf(stored.payoutIds);
			assertThat(stored.nonces)
				.containsExactlyInAnyOrderElementsOf(new HashSet<>(requests.stream().map(NewPayout::nonce).toList()));
			assertThat(answered.stream()
				.filter((each) -> !(each.acceptance instanceof NonceUsed))
				.map((each) -> each.payout.nonce())).doesNotHaveDuplicates().hasSameSizeAs(stored.nonces);
			assertEachKeyHasOnePayout(answered);
			assertThat(jdbc.sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
				.query(Long.class)
				.single()).isZero();
		}
	}

	private static void assertEachKeyHasOnePayout(List<Answered> answered) {
		answered.stream()
			.filter((each) -> each.payout.idempotencyKey() != null)
			.collect(Collectors.groupingBy(Answered::key))
			.forEach((key, same) -> {
				List<PayoutReceipt> accepted = receipts(same, Accepted.class);
				assertThat(accepted).as(key).hasSizeLessThanOrEqualTo(1);
				assertThat(receipts(same, Replayed.class)).as(key).allMatch(accepted::contains);
			});
	}

	private static List<Answered> send(List<NewPayout> requests, TestDatabase database) throws Exception {
		Payouts payouts = new Payouts(JdbcClient.create(database.dataSource()));
		List<AcceptPayout> processes = List.of(new AcceptPayout(new JdbcTemplate(database.dataSource()), payouts),
				new AcceptPayout(new JdbcTemplate(database.dataSource()), payouts));
		List<Callable<Acceptance>> calls = new ArrayList<>();
		for (NewPayout payout : requests) {
			AcceptPayout process = processes.get(calls.size() % processes.size());
			calls.add(() -> process.accept(payout));
		}
		List<Answered> answered = new ArrayList<>();
		try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory())) {
			List<Future<Acceptance>> answers = threads.invokeAll(calls);
			for (int i = 0; i < answers.size(); i++) {
				answered.add(new Answered(requests.get(i), answers.get(i).get()));
			}
		}
		return answered;
	}

	private static List<NewPayout> requests(Random random, JdbcClient jdbc, List<TestBusiness> businesses) {
		List<NewPayout> requests = new ArrayList<>();
		for (int i = 0; i < REQUESTS; i++) {
			UUID business = businesses.get(random.nextInt(businesses.size())).id();
			UUID beneficiary = (random.nextInt(10) == 0) ? UUID.randomUUID()
					: jdbc.sql("SELECT beneficiary_id FROM beneficiary WHERE business_id = :id")
						.param("id", business)
						.query(UUID.class)
						.single();
			String nonce = (random.nextInt(5) == 0) ? "N-" + random.nextInt(40) : "N-alone-" + i;
			String key = (random.nextInt(4) == 0) ? null : "K-" + random.nextInt(60);
			Rail rail = (random.nextInt(10) == 0) ? Rail.UPI : Rail.IMPS;
			requests.add(new NewPayout(business, "pk_test", nonce, key, beneficiary, rail, 1 + random.nextInt(1000),
					new Charge(0, 0), "R-" + i));
		}
		return requests;
	}

	private static List<PayoutReceipt> receipts(List<Answered> answered, Class<? extends Acceptance> type) {
		return answered.stream()
			.map(Answered::acceptance)
			.filter(type::isInstance)
			.map(ConcurrentAcceptsIntegrationTests::receipt)
			.toList();
	}

	private static PayoutReceipt receipt(Acceptance acceptance) {
		return switch (acceptance) {
			case Accepted accepted -> accepted.receipt();
			case Replayed replayed -> replayed.receipt();
			case NonceUsed used -> throw new AssertionError(used);
			case Refused refused -> throw new AssertionError(refused);
		};
	}

	private record Answered(NewPayout payout, Acceptance acceptance) {

		String key() {
			return this.payout.businessId() + " " + this.payout.idempotencyKey();
		}

	}

	private record Stored(List<UUID> payoutIds, List<UUID> createdEvents, List<String> nonces) {

		static Stored read(JdbcClient jdbc) {
			return new Stored(jdbc.sql("SELECT payout_id FROM payout").query(UUID.class).list(),
					jdbc.sql("SELECT payout_id FROM payout_event WHERE stage = 'CREATED' AND source = 'API'")
						.query(UUID.class)
						.list(),
					jdbc.sql("SELECT nonce FROM request_nonce").query(String.class).list());
		}

	}

}

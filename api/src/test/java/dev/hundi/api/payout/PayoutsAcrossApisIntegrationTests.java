package dev.hundi.api.payout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two instances of the API on one database.
 */
class PayoutsAcrossApisIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final List<RunningApi> apis = List.of(RunningApi.start(database), RunningApi.start(database));

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final Business business = new Business();

	@AfterAll
	static void close() {
		apis.forEach(RunningApi::close);
		database.close();
	}

	@Test
	void createsOnePayoutFrom64ConcurrentRequestsWithOneKey() throws Exception {
		List<Answer> answers = atOnce(64, List.of(this.business));

		assertThat(answers).allMatch((answer) -> answer.status() == 200);
		assertThat(answers.stream().map(PayoutsAcrossApisIntegrationTests::ids).distinct()).hasSize(1);
		assertThat(answers).filteredOn((answer) -> answer.header("Idempotent-Replayed").isEmpty()).hasSize(1);
		assertThat(this.business.payouts()).isEqualTo(1);
	}

	@Test
	void idempotencyKeysBelongToTheirBusiness() throws Exception {
		Business other = new Business();

		Map<String, Long> pairs = atOnce(40, List.of(this.business, other)).stream()
			.collect(Collectors.groupingBy(PayoutsAcrossApisIntegrationTests::ids, Collectors.counting()));

		assertThat(pairs.values()).containsExactly(20L, 20L);
		assertThat(this.business.payouts()).isEqualTo(1);
		assertThat(other.payouts()).isEqualTo(1);
	}

	@Test
	void acceptsEachPayoutWithOneStatement() {
		jdbc.sql("CREATE EXTENSION IF NOT EXISTS pg_stat_statements").update();
		RunningApi api = apis.getFirst();
		// The first request of a key loads the key.
		assertThat(this.business.pay(api, "K-first").status()).isEqualTo(200);
		// Opening another connection of the pool executes further statements once.
		await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
			jdbc.sql("SELECT pg_stat_statements_reset()").query((row, number) -> 0).single();
			for (int i = 0; i < 20; i++) {
				assertThat(this.business.pay(api, UUID.randomUUID().toString()).status()).isEqualTo(200);
			}
			Map<String, Integer> calls = statements();
			assertThat(calls).containsEntry("accept", 20);
			calls.remove("accept");
			// Cached keys are reloaded every few seconds.
			calls.remove("key");
			assertThat(calls).isEmpty();
		});
	}

	/** Calls per statement since the last reset. */
	private static Map<String, Integer> statements() {
		return jdbc
			.sql("""
					SELECT CASE WHEN query LIKE '%payout_event%' THEN 'accept' WHEN query LIKE '%FROM api_key%' THEN 'key' ELSE query END
					         AS statement, sum(calls)::int AS calls
					  FROM pg_stat_statements
					 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
					   AND query NOT LIKE '%pg_stat_statements%'
					 GROUP BY statement
					""")
			.query((row, number) -> Map.entry(row.getString("statement"), row.getInt("calls")))
			.list()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/** Answers to concurrent payouts with one key, sent to both instances in turn. */
	private static List<Answer> atOnce(int count, List<Business> businesses) throws Exception {
		CountDownLatch start = new CountDownLatch(1);
		List<Future<Answer>> futures = new ArrayList<>();
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (int i = 0; i < count; i++) {
				RunningApi api = apis.get(i % 2);
				Business business = businesses.get(i / 2 % businesses.size());
				futures.add(threads.submit(() -> {
					start.await();
					return business.pay(api, "K-at-once");
				}));
			}
			start.countDown();
		}
		List<Answer> answers = new ArrayList<>();
		for (Future<Answer> future : futures) {
			answers.add(future.get());
		}
		return answers;
	}

	private static String ids(Answer answer) {
		return answer.data().path("payoutTransactionId").asString() + " "
				+ answer.data().path("transactionId").asString();
	}

	private static final class Business {

		private final UUID id = TestBusiness.create(database).id();

		private final IssuedKey key = apis.getFirst().bean(ApiKeys.class).issue(this.id);

		private final UUID beneficiary = jdbc.sql("SELECT beneficiary_id FROM beneficiary WHERE business_id = :id")
			.param("id", this.id)
			.query(UUID.class)
			.single();

		Answer pay(RunningApi api, String idempotencyKey) {
			return api.send(Call.post("/v1/payouts", Merchant.payout(this.beneficiary.toString(), "25.00"))
				.header("Idempotency-Key", idempotencyKey), this.key);
		}

		long payouts() {
			return jdbc.sql("SELECT count(*) FROM payout WHERE business_id = :id")
				.param("id", this.id)
				.query(Long.class)
				.single();
		}

	}

}

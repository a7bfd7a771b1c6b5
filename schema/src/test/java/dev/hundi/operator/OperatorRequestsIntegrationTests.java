package dev.hundi.operator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorRequestsIntegrationTests {

	private static final RequestKind REPLAY = RequestKind.REPLAY_DEAD_LETTER;

	private static final Duration LEASE = Duration.ofMinutes(1);

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final OperatorRequests requests = OwnerBeans.bean(this.database.url(), null, OperatorRequests.class);

	private final TransactionTemplate transactions = OwnerBeans.bean(this.database.url(), null,
			TransactionTemplate.class);

	private final UUID person = this.jdbc.sql("""
			INSERT INTO person (audience, email, person_name) VALUES ('STAFF', 'operator@example.com', 'Omar')
			RETURNING person_id
			""").query(UUID.class).single();

	@BeforeEach
	void noOtherRequests() {
		this.jdbc.sql("DELETE FROM operator_request").update();
	}

	@AfterAll
	void close() {
		OwnerBeans.close(this.database.url());
		this.database.close();
	}

	@Test
	void oneCopyClaimsARequestAndRecordsItsResult() {
		UUID id = ask(Map.of("topic", "t", "offset", 7));
		assertThat(this.requests.claim(Set.of(RequestKind.READ_DEAD_LETTERS), LEASE)).isEmpty();
		ClaimedRequest claimed = claim();
		assertThat(claimed.requestId()).isEqualTo(id);
		assertThat(claimed.arguments().path("offset").asLong()).isEqualTo(7);
		assertThat(this.requests.claim(Set.of(REPLAY), LEASE)).as("claimed").isEmpty();
		assertThat(this.requests.end(claimed, new RequestOutcome.Done(Map.of("replayed", 1)))).isTrue();
		OperatorRequest shown = shown(id);
		assertThat(shown.state()).isEqualTo(RequestState.DONE);
		assertThat(shown.result()).hasToString("{\"replayed\":1}");
		assertThat(shown.asked().personName()).isEqualTo("Omar");
		assertThat(shown.asked().reason()).isEqualTo("bank is back");
		assertThat(this.requests.newest(Set.of(REPLAY), null, 10)).containsExactly(shown);
		assertThat(this.requests.newest(Set.of(REPLAY), id, 10)).isEmpty();
	}

	@Test
	void aCrashBetweenClaimAndResultLeavesTheRequestClaimable() {
		UUID id = ask(Map.of());
		ClaimedRequest crashed = claim();
		expireLease();
		ClaimedRequest second = claim();
		assertThat(second.requestId()).isEqualTo(id);
		assertThat(second.attempt()).isEqualTo(2);
		assertThat(this.requests.end(crashed, new RequestOutcome.Refused("too late"))).as("lost claim").isFalse();
		assertThat(this.requests.renew(crashed, LEASE)).isFalse();
		assertThat(this.requests.renew(second, LEASE)).isTrue();
		assertThat(this.requests.end(second, new RequestOutcome.Refused("There is no such letter"))).isTrue();
		assertThat(shown(id)).extracting(OperatorRequest::state, OperatorRequest::failure)
			.containsExactly(RequestState.REFUSED, "There is no such letter");
	}

	@Test
	void aRequestWhoseProcessesAllCrashEndsAsFailed() {
		UUID id = ask(Map.of());
		for (int i = 0; i < OperatorRequests.MAX_ATTEMPTS; i++) {
			claim();
			expireLease();
		}
		assertThat(this.requests.claim(Set.of(REPLAY), LEASE)).isEmpty();
		assertThat(shown(id).state()).isEqualTo(RequestState.FAILED);
	}

	@Test
	void aRequestThatIsGivenBackCountsNoAttempt() {
		ask(Map.of());
		this.requests.giveBack(claim());
		assertThat(claim().attempt()).isEqualTo(1);
	}

	@Test
	void aWorkerRepeatsWhatFailedAndRefusesInvalidArguments() {
		List<Integer> attempts = new ArrayList<>();
		CarryOut failsOnce = (request) -> {
			attempts.add(request.attempt());
			if (request.arguments().path("topic").isMissingNode()) {
				throw new IllegalArgumentException("topic is required");
			}
			if (request.attempt() == 1) {
				throw new IllegalStateException("Kafka is unavailable");
			}
			return new RequestOutcome.Done(Map.of("replayed", 1));
		};
		CarryOutRequests worker = worker(Map.of(REPLAY, failsOnce));
		worker.start();
		try {
			UUID invalid = ask(Map.of());
			awaitEnd(invalid);
			assertThat(shown(invalid)).extracting(OperatorRequest::state, OperatorRequest::failure)
				.containsExactly(RequestState.REFUSED, "topic is required");
			UUID valid = ask(Map.of("topic", "t"));
			awaitEnd(valid);
			assertThat(shown(valid)).extracting(OperatorRequest::state, OperatorRequest::failure)
				.containsExactly(RequestState.DONE, null);
			assertThat(attempts).containsExactly(1, 1, 2);
		}
		finally {
			worker.stop();
		}
	}

	@Test
	void actAndResultAreOneTransactionWhereTheActIsInTheDatabase() {
		CarryOut rename = (request) -> {
			rename(request.arguments().path("name").asString());
			if (request.arguments().path("name").asString().equals("Refused")) {
				throw new IllegalStateException("decided already");
			}
			return new RequestOutcome.Done(Map.of("by", request.askedBy()));
		};
		CarryOutRequests worker = worker(Map.of(), Map.of(REPLAY, rename));
		worker.start();
		try {
			UUID refused = ask(Map.of("name", "Refused"));
			awaitEnd(refused);
			assertThat(shown(refused).failure()).isEqualTo("decided already");
			assertThat(shown(refused).asked().personName()).as("rolled back").isEqualTo("Omar");
			UUID done = ask(Map.of("name", "Olga"));
			awaitEnd(done);
			assertThat(shown(done).result()).hasToString("{\"by\":\"operator@example.com\"}");
			assertThat(shown(done).asked().personName()).isEqualTo("Olga");
		}
		finally {
			worker.stop();
			rename("Omar");
		}
	}

	@Test
	void anActInTheDatabaseIsRolledBackIfItsClaimWasLost() {
		CountDownLatch acted = new CountDownLatch(1);
		CarryOutRequests worker = worker(Map.of(), Map.of(REPLAY, (request) -> {
			rename("Late");
			this.jdbc
				.sql("UPDATE operator_request SET claim_id = gen_random_uuid(), due_at = now() + interval '1 minute'")
				.update();
			acted.countDown();
			return new RequestOutcome.Done(Map.of());
		}));
		worker.start();
		UUID id = ask(Map.of());
		Awaitility.await().until(() -> acted.getCount() == 0);
		worker.stop();
		assertThat(shown(id)).extracting(OperatorRequest::state, (request) -> request.asked().personName())
			.containsExactly(RequestState.PENDING, "Omar");
	}

	private void rename(String name) {
		OwnerBeans.bean(this.database.url(), null, JdbcClient.class)
			.sql("UPDATE person SET person_name = :name")
			.param("name", name)
			.update();
	}

	@Test
	void twoWorkersCarryOutEachRequestOnce() {
		AtomicInteger calls = new AtomicInteger();
		CarryOut count = (request) -> new RequestOutcome.Done(Map.of("call", calls.incrementAndGet()));
		List<CarryOutRequests> workers = List.of(worker(Map.of(REPLAY, count)), worker(Map.of(REPLAY, count)));
		workers.forEach(CarryOutRequests::start);
		try {
			List<UUID> asked = new ArrayList<>();
			for (int i = 0; i < 20; i++) {
				asked.add(ask(Map.of()));
			}
			asked.forEach(this::awaitEnd);
			assertThat(calls).hasValue(20);
		}
		finally {
			workers.forEach(CarryOutRequests::stop);
		}
	}

	@Test
	void aWorkerWithoutKindsDoesNotRun() {
		CarryOutRequests worker = worker(Map.of());
		worker.start();
		assertThat(worker.isRunning()).isFalse();
	}

	@Test
	void anActNeedsAReasonAndAReadingTakesNone() {
		assertThatIllegalArgumentException().isThrownBy(() -> ask(REPLAY, null)).withMessageContaining("reason");
		assertThatIllegalArgumentException().isThrownBy(() -> ask(RequestKind.READ_DEAD_LETTERS, "curious"));
		refused("INSERT INTO operator_request (kind, arguments, person_id, asked_by) VALUES ('REPLAY_X', '{}', '%s', 'x')"
			.formatted(this.person));
		refused("INSERT INTO operator_request (kind, arguments, person_id, asked_by, reason) VALUES ('READ_X', '{}', '%s', 'x', 'curious')"
			.formatted(this.person));
	}

	@Test
	void theDatabaseKeepsWhatWasAskedForAndHowItEnded() {
		ask(Map.of());
		refused("UPDATE operator_request SET arguments = '{\"offset\": 1}'");
		refused("UPDATE operator_request SET reason = 'another reason'");
		this.requests.end(claim(), new RequestOutcome.Refused("no"));
		refused("UPDATE operator_request SET state = 'PENDING', due_at = now(), ended_at = NULL");
	}

	@Test
	void removesWhatEndedLongAgo() {
		UUID id = ask(Map.of());
		this.requests.end(claim(), new RequestOutcome.Refused("no"));
		UUID pending = ask(Map.of());
		assertThat(this.requests.countEnded(Duration.ofDays(1))).isZero();
		assertThat(this.requests.countEnded(Duration.ZERO)).isOne();
		assertThat(this.requests.removeEnded(Duration.ZERO, 10)).isOne();
		assertThat(this.requests.find(id)).isEmpty();
		assertThat(this.requests.find(pending)).isPresent();
	}

	@Test
	void countsWhatWaitsAndWhatFailed() {
		ask(Map.of());
		assertThat(this.requests.backlog()).isEqualTo(new OperatorRequests.Backlog(0, 0));
		for (String state : List.of("'PENDING', now(), NULL, NULL", "'FAILED', NULL, now(), 'Kafka is unavailable'")) {
			this.jdbc.sql("""
					INSERT INTO operator_request (kind, arguments, person_id, asked_by, reason, created_at, state, due_at, ended_at, failure)
					VALUES ('REPLAY_DEAD_LETTERS', '{}', '%s', 'x', 'bank is back', now() - interval '2 minutes', %s)
					""".formatted(this.person, state)).update();
		}
		assertThat(this.requests.backlog()).isEqualTo(new OperatorRequests.Backlog(1, 1));
	}

	private UUID ask(Map<String, ?> arguments) {
		return this.transactions.execute((status) -> this.requests.ask(REPLAY, arguments, this.person, "bank is back"));
	}

	private UUID ask(RequestKind kind, @Nullable String reason) {
		return this.transactions.execute((status) -> this.requests.ask(kind, Map.of(), this.person, reason));
	}

	private ClaimedRequest claim() {
		return this.requests.claim(Set.of(REPLAY), LEASE).orElseThrow();
	}

	private void expireLease() {
		this.jdbc.sql("UPDATE operator_request SET due_at = now()").update();
	}

	private OperatorRequest shown(UUID id) {
		return this.requests.find(id).orElseThrow();
	}

	private void awaitEnd(UUID id) {
		Awaitility.await().until(() -> shown(id).state() != RequestState.PENDING);
	}

	private CarryOutRequests worker(Map<RequestKind, CarryOut> kinds) {
		return worker(kinds, Map.of());
	}

	private CarryOutRequests worker(Map<RequestKind, CarryOut> kinds, Map<RequestKind, CarryOut> atomicKinds) {
		return new CarryOutRequests(this.requests, this.transactions,
				new DatabaseSettings(this.database.url(), "postgres", "trusted", 4, Duration.ofMinutes(1)), kinds,
				atomicKinds);
	}

	private void refused(String sql) {
		assertThatExceptionOfType(DataIntegrityViolationException.class).as(sql)
			.isThrownBy(() -> this.jdbc.sql(sql).update());
	}

}

package dev.hundi.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LookForWorkIntegrationTests {

	private static final Duration OFTEN = Duration.ofMillis(5);

	private static final Duration NEVER = Duration.ofDays(1);

	@Test
	void wakesOnlyWhatIsDueAndOnlyWhileItIs() {
		try (TestDatabase database = TestDatabase.empty()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql("CREATE TABLE due (name text)").update();
			LookForWork looks = new LookForWork(jdbc, NEVER);
			AtomicInteger first = new AtomicInteger();
			AtomicInteger second = new AtomicInteger();
			RepeatedWork one = looks.whenDue("one", OFTEN, true,
					() -> new DueCondition("EXISTS (SELECT FROM due WHERE name = :one)", Map.of("one", "first")),
					() -> {
						jdbc.sql("DELETE FROM due WHERE name = 'first'").update();
						first.incrementAndGet();
					});
			RepeatedWork other = looks.whenDue("other", OFTEN, true,
					() -> new DueCondition("EXISTS (SELECT FROM due WHERE name = :other)", Map.of("other", "second")),
					second::incrementAndGet);
			looks.whenDue("off", OFTEN, false, () -> DueCondition.of("nothing like SQL"), () -> {
			});
			one.start();
			other.start();
			looks.start();
			try {
				await().until(() -> first.get() == 1 && second.get() == 1);
				jdbc.sql("INSERT INTO due VALUES ('first')").update();
				await().until(() -> first.get() > 1);
				jdbc.sql("INSERT INTO due VALUES ('first')").update();
				await().until(() -> jdbc.sql("SELECT count(*) FROM due").query(Integer.class).single() == 0);
				assertThat(second).hasValue(1);
			}
			finally {
				looks.stop();
				one.stop();
				other.stop();
			}
		}
	}

	@Test
	void runsAllWorkWhileAConditionFails() {
		try (TestDatabase database = TestDatabase.empty()) {
			LookForWork looks = new LookForWork(JdbcClient.create(database.dataSource()), NEVER);
			AtomicInteger rounds = new AtomicInteger();
			looks.whenDue("failing", OFTEN, true, () -> DueCondition.of("EXISTS (SELECT FROM missing)"), () -> {
			});
			RepeatedWork work = looks.whenDue("work", OFTEN, true, () -> DueCondition.of("false"),
					rounds::incrementAndGet);
			work.start();
			looks.start();
			try {
				await().until(() -> rounds.get() > 2);
			}
			finally {
				looks.stop();
				work.stop();
			}
		}
	}

	@Test
	void asksNothingWithTheParameterOfAnotherCondition() {
		try (TestDatabase database = TestDatabase.empty()) {
			LookForWork looks = new LookForWork(JdbcClient.create(database.dataSource()), NEVER);
			AtomicInteger rounds = new AtomicInteger();
			looks.whenDue("first", OFTEN, true, () -> new DueCondition(":same", Map.of("same", true)), () -> {
			});
			RepeatedWork second = looks.whenDue("second", OFTEN, true,
					() -> new DueCondition(":same", Map.of("same", false)), rounds::incrementAndGet);
			second.start();
			looks.start();
			try {
				await().until(() -> rounds.get() > 2);
			}
			finally {
				looks.stop();
				second.stop();
			}
		}
	}

}

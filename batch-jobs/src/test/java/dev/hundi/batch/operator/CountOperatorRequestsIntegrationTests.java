package dev.hundi.batch.operator;

import java.nio.file.Path;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The gauge of the alert {@code HundiOperatorRequestsWait}, in a running application. */
class CountOperatorRequestsIntegrationTests {

	@Test
	void showsRequestsThatWaitAndThatFailed(@TempDir Path files) {
		try (TestDatabase database = TestDatabase.create()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			request(jdbc, "3 minutes", "'PENDING', now(), NULL, NULL");
			request(jdbc, "2 minutes", "'PENDING', now(), NULL, NULL");
			request(jdbc, "-10 minutes", "'PENDING', now(), NULL, NULL");
			request(jdbc, "2 minutes", "'FAILED', NULL, now(), 'Kafka is unavailable'");
			request(jdbc, "3 hours", "'FAILED', NULL, now() - interval '2 hours', 'Kafka is unavailable'");
			try (ConfigurableApplicationContext application = start(database, files)) {
				MeterRegistry meters = application.getBean(MeterRegistry.class);
				await().until(() -> value(meters, "late") == 2);
				assertThat(value(meters, "failed")).isEqualTo(1);
				jdbc.sql("DELETE FROM operator_request").update();
				application.getBean(CountOperatorRequests.class).refresh();
				// A regular refresh that began before may end after this one.
				await().until(() -> value(meters, "late") == 0 && value(meters, "failed") == 0);
			}
		}
	}

	/** Of stream-processors, so that batch-jobs lets it wait. */
	private static void request(JdbcClient jdbc, String age, String stateDueEndedFailure) {
		jdbc.sql(
				"""
						WITH asking AS (
						  INSERT INTO person (audience, email, person_name)
						  VALUES ('STAFF', gen_random_uuid() || '@example.com', 'Omar') RETURNING person_id, email
						)
						INSERT INTO operator_request (kind, arguments, person_id, asked_by, reason, created_at, state, due_at, ended_at, failure)
						SELECT 'REPLAY_DEAD_LETTERS', '{}', person_id, email, 'bank is back', now() - interval '%s', %s FROM asking
						"""
					.formatted(age, stateDueEndedFailure))
			.update();
	}

	private static ConfigurableApplicationContext start(TestDatabase database, Path files) {
		return BatchJobsApplication.builder()
			.run("--hundi.database.url=" + database.url(),
					"--hundi.database.username=" + database.settings(RuntimeRole.BATCH).username(),
					"--hundi.database.password=" + database.settings(RuntimeRole.BATCH).password(),
					"--hundi.management.port=0", "--hundi.file-store=" + files);
	}

	private static double value(MeterRegistry meters, String state) {
		return meters.get("hundi.operator.requests").tag("state", state).gauge().value();
	}

}

package dev.hundi.webhook;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Bodies of deliveries at the end of their retention, on PostgreSQL.
 */
class RemoveWebhookBodiesIntegrationTests {

	private static final Duration RETENTION = Duration.ofDays(400);

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final RemoveWebhookBodies bodies = new RemoveWebhookBodies(this.jdbc);

	@AfterAll
	static void close() {
		database.close();
	}

	@BeforeEach
	void storeDeliveries() {
		this.jdbc
			.sql("""
					DELETE FROM webhook_delivery;
					DELETE FROM sweep_progress;
					SET session_replication_role = replica;
					INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, event, body, state,
					                              due_at, completed_at)
					SELECT uuidv7(-age * interval '1 day'), uuidv7(), uuidv7(), uuidv7(), uuidv7(), state, '{}',
					       CASE state WHEN 'Initiated' THEN 'PENDING' WHEN 'Successful' THEN 'DELIVERED' ELSE 'FAILED' END,
					       CASE state WHEN 'Initiated' THEN now() END,
					       CASE WHEN state <> 'Initiated' THEN now() - age * interval '1 day' END
					  FROM (VALUES (403, 'Initiated'), (402, 'Successful'), (401, 'Failed'), (399, 'Initiated'), (1, 'Successful'))
					       AS delivery (age, state);
					SET session_replication_role = origin;
					""")
			.update();
	}

	@Test
	void removesBodiesAfterTheRetentionAndKeepsTheRows() {
		assertThat(this.bodies.olderThan(RETENTION, 10)).isEqualTo(3);
		assertThat(states()).containsExactly("FAILED removed", "DELIVERED removed", "FAILED removed", "PENDING {}",
				"DELIVERED {}");
		assertThat(this.bodies.olderThan(RETENTION, 10)).isZero();
	}

	@Test
	void takesTheOldestFirstInChunks() {
		assertThat(this.bodies.olderThan(RETENTION, 2)).isEqualTo(2);
		assertThat(states()).startsWith("FAILED removed", "DELIVERED removed", "FAILED {}");
		assertThat(this.bodies.olderThan(RETENTION, 2)).isEqualTo(1);
	}

	@Test
	void neverRedeliversWithoutABody() {
		this.bodies.olderThan(RETENTION, 10);
		List<UUID> all = this.jdbc.sql("SELECT delivery_id FROM webhook_delivery").query(UUID.class).list();
		assertThat(new RedeliverWebhooks(this.jdbc).of(all)).isEqualTo(2);
		assertThat(states()).startsWith("FAILED removed", "DELIVERED removed", "FAILED removed");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.jdbc
				.sql("UPDATE webhook_delivery SET state = 'PENDING', due_at = now(), completed_at = NULL")
				.update())
			.withMessageContaining("webhook_delivery_pending_has_body");
	}

	private List<String> states() {
		return this.jdbc
			.sql("""
					SELECT state || ' ' || coalesce(convert_from(body, 'UTF8'), 'removed') FROM webhook_delivery ORDER BY delivery_id
					""")
			.query(String.class)
			.list();
	}

}

package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

import dev.hundi.payout.Stage;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

class EventPublicationIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	@AfterAll
	static void close() {
		database.close();
	}

	@ParameterizedTest
	@EnumSource(Stage.class)
	void publishesAStageOnlyIfAProcessorReadsIt(Stage stage) {
		assertThat(isPublished(stage, false)).isEqualTo(!EventRecordsTests.topics(stage.name()).isEmpty());
	}

	@Test
	void publishesNoDebitThatClaimedItsPayout() {
		assertThat(isPublished(Stage.WALLET_DEBITED, true)).isFalse();
	}

	private boolean isPublished(Stage stage, boolean claimed) {
		String filter = this.jdbc.sql("SELECT rowfilter FROM pg_publication_tables WHERE tablename = 'payout_event'")
			.query(String.class)
			.single();
		return this.jdbc
			.sql("SELECT " + filter + " FROM (SELECT :stage::text AS stage, :claimed::boolean AS claimed) AS event")
			.param("stage", stage.name())
			.param("claimed", claimed)
			.query(Boolean.class)
			.single();
	}

	@ParameterizedTest
	@ValueSource(strings = { "DROP PUBLICATION hundi_events", "ALTER PUBLICATION hundi_events DROP TABLE payout_event",
			"ALTER PUBLICATION hundi_events SET TABLE payout_event, beneficiary_event",
			"ALTER PUBLICATION hundi_events SET (publish = 'update')",
			"ALTER PUBLICATION hundi_events RENAME TO other_events" })
	void createsAPublicationAgainThatWasRightBefore(String change) throws SQLException {
		DatabaseSettings relay = database.settings(RuntimeRole.RELAY);
		try (Connection connection = DriverManager.getConnection(relay.url(), relay.username(), relay.password())) {
			EventPublication publication = new EventPublication(connection);
			publication.ensure();
			assertThat(publication.ensure()).isFalse();
			this.jdbc.sql(change).update();
			assertThat(publication.ensure()).isTrue();
			assertThat(publication.ensure()).isFalse();
		}
		finally {
			this.jdbc.sql("DROP PUBLICATION IF EXISTS other_events").update();
		}
	}

}

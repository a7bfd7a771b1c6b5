package dev.hundi.stream.relay;

import dev.hundi.payout.Stage;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
		String filter = this.jdbc.sql("SELECT rowfilter FROM pg_publication_tables WHERE tablename = 'payout_event'")
			.query(String.class)
			.single();
		boolean isPublished = this.jdbc.sql("SELECT " + filter + " FROM (SELECT :stage::text AS stage) AS event")
			.param("stage", stage.name())
			.query(Boolean.class)
			.single();
		assertThat(isPublished).isEqualTo(!EventRecordsTests.topics(stage.name()).isEmpty());
	}

}

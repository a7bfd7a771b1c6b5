package dev.hundi.bulk;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the database refuses about releasers and planners of files, whatever the process
 * that runs the SQL has checked. How many people a file needs is unknown while it loads.
 */
class ReleasersIntegrationTests {

	private static final String PERSON = "person:6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

	private static final String KEY = "pk_0123456789ABCDEFGHJKMNPQ";

	@SuppressWarnings("NullAway.Init")
	private static TestDatabase database;

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final UUID business = TestBusiness.create(database).id();

	@BeforeAll
	static void createDatabase() {
		database = TestDatabase.create();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "unknown", value = { "unknown", "2" })
	void noKeyReleasesTheFileOfAPersonThatMayNeedTwo(@Nullable Integer people) {
		UUID file = file(PERSON, people);
		refused(RuntimeRole.API, file, "released_by = '" + KEY + "'", "a person releases bulk file");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "unknown", value = { "unknown", "2" })
	void noUploaderReleasesOrPlansAFileThatMayNeedTwo(@Nullable Integer people) {
		UUID file = file(KEY, people);
		refused(RuntimeRole.API, file, "released_by = '" + KEY + "'", "bulk_file_checker_is_not_maker");
		refused(RuntimeRole.BATCH, file, "planned_by = '" + KEY + "', planned_for = now()",
				"bulk_file_planner_is_not_maker");
	}

	@Test
	void whereOnePersonIsEnoughBothDo() throws SQLException {
		run(RuntimeRole.API, file(PERSON, 1), "released_by = '" + KEY + "'");
		run(RuntimeRole.API, file(KEY, 1), "released_by = '" + KEY + "'");
	}

	private UUID file(String uploadedBy, @Nullable Integer people) {
		return this.jdbc
			.sql("""
					INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by,
					                       people_needed)
					VALUES (:business, 'rent.csv', 'CSV', 1, sha256(gen_random_uuid()::text::bytea), 'VALID_ROWS', :by, :by, :people::int)
					RETURNING bulk_file_id
					""")
			.param("business", this.business)
			.param("by", uploadedBy)
			.param("people", people)
			.query(UUID.class)
			.single();
	}

	private static void refused(RuntimeRole role, UUID file, String change, String message) {
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(role, file, change))
			.withMessageContaining(message);
	}

	private static void run(RuntimeRole role, UUID file, String change) throws SQLException {
		try (Connection connection = DriverManager.getConnection(database.url(), role.roleName(), "trusted");
				Statement statement = connection.createStatement()) {
			assertThat(
					statement.executeUpdate("UPDATE bulk_file SET " + change + " WHERE bulk_file_id = '" + file + "'"))
				.isEqualTo(1);
		}
	}

}

package dev.hundi.startup;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

/**
 * The schema's migrations, forward only. Two migrations at once are safe: Flyway blocks
 * one until the other has ended.
 */
public final class Migrations {

	private Migrations() {
	}

	/**
	 * Creates missing runtime roles and migrates a database to the newest schema.
	 * @param owner connects as the role that owns the schema
	 * @throws IllegalStateException if a runtime role is missing and cannot be created
	 */
	public static void migrate(DataSource owner, RolePasswords passwords) {
		RuntimeRoles.prepare(owner, passwords);
		flyway(owner).migrate();
	}

	/** Returns the migrations of this version that the database does not have. */
	static List<String> missing(DataSource dataSource) {
		return Arrays.stream(flyway(dataSource).info().pending()).map(MigrationInfo::getScript).toList();
	}

	static Flyway flyway(DataSource dataSource) {
		return Flyway.configure()
			.dataSource(dataSource)
			.locations("classpath:db/migration")
			// V014 is unchanged; the role exists before it runs.
			.placeholders(Map.of("relayUsername", RuntimeRole.RELAY.roleName(), "relayPassword", ""))
			.validateMigrationNaming(true)
			.lockRetryCount(-1)
			.load();
	}

}

package dev.hundi.startup;

import java.util.Map;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The schema's migrations, forward only. Several applications may start at once: Flyway
 * lets one migrate and blocks the others.
 */
public final class Migrations {

	private Migrations() {
	}

	/**
	 * Migrates a database to the newest schema.
	 * @param dataSource connects as the role that owns the schema and may create roles
	 */
	public static void migrate(DataSource dataSource, RelaySettings relay) {
		FluentConfiguration flyway = Flyway.configure().dataSource(dataSource);
		configure(flyway, relay);
		flyway.load().migrate();
	}

	/**
	 * Connects without a limit on statements: a migration of a large table takes as long
	 * as it takes. It ends with its client.
	 */
	static DataSource dataSource(DatabaseSettings database) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setURL(database.url());
		dataSource.setUser(database.username());
		dataSource.setPassword(database.password());
		dataSource.setApplicationName("hundi-migrations");
		dataSource.setTcpKeepAlive(true);
		dataSource.setOptions(DatabaseSettings.SESSION_OPTIONS);
		return dataSource;
	}

	static void configure(FluentConfiguration flyway, RelaySettings relay) {
		flyway.locations("classpath:db/migration")
			.placeholders(Map.of("relayUsername", relay.username(), "relayPassword", relay.password()))
			.validateMigrationNaming(true)
			.lockRetryCount(-1);
	}

}

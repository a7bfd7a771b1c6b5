package dev.hundi.startup;

import java.util.Map;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

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

	static void configure(FluentConfiguration flyway, RelaySettings relay) {
		flyway.locations("classpath:db/migration")
			.placeholders(Map.of("relayUsername", relay.username(), "relayPassword", relay.password()))
			.validateMigrationNaming(true)
			.lockRetryCount(-1);
	}

}

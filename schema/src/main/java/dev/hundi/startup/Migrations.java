package dev.hundi.startup;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

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
			.callbacks(new CheckConstraintsAtOnce())
			.load();
	}

	/**
	 * V107 adds a deferred foreign key, fills its column and then creates an index, which
	 * PostgreSQL refuses while a check of the table's rows is pending. An applied
	 * migration does not change, so its transaction checks constraints at once: also the
	 * one that it adds.
	 */
	private static final class CheckConstraintsAtOnce extends BaseCallback {

		private static final String VERSION = "107";

		@Override
		public boolean supports(Event event, Context context) {
			return event == Event.BEFORE_EACH_MIGRATE;
		}

		@Override
		public void handle(Event event, Context context) {
			if (!VERSION.equals(String.valueOf(context.getMigrationInfo().getVersion()))) {
				return;
			}
			try (Statement statement = context.getConnection().createStatement()) {
				statement.execute("SET CONSTRAINTS ALL IMMEDIATE");
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}

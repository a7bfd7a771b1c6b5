package dev.hundi.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Changes rows without triggers and foreign keys: into what only time, an older version
 * or a fault of the money kernel could make of them.
 */
public final class WithoutTriggers {

	private WithoutTriggers() {
	}

	/** Statements that succeed or fail together. */
	public static JdbcClient.StatementSpec sql(JdbcClient jdbc, String statements) {
		return jdbc
			.sql("SET session_replication_role = replica; " + statements + "; SET session_replication_role = origin");
	}

	/** Runs changes in a session of their own. */
	public static void run(DataSource database, Consumer<JdbcClient> change) {
		try (Connection connection = database.getConnection();
				SingleConnectionDataSource session = new SingleConnectionDataSource(connection, true)) {
			JdbcClient client = JdbcClient.create(session);
			client.sql("SET session_replication_role = replica").update();
			try {
				change.accept(client);
			}
			finally {
				client.sql("SET session_replication_role = origin").update();
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

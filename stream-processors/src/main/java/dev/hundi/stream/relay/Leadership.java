package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;

import dev.hundi.startup.DatabaseSettings;

/**
 * The exclusive right to relay: a session advisory lock on a dedicated connection. It
 * ends with the connection, so an instance that loses the connection must stop relaying.
 */
final class Leadership implements AutoCloseable {

	private final Connection connection;

	private Leadership(Connection connection) {
		this.connection = connection;
	}

	/**
	 * Takes the lead if no other instance has it. Does not block on the lock: a waiting
	 * session holds a snapshot, which would block vacuum.
	 * @throws SQLException if the database cannot be reached
	 */
	static Optional<Leadership> tryTake(DatabaseSettings database, RelaySettings relay) throws SQLException {
		Connection connection = connect(database, relay, "hundi-relay-leader");
		try {
			if (tryLock(connection, relay.slot())) {
				return Optional.of(new Leadership(connection));
			}
		}
		catch (SQLException ex) {
			connection.close();
			throw ex;
		}
		connection.close();
		return Optional.empty();
	}

	Connection connection() {
		return this.connection;
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
	}

	/** Connects as the replication role, with short timeouts. */
	static Connection connect(DatabaseSettings database, RelaySettings relay, String name) throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("user", relay.username());
		properties.setProperty("password", relay.password());
		properties.setProperty("ApplicationName", name);
		properties.setProperty("tcpKeepAlive", "true");
		properties.setProperty("connectTimeout", "10");
		properties.setProperty("socketTimeout", "10");
		return DriverManager.getConnection(database.url(), properties);
	}

	private static boolean tryLock(Connection connection, String slot) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			// The server detects a lost host within 15 s instead of two hours.
			statement.execute("SET tcp_keepalives_idle = 5");
			statement.execute("SET tcp_keepalives_interval = 3");
			statement.execute("SET tcp_keepalives_count = 3");
		}
		try (PreparedStatement statement = connection
			.prepareStatement("SELECT pg_try_advisory_lock(hashtextextended('hundi.relay.' || ?, 0))")) {
			statement.setString(1, slot);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() && row.getBoolean(1);
			}
		}
	}

}

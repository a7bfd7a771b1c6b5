package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replication slot. Before an engine starts, it must exist, be valid and be inactive.
 */
final class ReplicationSlot {

	private static final Logger logger = LoggerFactory.getLogger(ReplicationSlot.class);

	private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(10);

	private final String name;

	ReplicationSlot(String name) {
		this.name = name;
	}

	/**
	 * Prepares the slot for streaming.
	 * @param connection as the replication role, while leading
	 * @param missing receives why the slot is about to be created, if it is
	 * @throws SQLException if the database rejects a statement or the slot remains in use
	 */
	void prepare(Connection connection, Consumer<String> missing) throws SQLException, InterruptedException {
		State state = read(connection);
		if (state == null) {
			missing.accept("slot " + this.name + " did not exist");
			create(connection);
			return;
		}
		if (!state.ownDatabase()) {
			throw new SQLException(
					"The slot " + this.name + " (hundi.relay.slot) belongs to another database of this server");
		}
		if (state.activePid() != 0) {
			free(connection, state.activePid());
		}
		if (state.invalid()) {
			missing.accept("slot " + this.name + " was invalidated: " + state.invalidation());
			update(connection, "SELECT pg_drop_replication_slot(?)", this.name);
			create(connection);
		}
	}

	/**
	 * Terminates the backend that still uses the slot. Only the leader calls this, so the
	 * backend belongs to a previous leader that has died or lost its lock unnoticed.
	 */
	private void free(Connection connection, int activePid) throws SQLException, InterruptedException {
		logger.warn("The slot {} is still used by backend {}; terminating it", this.name, activePid);
		update(connection, "SELECT pg_terminate_backend(?)", activePid);
		long deadline = System.nanoTime() + RELEASE_TIMEOUT.toNanos();
		State state = read(connection);
		while (state != null && state.activePid() != 0) {
			if (System.nanoTime() > deadline) {
				throw new SQLException("The slot " + this.name + " remains in use by backend " + state.activePid());
			}
			TimeUnit.MILLISECONDS.sleep(50);
			state = read(connection);
		}
	}

	private void create(Connection connection) throws SQLException {
		update(connection, "SELECT pg_create_logical_replication_slot(?, 'pgoutput')", this.name);
	}

	private static void update(Connection connection, String sql, Object parameter) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			statement.setObject(1, parameter);
			statement.execute();
		}
	}

	private @Nullable State read(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("""
				SELECT coalesce(database = current_database(), false), coalesce(active_pid, 0),
				       wal_status = 'lost' OR invalidation_reason IS NOT NULL OR confirmed_flush_lsn IS NULL,
				       coalesce(invalidation_reason, wal_status)
				  FROM pg_replication_slots WHERE slot_name = ?
				""")) {
			statement.setString(1, this.name);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() ? new State(row.getBoolean(1), row.getInt(2), row.getBoolean(3), row.getString(4))
						: null;
			}
		}
	}

	private record State(boolean ownDatabase, int activePid, boolean invalid, @Nullable String invalidation) {
	}

}

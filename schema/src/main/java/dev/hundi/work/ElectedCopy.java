package dev.hundi.work;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Elects one copy of an application for some work. The elected copy keeps a session
 * advisory lock of PostgreSQL on a connection of its own, so another copy takes over as
 * soon as the server ends the session of a copy that was killed.
 */
public final class ElectedCopy implements AutoCloseable {

	private static final int ANSWER_TIMEOUT_SECONDS = 5;

	private final DataSource dataSource;

	private final long lockKey;

	private @Nullable Connection lock;

	/**
	 * Creates a candidate.
	 * @param lockKey "HUND" and a number that no other lock of Hundi uses
	 */
	public ElectedCopy(DataSource dataSource, long lockKey) {
		this.dataSource = dataSource;
		this.lockKey = lockKey;
	}

	/**
	 * Whether this copy is elected; stands for election if no copy is.
	 * @throws DataAccessResourceFailureException if the database is unreachable
	 */
	public synchronized boolean isElected() {
		try {
			Connection held = this.lock;
			if (held != null && held.isValid(ANSWER_TIMEOUT_SECONDS)) {
				return true;
			}
			close();
			return stand();
		}
		catch (SQLException ex) {
			throw new DataAccessResourceFailureException("Failed to try the lock of the elected copy", ex);
		}
	}

	/** Lets another copy take over. */
	@Override
	public synchronized void close() throws SQLException {
		Connection held = this.lock;
		this.lock = null;
		if (held != null) {
			try (held; PreparedStatement unlock = held.prepareStatement("SELECT pg_advisory_unlock(?)")) {
				unlock.setLong(1, this.lockKey);
				unlock.execute();
			}
			catch (SQLException ex) {
				// Without its session the lock is released.
				if (held.isValid(ANSWER_TIMEOUT_SECONDS)) {
					throw ex;
				}
			}
		}
	}

	private boolean stand() throws SQLException {
		Connection connection = this.dataSource.getConnection();
		boolean elected = false;
		try {
			elected = tryLock(connection);
			this.lock = elected ? connection : null;
			return elected;
		}
		finally {
			if (!elected) {
				connection.close();
			}
		}
	}

	private boolean tryLock(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
			statement.setLong(1, this.lockKey);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() && row.getBoolean(1);
			}
		}
	}

}

package dev.hundi.batch.schedule;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;

/**
 * Lets one copy of the application do a thing at a time, by an advisory lock of a
 * PostgreSQL session. The server drops the lock with the connection, so a copy that dies
 * gives it up by dying.
 */
@Component
public class OneCopyAtATime {

	private final DataSource dataSource;

	OneCopyAtATime(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	/**
	 * Does the work unless another copy is at it. The lock has a connection of its own,
	 * because the work commits many times on others.
	 * @return whether the work was done
	 * @throws SQLException when the database cannot be reached
	 */
	public boolean run(long lockKey, Runnable work) throws SQLException {
		try (Connection connection = this.dataSource.getConnection()) {
			JdbcClient session = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			if (!session.sql("SELECT pg_try_advisory_lock(:key)").param("key", lockKey).query(Boolean.class).single()) {
				return false;
			}
			try {
				work.run();
			}
			finally {
				session.sql("SELECT pg_advisory_unlock(:key)").param("key", lockKey).query(Boolean.class).single();
			}
			return true;
		}
	}

}

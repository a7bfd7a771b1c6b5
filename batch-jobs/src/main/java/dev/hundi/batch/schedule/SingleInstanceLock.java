package dev.hundi.batch.schedule;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Component;

/**
 * Lets one instance of the application at a time do some work, by a session-level
 * advisory lock of PostgreSQL. The server releases the lock of an instance that is
 * killed, because its connection ends.
 */
@Component
public class SingleInstanceLock {

	private final DataSource dataSource;

	SingleInstanceLock(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	/**
	 * Does the work unless another instance does it. The lock has its own connection,
	 * because the work commits many times on others.
	 * @return whether the work was done
	 * @throws SQLException if the database is unreachable
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

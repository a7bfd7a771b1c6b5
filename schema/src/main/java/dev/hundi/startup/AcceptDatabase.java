package dev.hundi.startup;

import java.time.Duration;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The connections of accepts: few, and with short timeouts, so that a merchant has an
 * answer before it gives up and sends the payout again. Not a bean of type
 * {@code DataSource}, because every other store uses the main pool.
 */
public final class AcceptDatabase implements AutoCloseable {

	/** The server cancels a statement of accepts after this time. */
	public static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(4);

	private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(10);

	private static final int POOL_SIZE = 4;

	private final HikariDataSource dataSource;

	AcceptDatabase(DatabaseSettings database) {
		this.dataSource = SchemaConfiguration.pool(database, POOL_SIZE, STATEMENT_TIMEOUT, SOCKET_TIMEOUT);
		this.dataSource.setMinimumIdle(0);
		this.dataSource.setConnectionTimeout(2_000);
		this.dataSource.setPoolName("accepts");
	}

	public JdbcTemplate jdbc() {
		return new JdbcTemplate(this.dataSource);
	}

	@Override
	public void close() {
		this.dataSource.close();
	}

}

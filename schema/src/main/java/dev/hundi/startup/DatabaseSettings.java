package dev.hundi.startup;

import java.time.Duration;
import java.util.Objects;
import java.util.Properties;

import org.postgresql.Driver;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The connection to PostgreSQL: {@code hundi.database.*}.
 *
 * @param url JDBC URL
 * @param username the role of this application, see {@link RuntimeRole}
 * @param poolSize maximum connections of this process
 * @param statementTimeout the server cancels a statement after this time; accepts and
 * migrations have their own limits
 */
public record DatabaseSettings(String url, String username, String password, @DefaultValue("16") int poolSize,
		@DefaultValue("60s") Duration statementTimeout) {

	/**
	 * Session settings of every connection. A vanished host must not keep a wallet
	 * locked. SQL statements are many and short, so JIT compilation is off: the planner
	 * would use it wherever it overestimates rows. The server cancels the statement of a
	 * client that is gone, so that it holds no locks.
	 */
	public static final String SESSION_OPTIONS = "-c jit=off"
			+ " -c idle_in_transaction_session_timeout=60s -c lock_timeout=30s -c client_connection_check_interval=10s"
			+ " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

	public DatabaseSettings {
		Objects.requireNonNull(url, "hundi.database.url is required");
		Objects.requireNonNull(username, "hundi.database.username is required");
		Objects.requireNonNull(password, "hundi.database.password is required");
		if (poolSize < 1) {
			throw new IllegalArgumentException("hundi.database.pool-size must be 1 or more");
		}
		if (statementTimeout.toMillis() < 1) {
			throw new IllegalArgumentException("hundi.database.statement-timeout must be above zero");
		}
	}

	/** Whether the URL names several hosts, of which the driver chooses one. */
	public boolean hasSeveralHosts() {
		Properties parts = Driver.parseURL(this.url, null);
		return parts != null && parts.getProperty("PGHOST", "").contains(",");
	}

	/** Waiting for a lock takes at most half of a statement's time. */
	static String sessionOptions(Duration statementTimeout) {
		return SESSION_OPTIONS + " -c statement_timeout=" + statementTimeout.toMillis() + " -c lock_timeout="
				+ Math.min(30_000, statementTimeout.toMillis() / 2);
	}

}

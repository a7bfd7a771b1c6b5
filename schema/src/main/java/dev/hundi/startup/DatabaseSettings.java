package dev.hundi.startup;

import java.util.Objects;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How an application reaches PostgreSQL: {@code hundi.database.*}.
 *
 * @param url JDBC URL
 * @param username role that owns the schema
 * @param password its password
 * @param poolSize connections this process may hold
 */
public record DatabaseSettings(String url, String username, String password, @DefaultValue("16") int poolSize) {

	public DatabaseSettings {
		Objects.requireNonNull(url, "hundi.database.url is required");
		Objects.requireNonNull(username, "hundi.database.username is required");
		Objects.requireNonNull(password, "hundi.database.password is required");
		if (poolSize < 1) {
			throw new IllegalArgumentException("hundi.database.pool-size must be 1 or more");
		}
	}

}

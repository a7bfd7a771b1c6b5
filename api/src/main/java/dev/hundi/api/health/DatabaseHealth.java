package dev.hundi.api.health;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.sql.DataSource;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Checks PostgreSQL through the connection pool of the requests. Answers within a few
 * seconds, because probes time out before the ten seconds of the pool.
 */
final class DatabaseHealth extends AbstractHealthIndicator {

	private static final int MAX_WAIT_SECONDS = 3;

	private final DataSource dataSource;

	DatabaseHealth(DataSource dataSource) {
		super("PostgreSQL does not answer");
		this.dataSource = dataSource;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		Thread.startVirtualThread(() -> ask(answer));
		try {
			if (answer.get(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
				builder.up().withDetail("database", "PostgreSQL");
			}
			else {
				builder.down().withDetail("error", "The connection is not valid");
			}
		}
		catch (TimeoutException ex) {
			builder.down().withDetail("error", "No answer within " + MAX_WAIT_SECONDS + " s");
		}
		catch (ExecutionException ex) {
			builder.down().withDetail("error", "No connection");
		}
	}

	private void ask(CompletableFuture<Boolean> answer) {
		try (Connection connection = this.dataSource.getConnection()) {
			answer.complete(connection.isValid(MAX_WAIT_SECONDS));
		}
		catch (SQLException ex) {
			answer.completeExceptionally(ex);
		}
	}

}

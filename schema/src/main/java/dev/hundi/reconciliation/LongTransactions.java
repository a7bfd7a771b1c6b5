package dev.hundi.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions whose statements may run for hours, such as the first closing of a large
 * ledger. The server cancels a statement that exceeds the limit, before this side gives
 * up waiting for it, so that no abandoned statement keeps the lock on the book. If this
 * side is gone, the server notices the closed connection and cancels the statement too.
 */
final class LongTransactions {

	private static final Duration LIMIT = Duration.ofHours(6);

	private static final Duration LONGER = LIMIT.plusMinutes(1);

	private final DataSource dataSource;

	private final TransactionTemplate transaction;

	LongTransactions(DataSource dataSource, TransactionTemplate transaction) {
		this.dataSource = dataSource;
		this.transaction = transaction;
	}

	<T> T execute(TransactionCallback<T> work) {
		T result = this.transaction.execute((status) -> {
			allowLongStatements();
			return work.doInTransaction(status);
		});
		if (result == null) {
			throw new IllegalStateException("The transaction returned nothing");
		}
		return result;
	}

	/** The pool resets the connection's timeout when it gets the connection back. */
	private void allowLongStatements() {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try (Statement statement = connection.createStatement()) {
			connection.setNetworkTimeout(Runnable::run, Math.toIntExact(LONGER.toMillis()));
			statement.execute("SET LOCAL statement_timeout = " + LIMIT.toMillis());
		}
		catch (SQLException ex) {
			throw new CannotGetJdbcConnectionException("The timeouts of a long transaction were not set", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

}

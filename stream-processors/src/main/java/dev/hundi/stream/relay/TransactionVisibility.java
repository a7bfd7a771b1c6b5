package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Tells when everybody sees what a captured transaction has written. A commit is in the
 * WAL, and captured from there, before its transaction counts as ended; where processors
 * are short that can take long. A message that came before would find its payout not
 * there, and the payout would stand still until it is swept.
 */
final class TransactionVisibility implements AutoCloseable {

	private static final long PAUSE_MS = 1;

	private final Connection connection;

	private final PreparedStatement snapshot;

	/** On a connection that it closes. */
	TransactionVisibility(Connection connection) throws SQLException {
		this.connection = connection;
		this.snapshot = connection.prepareStatement("SELECT pg_current_snapshot()::text");
	}

	/** Waits until all of the transactions are seen. */
	void await(Collection<Long> transactions) throws SQLException, InterruptedException {
		while (!transactions.isEmpty() && !transactions.stream().allMatch(now()::sees)) {
			TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
		}
	}

	private Snapshot now() throws SQLException {
		try (ResultSet row = this.snapshot.executeQuery()) {
			row.next();
			return Snapshot.parse(row.getString(1));
		}
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
	}

}

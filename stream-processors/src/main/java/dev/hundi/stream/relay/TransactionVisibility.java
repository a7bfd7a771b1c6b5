package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Waits until captured transactions are visible to other sessions. A commit is captured
 * from the WAL before it becomes visible, and on a busy machine the gap can be long. A
 * processor that receives the message too early would not find the payout, which would
 * then be stuck until it is swept.
 */
final class TransactionVisibility implements AutoCloseable {

	private static final long PAUSE_MS = 1;

	private final Connection connection;

	private final PreparedStatement snapshot;

	/** Takes ownership of the connection. */
	TransactionVisibility(Connection connection) throws SQLException {
		this.connection = connection;
		this.snapshot = connection.prepareStatement("SELECT pg_current_snapshot()::text");
	}

	/**
	 * Waits until the first is visible.
	 * @param transactions in the order of their rows; an empty one is always visible
	 * @return how many at the head are visible, at least one
	 */
	int await(List<OptionalLong> transactions) throws SQLException, InterruptedException {
		while (true) {
			int visible = visible(transactions);
			if (visible > 0) {
				return visible;
			}
			TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
		}
	}

	private int visible(List<OptionalLong> transactions) throws SQLException {
		if (transactions.stream().allMatch(OptionalLong::isEmpty)) {
			return transactions.size();
		}
		Snapshot snapshot = now();
		return (int) transactions.stream()
			.takeWhile((transaction) -> transaction.isEmpty() || snapshot.sees(transaction.getAsLong()))
			.count();
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

package dev.hundi.sandbox.bank.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import dev.hundi.time.IsoTime;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ledger on its own connection, so that long reads do not block payments.
 */
final class LedgerReader {

	static final String columns = "sequence, kind, amount_paise, balance_paise, booked_at_ms, reference, "
			+ "bank_reference, utr, rail, account_number, ifsc, vpa, narration, booked_on, "
			+ "(SELECT p.remarks FROM payment p WHERE p.reference = ledger.reference) AS remarks";

	/**
	 * CROSS JOIN reads the few payments from files first. SQLite would read all payments
	 * in their order otherwise, ten times a second.
	 */
	static final String UNREPORTED = """
			SELECT reported, %s FROM file_payment CROSS JOIN payment USING (reference)
			WHERE reported IS NOT status ORDER BY sequence LIMIT ?""".formatted(BankLedger.paymentColumns);

	private final ReentrantLock lock = new ReentrantLock();

	private final PreparedStatement byReference;

	private final PreparedStatement page;

	private final PreparedStatement stated;

	private final PreparedStatement statements;

	private final PreparedStatement dueCallbacks;

	private final PreparedStatement unreported;

	LedgerReader(Connection connection) throws SQLException {
		this.byReference = connection.prepareStatement("""
				SELECT %s FROM ledger WHERE reference = ?1 OR bank_reference = ?1 OR utr = ?1 ORDER BY sequence"""
			.formatted(columns));
		this.page = connection
			.prepareStatement("SELECT %s FROM ledger WHERE sequence > ? ORDER BY sequence LIMIT ?".formatted(columns));
		this.stated = connection.prepareStatement(
				"""
						SELECT %s FROM ledger WHERE booked_on = ? AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?"""
					.formatted(columns));
		this.statements = connection.prepareStatement("""
				SELECT %s FROM statement WHERE business_date = coalesce(?, business_date) AND reported <= ?
				ORDER BY business_date, page""".formatted(DayStatement.COLUMNS));
		this.unreported = connection.prepareStatement(UNREPORTED);
		this.dueCallbacks = connection.prepareStatement(
				"SELECT sequence, body, attempts FROM callback WHERE due_at_ms <= ? ORDER BY sequence LIMIT ?");
	}

	/** Transfers from files whose current status was not reported yet. */
	List<UnreportedTransfer> unreported(int limit) throws SQLException {
		this.lock.lock();
		try {
			this.unreported.setInt(1, limit);
			List<UnreportedTransfer> found = new ArrayList<>();
			try (ResultSet rows = this.unreported.executeQuery()) {
				while (rows.next()) {
					BankLedger.Recorded recorded = BankLedger.recorded(rows);
					found.add(new UnreportedTransfer(recorded.order(), recorded.payment(),
							PaymentStatus.SUCCESS.name().equals(rows.getString("reported"))));
				}
			}
			return found;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Due callbacks, the oldest first. */
	List<DueCallback> dueCallbacks(long nowMs, int limit) throws SQLException {
		this.lock.lock();
		try {
			this.dueCallbacks.setLong(1, nowMs);
			this.dueCallbacks.setInt(2, limit);
			List<DueCallback> due = new ArrayList<>();
			try (ResultSet rows = this.dueCallbacks.executeQuery()) {
				while (rows.next()) {
					due.add(new DueCallback(rows.getLong("sequence"), rows.getString("body"), rows.getInt("attempts")));
				}
			}
			return due;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The entries of one payment or credit.
	 * @param reference the client's, the bank's, or the UTR
	 */
	List<LedgerEntry> byReference(String reference) throws SQLException {
		this.lock.lock();
		try {
			this.byReference.setString(1, reference);
			return read(this.byReference);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Entries after a sequence, oldest first. */
	List<LedgerEntry> page(long after, int limit) throws SQLException {
		this.lock.lock();
		try {
			this.page.setLong(1, after);
			this.page.setInt(2, limit);
			return read(this.page);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Entries of a statement after a sequence, oldest first. */
	List<LedgerEntry> stated(DayStatement statement, long after, int limit) throws SQLException {
		this.lock.lock();
		try {
			this.stated.setString(1, statement.businessDate());
			this.stated.setLong(2, Math.max(after, statement.afterSequence()));
			this.stated.setLong(3, statement.toSequence());
			this.stated.setInt(4, limit);
			return read(this.stated);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Statements, the oldest first.
	 * @param businessDate of them, or null for any
	 * @param unreportedOnly only those that no file contains yet
	 */
	List<DayStatement> statements(@Nullable String businessDate, boolean unreportedOnly) throws SQLException {
		this.lock.lock();
		try {
			this.statements.setString(1, businessDate);
			this.statements.setInt(2, unreportedOnly ? 0 : 1);
			List<DayStatement> found = new ArrayList<>();
			try (ResultSet rows = this.statements.executeQuery()) {
				while (rows.next()) {
					found.add(DayStatement.of(rows));
				}
			}
			return found;
		}
		finally {
			this.lock.unlock();
		}
	}

	static LedgerEntry entry(ResultSet row) throws SQLException {
		LedgerEntry.Kind kind = LedgerEntry.Kind.valueOf(row.getString("kind"));
		String rail = row.getString("rail");
		return new LedgerEntry(row.getLong("sequence"), kind, kind.direction(), row.getLong("amount_paise"),
				row.getLong("balance_paise"), time(row.getLong("booked_at_ms")), row.getString("reference"),
				row.getString("bank_reference"), row.getString("utr"),
				(rail != null) ? TransferRail.valueOf(rail) : null, row.getString("account_number"),
				row.getString("ifsc"), row.getString("vpa"), row.getString("narration"), row.getString("booked_on"),
				row.getString("remarks"));
	}

	static String time(long epochMs) {
		return IsoTime.text(Instant.ofEpochMilli(epochMs));
	}

	private static List<LedgerEntry> read(PreparedStatement statement) throws SQLException {
		List<LedgerEntry> entries = new ArrayList<>();
		try (ResultSet rows = statement.executeQuery()) {
			while (rows.next()) {
				entries.add(entry(rows));
			}
		}
		return entries;
	}

}

package dev.hundi.sandbox.bank.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

/**
 * The days of the bank and their statements. An entry is in exactly one statement, and
 * each statement opens with the closing balance of the previous one. Confined to the
 * writer thread.
 */
final class BusinessDays {

	static final String TABLE = """
			CREATE TABLE IF NOT EXISTS statement (
				business_date TEXT NOT NULL,
				page INTEGER NOT NULL,
				after_sequence INTEGER NOT NULL,
				to_sequence INTEGER NOT NULL,
				opening_paise INTEGER NOT NULL,
				closing_paise INTEGER NOT NULL,
				entry_count INTEGER NOT NULL,
				written_at_ms INTEGER NOT NULL,
				reported INTEGER NOT NULL DEFAULT 0,
				PRIMARY KEY (business_date, page)
			)""";

	/**
	 * Missing statements to catch up on. Earlier days have one only if they have entries.
	 */
	private static final int mostDays = 400;

	private final InstantSource clock;

	private final Supplier<Behaviour> behaviour;

	private final PreparedStatement findLast;

	private final PreparedStatement findFirst;

	private final PreparedStatement findBooked;

	private final PreparedStatement sum;

	private final PreparedStatement insert;

	private final PreparedStatement markReported;

	private @Nullable Last last;

	BusinessDays(Connection connection, InstantSource clock, Supplier<Behaviour> behaviour) throws SQLException {
		this.clock = clock;
		this.behaviour = behaviour;
		this.findLast = connection.prepareStatement(
				"""
						SELECT business_date, page, to_sequence, closing_paise FROM statement ORDER BY business_date DESC, page DESC LIMIT 1""");
		this.sum = connection.prepareStatement("""
				SELECT count(*), coalesce(max(sequence), 0),
					coalesce(sum(CASE WHEN kind IN ('RETURN', 'CREDIT') THEN amount_paise ELSE -amount_paise END), 0)
				FROM ledger WHERE booked_on = ? AND sequence > ?""");
		this.findFirst = connection.prepareStatement("SELECT min(booked_on) FROM ledger WHERE booked_on <= ?");
		this.findBooked = connection.prepareStatement(
				"SELECT DISTINCT booked_on FROM ledger WHERE booked_on >= ? AND booked_on < ? ORDER BY 1");
		this.insert = connection.prepareStatement(
				"INSERT INTO statement (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?)".formatted(DayStatement.COLUMNS));
		this.markReported = connection
			.prepareStatement("UPDATE statement SET reported = 1 WHERE business_date = ? AND page = ?");
	}

	/**
	 * Upgrades an older {@code bank.db}: renames columns and adds {@code booked_on} in a
	 * new table, since SQLite cannot change constraints of an existing one.
	 */
	static void upgrade(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			rename(statement, "file_payment", "told", "reported");
			rename(statement, "statement", "told", "reported");
			rename(statement, "callback", "tries", "attempts");
			if (isOlder(statement)) {
				connection.setAutoCommit(false);
				statement.execute("DROP TRIGGER IF EXISTS ledger_no_update");
				statement.execute("DROP TRIGGER IF EXISTS ledger_no_delete");
				for (String index : new String[] { "ledger_once", "ledger_bank_reference", "ledger_utr",
						"ledger_credit_utr" }) {
					statement.execute("DROP INDEX IF EXISTS " + index);
				}
				statement.execute("ALTER TABLE ledger RENAME TO ledger_before");
				statement.execute(BankLedger.LEDGER);
				statement.execute(
						"""
								INSERT INTO ledger SELECT *, date(booked_at_ms / 1000 + 19800, 'unixepoch') FROM ledger_before""");
				statement.execute("DROP TABLE ledger_before");
				connection.commit();
				connection.setAutoCommit(true);
			}
		}
	}

	private static void rename(Statement statement, String table, String from, String to) throws SQLException {
		boolean exists;
		try (ResultSet row = statement
			.executeQuery("SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'".formatted(table, from))) {
			exists = row.next() && row.getInt(1) > 0;
		}
		if (exists) {
			statement.execute("ALTER TABLE %s RENAME COLUMN %s TO %s".formatted(table, from, to));
		}
	}

	private static boolean isOlder(Statement statement) throws SQLException {
		try (ResultSet row = statement.executeQuery("""
				SELECT count(*), coalesce(sum(name = 'booked_on'), 0) FROM pragma_table_info('ledger')""")) {
			row.next();
			return row.getInt(1) > 0 && row.getInt(2) == 0;
		}
	}

	/** Reads the last statement, at the start and after a rollback. */
	void read() throws SQLException {
		try (ResultSet row = this.findLast.executeQuery()) {
			this.last = row.next()
					? new Last(LocalDate.parse(row.getString(1)), row.getInt(2), row.getLong(3), row.getLong(4)) : null;
		}
	}

	/** The current bank day: the calendar day, or a later one with a statement. */
	LocalDate today() {
		LocalDate calendar = India.dateOf(this.clock.instant());
		return (this.last != null && this.last.day.isAfter(calendar)) ? this.last.day : calendar;
	}

	/** The booking day of a payment made now. */
	LocalDate bookingDay() {
		boolean late = ThreadLocalRandom.current().nextDouble() < this.behaviour.get().nextDayRate();
		return late ? today().plusDays(1) : today();
	}

	/**
	 * Writes the missing statements of all days up to one, and a further page if that day
	 * has new entries. The bank day never moves back.
	 */
	void stateThrough(LocalDate through) throws SQLException {
		LocalDate begin = (this.last != null) ? this.last.day : firstDay(through);
		if (begin == null) {
			return;
		}
		LocalDate earliest = through.minusDays(mostDays);
		for (LocalDate day : bookedDays(begin, earliest)) {
			state(day);
		}
		for (LocalDate day = begin.isBefore(earliest) ? earliest : begin; !day.isAfter(through); day = day
			.plusDays(1)) {
			state(day);
		}
	}

	/** Days with entries, the first one included and the end excluded. */
	private List<LocalDate> bookedDays(LocalDate first, LocalDate end) throws SQLException {
		List<LocalDate> days = new ArrayList<>();
		this.findBooked.setString(1, first.toString());
		this.findBooked.setString(2, end.toString());
		try (ResultSet row = this.findBooked.executeQuery()) {
			while (row.next()) {
				days.add(LocalDate.parse(row.getString(1)));
			}
		}
		return days;
	}

	private @Nullable LocalDate firstDay(LocalDate through) throws SQLException {
		this.findFirst.setString(1, through.toString());
		try (ResultSet row = this.findFirst.executeQuery()) {
			String first = row.next() ? row.getString(1) : null;
			return (first != null) ? LocalDate.parse(first) : null;
		}
	}

	private void state(LocalDate day) throws SQLException {
		Last before = this.last;
		boolean again = before != null && before.day.equals(day);
		long after = (again && before != null) ? before.toSequence : 0;
		this.sum.setString(1, day.toString());
		this.sum.setLong(2, after);
		long count;
		long to;
		long movedPaise;
		try (ResultSet row = this.sum.executeQuery()) {
			row.next();
			count = row.getLong(1);
			to = Math.max(row.getLong(2), after);
			movedPaise = row.getLong(3);
		}
		if (again && count == 0) {
			return;
		}
		int page = (again && before != null) ? before.page + 1 : 1;
		long opening = (before != null) ? before.closingPaise : 0;
		long closing = Math.addExact(opening, movedPaise);
		this.insert.setString(1, day.toString());
		this.insert.setInt(2, page);
		this.insert.setLong(3, after);
		this.insert.setLong(4, to);
		this.insert.setLong(5, opening);
		this.insert.setLong(6, closing);
		this.insert.setLong(7, count);
		this.insert.setLong(8, this.clock.millis());
		this.insert.executeUpdate();
		this.last = new Last(day, page, to, closing);
	}

	/** Records that a file with the statement was written. */
	void recordReported(DayStatement statement) throws SQLException {
		this.markReported.setString(1, statement.businessDate());
		this.markReported.setInt(2, statement.page());
		this.markReported.executeUpdate();
	}

	private record Last(LocalDate day, int page, long toSequence, long closingPaise) {
	}

}

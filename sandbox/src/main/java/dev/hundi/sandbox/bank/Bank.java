package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

/**
 * Takes orders, keeps them, answers for them. A payment that was answered is on disk.
 */
final class Bank implements AutoCloseable {

	private final Connection writing;

	private final Connection reading;

	private final Book book;

	private final GroupCommit commits;

	private final LedgerReader ledger;

	private volatile Behaviour behaviour = Behaviour.initial;

	/** The day that the days before were stated on last, by this process. */
	private volatile @Nullable LocalDate statedUntil;

	private Bank(Connection writing, Connection reading) throws SQLException {
		this.writing = writing;
		this.book = new Book(writing, InstantSource.system(), () -> this.behaviour);
		this.reading = reading;
		this.ledger = new LedgerReader(reading);
		this.commits = new GroupCommit(writing, this.book);
	}

	/**
	 * Opens the records in a directory, or begins them.
	 * @throws IllegalStateException if they cannot be opened
	 */
	static Bank open(Path directory) {
		try {
			Files.createDirectories(directory);
			String url = "jdbc:sqlite:" + directory.resolve("bank.db").toAbsolutePath();
			Connection writing = DriverManager.getConnection(url);
			try (Statement statement = writing.createStatement()) {
				statement.execute("PRAGMA journal_mode = WAL");
				statement.execute("PRAGMA synchronous = FULL");
				statement.execute("PRAGMA busy_timeout = 5000");
			}
			Book.prepare(writing);
			writing.setAutoCommit(false);
			return new Bank(writing, readOnly(url));
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Cannot open the bank's records in " + directory, ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot create " + directory, ex);
		}
	}

	private static Connection readOnly(String url) throws SQLException {
		Connection reading = DriverManager.getConnection(url);
		try (Statement statement = reading.createStatement()) {
			statement.execute("PRAGMA query_only = ON");
			statement.execute("PRAGMA busy_timeout = 5000");
		}
		return reading;
	}

	/** Records an order and does with it what its target and the behaviour say. */
	Taken take(PaymentOrder order) throws InterruptedException {
		Behaviour present = this.behaviour;
		Outcome outcome = Outcome.of(order, present, ThreadLocalRandom.current().nextDouble());
		if (present.declining() && enquire(order.reference()).isEmpty()) {
			return new Taken.Declined();
		}
		Book.Recorded recorded = this.commits
			.commit(() -> this.book.record(order, outcome, outcome.becomesAfterMs(present)));
		if (!recorded.order().equals(order)) {
			return new Taken.ReferenceReused();
		}
		boolean answered = !recorded.isNew() || outcome.answered();
		return answered ? new Taken.Answered(recorded.payment()) : new Taken.Unanswered();
	}

	Optional<Payment> enquire(String reference) throws InterruptedException {
		return this.commits.commit(() -> Optional.ofNullable(this.book.find(reference)).map(Book.Recorded::payment));
	}

	/** Callbacks whose time has come, the oldest first. */
	List<DueCallback> dueCallbacks(int limit) {
		try {
			return this.ledger.dueCallbacks(InstantSource.system().millis(), limit);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Remembers a try to deliver a callback.
	 * @param againAtMs epoch milliseconds of the next, or null once it was taken
	 */
	void called(DueCallback callback, @Nullable Long againAtMs) throws InterruptedException {
		this.commits.commit(() -> {
			this.book.called(callback.sequence(), againAtMs);
			return true;
		});
	}

	/**
	 * Takes an order that came in a file: its client hears of it in files.
	 * @throws IllegalArgumentException if its reference belongs to another order
	 */
	void takeFromFile(PaymentOrder order) throws InterruptedException {
		Behaviour present = this.behaviour;
		Outcome outcome = Outcome.of(order, present, ThreadLocalRandom.current().nextDouble());
		Book.Recorded recorded = this.commits.commit(() -> {
			Book.Recorded taken = this.book.record(order, outcome, outcome.becomesAfterMs(present));
			this.book.ofFile(order.reference());
			return taken;
		});
		if (!recorded.order().equals(order)) {
			throw new IllegalArgumentException("This reference belongs to an order with other content");
		}
	}

	/** Payments of files whose client has not heard of their present status. */
	List<UntoldPayment> untoldOfFiles(int limit) {
		try {
			return this.ledger.untold(limit);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Remembers that clients have heard of payments. */
	void told(List<UntoldPayment> payments) throws InterruptedException {
		this.commits.commit(() -> {
			for (UntoldPayment payment : payments) {
				this.book.told(payment);
			}
			return true;
		});
	}

	RegisteredBeneficiary register(BeneficiaryOrder order) throws InterruptedException {
		return this.commits.commit(() -> this.book.register(order));
	}

	/**
	 * States every day up to one, and answers what was stated of it.
	 */
	List<DayStatement> stateThrough(LocalDate through) throws InterruptedException {
		this.commits.commit(() -> {
			this.book.days().stateThrough(through);
			return true;
		});
		return statements(through.toString(), false);
	}

	/** States the days that are over, once for each. */
	void stateDaysThatAreOver() throws InterruptedException {
		LocalDate today = BusinessDays.calendarDay(InstantSource.system().instant());
		if (!today.equals(this.statedUntil)) {
			stateThrough(today.minusDays(1));
			this.statedUntil = today;
		}
	}

	/**
	 * Statements, the oldest first.
	 * @param businessDate of them, or null for any
	 * @param untoldOnly only those that no file has told yet
	 */
	List<DayStatement> statements(@Nullable String businessDate, boolean untoldOnly) {
		try {
			return this.ledger.statements(businessDate, untoldOnly);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Entries of a statement after a sequence, oldest first. */
	List<LedgerEntry> stated(DayStatement statement, long after, int limit) {
		try {
			return this.ledger.stated(statement, after, limit);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Remembers that a file tells a statement. */
	void told(DayStatement statement) throws InterruptedException {
		this.commits.commit(() -> {
			this.book.days().told(statement);
			return true;
		});
	}

	LedgerEntry credit(Credit credit) throws InterruptedException {
		return this.commits.commit(() -> this.book.credit(credit));
	}

	List<LedgerEntry> ledgerOf(String reference) {
		try {
			return this.ledger.byReference(reference);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	List<LedgerEntry> ledgerAfter(long sequence, int limit) {
		try {
			return this.ledger.page(sequence, limit);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	Behaviour behaviour() {
		return this.behaviour;
	}

	synchronized Behaviour change(Behaviour.Change change) {
		Behaviour changed = this.behaviour.with(change);
		this.behaviour = changed;
		return changed;
	}

	@Override
	public void close() {
		this.commits.close();
		try {
			this.reading.close();
			this.writing.close();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** What became of an order that reached the bank. */
	sealed interface Taken {

		record Answered(Payment payment) implements Taken {
		}

		record Unanswered() implements Taken {
		}

		record ReferenceReused() implements Taken {
		}

		record Declined() implements Taken {
		}

	}

}

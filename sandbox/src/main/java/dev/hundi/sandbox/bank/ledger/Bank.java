package dev.hundi.sandbox.bank.ledger;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

/**
 * Accepts orders and records them. Every payment that was answered is on disk.
 */
public final class Bank implements AutoCloseable {

	private final Connection writing;

	private final Connection reading;

	private final BankLedger book;

	private final GroupCommit commits;

	private final LedgerReader ledger;

	private volatile Behaviour behaviour = Behaviour.initial;

	/** The day on which this process last wrote the statements of earlier days. */
	private volatile @Nullable LocalDate lastStatedOn;

	private Bank(Connection writing, Connection reading) throws SQLException {
		this.writing = writing;
		this.book = new BankLedger(writing, InstantSource.system(), () -> this.behaviour);
		this.reading = reading;
		this.ledger = new LedgerReader(reading);
		this.commits = new GroupCommit(writing, this.book);
	}

	/**
	 * Opens or creates the records in a directory.
	 * @throws IllegalStateException if they cannot be opened
	 */
	public static Bank open(Path directory) {
		try {
			Files.createDirectories(directory);
			String url = "jdbc:sqlite:" + directory.resolve("bank.db").toAbsolutePath();
			Connection writing = DriverManager.getConnection(url);
			try (Statement statement = writing.createStatement()) {
				statement.execute("PRAGMA journal_mode = WAL");
				statement.execute("PRAGMA synchronous = FULL");
				statement.execute("PRAGMA busy_timeout = 5000");
			}
			BankLedger.prepare(writing);
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

	/** Increases with each transaction of this process. */
	long changes() {
		return this.commits.transactions();
	}

	/** Waits until {@link #changes()} differs, but not longer than this time. */
	void awaitOtherChanges(long changes, long atMostNanos) throws InterruptedException {
		this.commits.awaitOther(changes, atMostNanos);
	}

	/**
	 * Records orders in one transaction and executes each as its target and the behaviour
	 * determine.
	 * @return the results in their order
	 */
	public List<Taken> take(List<TransferOrder> orders) throws InterruptedException {
		Behaviour present = this.behaviour;
		return this.commits.commit(() -> {
			List<Taken> taken = new ArrayList<>();
			for (TransferOrder order : orders) {
				taken.add(take(order, present));
			}
			return taken;
		});
	}

	private Taken take(TransferOrder order, Behaviour present) throws SQLException {
		if (present.declining() && this.book.find(order.reference()) == null) {
			return new Taken.Declined();
		}
		Outcome outcome = Outcome.of(order, present, ThreadLocalRandom.current().nextDouble());
		BankLedger.Recorded recorded = this.book.record(order, outcome, outcome.becomesAfterMs(present));
		if (!recorded.order().equals(order)) {
			return new Taken.ReferenceReused();
		}
		boolean answered = !recorded.isNew() || outcome.answered();
		return answered ? new Taken.Answered(present.misreport().report(recorded.payment())) : new Taken.Unanswered();
	}

	public Optional<Transfer> enquire(String reference) throws InterruptedException {
		Misreport misreport = this.behaviour.misreport();
		return this.commits.commit(() -> Optional.ofNullable(this.book.find(reference))
			.map((recorded) -> misreport.report(recorded.payment())));
	}

	/** Due callbacks, the oldest first. */
	public List<DueCallback> dueCallbacks(int limit) {
		return read(() -> this.ledger.dueCallbacks(InstantSource.system().millis(), limit));
	}

	/**
	 * Records an attempt to deliver a callback.
	 * @param againAtMs epoch milliseconds of the next attempt, or null if delivered
	 */
	public void recordAttempt(DueCallback callback, @Nullable Long againAtMs) throws InterruptedException {
		this.commits.commit(() -> {
			this.book.recordAttempt(callback.sequence(), againAtMs);
			return true;
		});
	}

	/**
	 * Accepts an order from a file, whose status is reported in files.
	 * @throws IllegalArgumentException if its reference belongs to another order
	 */
	public void acceptFromFile(TransferOrder order) throws InterruptedException {
		Behaviour present = this.behaviour;
		Outcome outcome = Outcome.of(order, present, ThreadLocalRandom.current().nextDouble());
		BankLedger.Recorded recorded = this.commits.commit(() -> {
			BankLedger.Recorded taken = this.book.record(order, outcome, outcome.becomesAfterMs(present));
			this.book.recordFileTransfer(order.reference());
			return taken;
		});
		if (!recorded.order().equals(order)) {
			throw new IllegalArgumentException("This reference belongs to an order with other content");
		}
	}

	/** Transfers from files whose current status was not reported yet. */
	public List<UnreportedTransfer> unreportedTransfers(int limit) {
		Misreport misreport = this.behaviour.misreport();
		return read(() -> this.ledger.unreported(limit)).stream()
			.map((unreported) -> new UnreportedTransfer(unreported.order(), misreport.report(unreported.payment()),
					unreported.reportedSuccess()))
			.toList();
	}

	/** Records that the status of transfers was reported. */
	public void recordReported(List<UnreportedTransfer> payments) throws InterruptedException {
		this.commits.commit(() -> {
			for (UnreportedTransfer payment : payments) {
				this.book.recordReported(payment);
			}
			return true;
		});
	}

	public RegisteredBeneficiary register(BeneficiaryOrder order) throws InterruptedException {
		return this.commits.commit(() -> this.book.register(order));
	}

	/**
	 * Writes the statements of all days up to one and returns those of that day.
	 */
	public List<DayStatement> stateThrough(LocalDate through) throws InterruptedException {
		this.commits.commit(() -> {
			this.book.days().stateThrough(through);
			return true;
		});
		return statements(through.toString(), false);
	}

	/** Writes the statements of ended days, once for each day. */
	public void stateEndedDays() throws InterruptedException {
		LocalDate today = India.dateOf(InstantSource.system().instant());
		if (!today.equals(this.lastStatedOn)) {
			stateThrough(today.minusDays(1));
			this.lastStatedOn = today;
		}
	}

	/**
	 * Statements, the oldest first.
	 * @param businessDate of them, or null for any
	 * @param unreportedOnly only those that no file contains yet
	 */
	public List<DayStatement> statements(@Nullable String businessDate, boolean unreportedOnly) {
		return read(() -> this.ledger.statements(businessDate, unreportedOnly));
	}

	/** Entries of a statement after a sequence, oldest first. */
	public List<LedgerEntry> stated(DayStatement statement, long after, int limit) {
		return read(() -> this.ledger.stated(statement, after, limit));
	}

	/** Records that a file with the statement was written. */
	public void recordReported(DayStatement statement) throws InterruptedException {
		this.commits.commit(() -> {
			this.book.days().recordReported(statement);
			return true;
		});
	}

	public LedgerEntry credit(Credit credit) throws InterruptedException {
		return this.commits.commit(() -> this.book.credit(credit));
	}

	public List<LedgerEntry> ledgerOf(String reference) {
		return read(() -> this.ledger.byReference(reference));
	}

	public List<LedgerEntry> ledgerAfter(long sequence, int limit) {
		return read(() -> this.ledger.page(sequence, limit));
	}

	public Behaviour behaviour() {
		return this.behaviour;
	}

	public synchronized Behaviour change(Behaviour.Change change) {
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
			throw new IllegalStateException("Cannot close the bank's records", ex);
		}
	}

	private static <T> T read(GroupCommit.Work<T> query) {
		try {
			return query.run();
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Cannot read the bank's records", ex);
		}
	}

	/** Result of an order. */
	public sealed interface Taken {

		record Answered(Transfer payment) implements Taken {
		}

		record Unanswered() implements Taken {
		}

		record ReferenceReused() implements Taken {
		}

		record Declined() implements Taken {
		}

	}

}

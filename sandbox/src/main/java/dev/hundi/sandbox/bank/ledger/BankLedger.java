package dev.hundi.sandbox.bank.ledger;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import dev.hundi.sandbox.http.StrictJson;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

/**
 * The records of the bank, written by one thread. Balances and sequences are held in
 * memory and read from the tables at the start and after a rollback.
 */
final class BankLedger implements GroupCommit.Upkeep {

	static final String LEDGER = """
			CREATE TABLE IF NOT EXISTS ledger (
				sequence INTEGER PRIMARY KEY,
				kind TEXT NOT NULL CHECK (kind IN ('PAYMENT', 'RETURN', 'CREDIT', 'CHARGE', 'GST')),
				amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
				balance_paise INTEGER NOT NULL,
				booked_at_ms INTEGER NOT NULL,
				reference TEXT,
				bank_reference TEXT,
				utr TEXT NOT NULL,
				rail TEXT,
				account_number TEXT,
				ifsc TEXT,
				vpa TEXT,
				narration TEXT NOT NULL,
				booked_on TEXT NOT NULL
			)""";

	private static final String[] schema = { """
			CREATE TABLE IF NOT EXISTS payment (
				sequence INTEGER PRIMARY KEY,
				reference TEXT NOT NULL UNIQUE,
				rail TEXT NOT NULL,
				amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
				beneficiary_name TEXT NOT NULL,
				account_number TEXT,
				ifsc TEXT,
				vpa TEXT,
				remarks TEXT,
				status TEXT NOT NULL CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED', 'RETURNED')),
				bank_reference TEXT NOT NULL UNIQUE,
				utr TEXT UNIQUE,
				code TEXT,
				becomes TEXT,
				becomes_at_ms INTEGER
			)""", """
			CREATE INDEX IF NOT EXISTS payment_becomes ON payment (becomes_at_ms) WHERE becomes_at_ms IS NOT NULL
			""", LEDGER, """
			CREATE INDEX IF NOT EXISTS ledger_booked_on ON ledger (booked_on, sequence)
			""", BusinessDays.TABLE, """
			CREATE UNIQUE INDEX IF NOT EXISTS ledger_once ON ledger (reference, kind) WHERE reference IS NOT NULL
			""", """
			CREATE TABLE IF NOT EXISTS beneficiary (
				reference TEXT PRIMARY KEY,
				target TEXT NOT NULL,
				name TEXT NOT NULL,
				status TEXT NOT NULL,
				registered_name TEXT,
				registration_id TEXT
			)""", """
			CREATE TABLE IF NOT EXISTS file_payment (
				reference TEXT PRIMARY KEY REFERENCES payment (reference),
				reported TEXT
			)""", """
			CREATE TABLE IF NOT EXISTS callback (
				sequence INTEGER PRIMARY KEY,
				body TEXT NOT NULL,
				attempts INTEGER NOT NULL DEFAULT 0,
				due_at_ms INTEGER
			)""", """
			CREATE INDEX IF NOT EXISTS callback_due ON callback (due_at_ms) WHERE due_at_ms IS NOT NULL
			""", """
			CREATE INDEX IF NOT EXISTS ledger_bank_reference ON ledger (bank_reference)
			""", """
			CREATE INDEX IF NOT EXISTS ledger_utr ON ledger (utr)
			""", """
			CREATE UNIQUE INDEX IF NOT EXISTS ledger_credit_utr ON ledger (utr) WHERE kind = 'CREDIT'
			""", """
			CREATE TRIGGER IF NOT EXISTS ledger_no_update BEFORE UPDATE ON ledger
				BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
			""", """
			CREATE TRIGGER IF NOT EXISTS ledger_no_delete BEFORE DELETE ON ledger
				BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
			""" };

	private static final long gstPercent = 18;

	static final String paymentColumns = "reference, rail, amount_paise, beneficiary_name, account_number, "
			+ "ifsc, vpa, remarks, status, bank_reference, utr, code, becomes";

	private final InstantSource clock;

	private final Supplier<Behaviour> behaviour;

	private final BusinessDays days;

	private final PreparedStatement findByReference;

	private final PreparedStatement insertPayment;

	private final PreparedStatement changeStatus;

	private final PreparedStatement insertEntry;

	private final PreparedStatement findCredit;

	private final PreparedStatement findDue;

	private final PreparedStatement readCounters;

	private final PreparedStatement insertFileTransfer;

	private final PreparedStatement changeReported;

	private final PreparedStatement insertBeneficiary;

	private final PreparedStatement insertCallback;

	private final PreparedStatement changeCallback;

	private long lastPaymentSequence;

	private long lastEntrySequence;

	private long balancePaise;

	private long nextDueMs;

	BankLedger(Connection connection, InstantSource clock, Supplier<Behaviour> behaviour) throws SQLException {
		this.clock = clock;
		this.behaviour = behaviour;
		this.days = new BusinessDays(connection, clock, behaviour);
		this.findByReference = connection
			.prepareStatement("SELECT %s FROM payment WHERE reference = ?".formatted(paymentColumns));
		this.insertPayment = connection
			.prepareStatement("INSERT INTO payment (%s, becomes_at_ms, sequence) VALUES (?%s)".formatted(paymentColumns,
					", ?".repeat(14)));
		this.changeStatus = connection.prepareStatement("""
				UPDATE payment SET status = ?, utr = ?, code = ?, becomes = NULL, becomes_at_ms = NULL
				WHERE reference = ? AND status = ?""");
		this.insertEntry = connection.prepareStatement("""
				INSERT INTO ledger (sequence, kind, amount_paise, balance_paise, booked_at_ms, reference,
					bank_reference, utr, rail, account_number, ifsc, vpa, narration, booked_on)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");
		this.findCredit = connection.prepareStatement(
				"SELECT %s FROM ledger WHERE utr = ? AND kind = 'CREDIT'".formatted(LedgerReader.columns));
		this.findDue = connection.prepareStatement("""
				SELECT %s FROM payment WHERE becomes_at_ms <= ? ORDER BY becomes_at_ms, sequence LIMIT 1000"""
			.formatted(paymentColumns));
		this.readCounters = connection.prepareStatement("""
				SELECT (SELECT coalesce(max(sequence), 0) FROM payment),
					(SELECT coalesce(max(sequence), 0) FROM ledger),
					(SELECT balance_paise FROM ledger ORDER BY sequence DESC LIMIT 1),
					(SELECT min(becomes_at_ms) FROM payment WHERE becomes_at_ms IS NOT NULL)""");
		this.insertFileTransfer = connection
			.prepareStatement("INSERT OR IGNORE INTO file_payment (reference) VALUES (?)");
		this.changeReported = connection.prepareStatement("UPDATE file_payment SET reported = ? WHERE reference = ?");
		this.insertBeneficiary = connection.prepareStatement("""
				INSERT OR IGNORE INTO beneficiary (reference, target, name, status, registered_name, registration_id)
				VALUES (?, ?, ?, ?, ?, ?)""");
		this.insertCallback = connection.prepareStatement(
				"INSERT INTO callback (sequence, body, due_at_ms) SELECT coalesce(max(sequence), 0) + 1, ?, ? FROM callback");
		this.changeCallback = connection
			.prepareStatement("UPDATE callback SET attempts = attempts + 1, due_at_ms = ? WHERE sequence = ?");
		readCounters();
		connection.commit();
	}

	/** Creates missing tables. */
	static void prepare(Connection connection) throws SQLException {
		BusinessDays.upgrade(connection);
		try (Statement statement = connection.createStatement()) {
			for (String sql : schema) {
				statement.execute(sql);
			}
		}
	}

	/**
	 * Records an order with its outcome and books the payment if it was paid. A known
	 * reference changes nothing.
	 */
	Recorded record(TransferOrder order, Outcome outcome, long becomesAfterMs) throws SQLException {
		Recorded known = find(order.reference());
		if (known != null) {
			return known;
		}
		this.lastPaymentSequence++;
		String bankReference = "HB%014d".formatted(this.lastPaymentSequence);
		String utr = (outcome.recordedAs() == PaymentStatus.SUCCESS) ? nextUtr(order.rail()) : null;
		FailureCode code = outcome.code();
		Transfer payment = new Transfer(order.reference(), outcome.recordedAs(), order.amountPaise(), bankReference,
				utr, code, (code != null) ? code.message() : null);
		Recorded recorded = new Recorded(order, payment, outcome.becomes(), true);
		insert(recorded, becomesAfterMs);
		if (utr != null) {
			book(LedgerEntry.Kind.PAYMENT, recorded, utr);
		}
		return recorded;
	}

	/**
	 * Books a credit. A repeated UTR returns the first entry.
	 */
	LedgerEntry credit(Credit credit) throws SQLException {
		if (credit.utr() != null) {
			LedgerEntry known = findCredit(credit.utr());
			if (known != null) {
				return known;
			}
		}
		String utr = (credit.utr() != null) ? credit.utr() : nextUtr(TransferRail.NEFT);
		String narration = "Received from " + ((credit.remitterName() != null) ? credit.remitterName() : "unknown");
		return append(LedgerEntry.Kind.CREDIT, credit.amountPaise(), null, null, utr, null,
				credit.virtualAccountNumber(), null, null, narration, this.days.today(), null);
	}

	@Nullable Recorded find(String reference) throws SQLException {
		this.findByReference.setString(1, reference);
		try (ResultSet rows = this.findByReference.executeQuery()) {
			return rows.next() ? recorded(rows) : null;
		}
	}

	@Override
	public long dueInMs() {
		return this.nextDueMs - this.clock.millis();
	}

	/** Applies due status changes. */
	@Override
	public void run() throws SQLException {
		if (dueInMs() > 0) {
			return;
		}
		this.findDue.setLong(1, this.clock.millis());
		List<Recorded> due = new ArrayList<>();
		try (ResultSet rows = this.findDue.executeQuery()) {
			while (rows.next()) {
				due.add(recorded(rows));
			}
		}
		for (Recorded recorded : due) {
			turn(recorded);
		}
		readCounters();
	}

	@Override
	public void rolledBack() throws SQLException {
		readCounters();
	}

	private void turn(Recorded recorded) throws SQLException {
		switch (recorded.becomes()) {
			case SUCCESS -> {
				String utr = nextUtr(recorded.order().rail());
				change(recorded, PaymentStatus.SUCCESS, utr, null);
				send(recorded, PaymentStatus.SUCCESS, utr, null);
				book(LedgerEntry.Kind.PAYMENT, recorded, utr);
			}
			case FAILED -> {
				change(recorded, PaymentStatus.FAILED, null, FailureCode.REJECTED);
				send(recorded, PaymentStatus.FAILED, null, FailureCode.REJECTED);
			}
			case RETURNED -> {
				String utr = recorded.payment().utr();
				if (utr == null) {
					throw new IllegalStateException("Returned before it was paid: " + recorded);
				}
				change(recorded, PaymentStatus.RETURNED, utr, FailureCode.RETURNED);
				send(recorded, PaymentStatus.RETURNED, utr, FailureCode.RETURNED);
				book(LedgerEntry.Kind.RETURN, recorded, utr);
			}
			case PENDING -> throw new IllegalStateException("Nothing becomes pending: " + recorded);
			case null -> throw new IllegalStateException("Nothing is due: " + recorded);
		}
	}

	private void change(Recorded recorded, PaymentStatus status, @Nullable String utr, @Nullable FailureCode code)
			throws SQLException {
		this.changeStatus.setString(1, status.name());
		this.changeStatus.setString(2, utr);
		this.changeStatus.setString(3, (code != null) ? code.name() : null);
		this.changeStatus.setString(4, recorded.order().reference());
		this.changeStatus.setString(5, recorded.payment().status().name());
		if (this.changeStatus.executeUpdate() != 1) {
			throw new IllegalStateException("Another writer changed " + recorded.order().reference());
		}
	}

	/** Records that a payment came in a file, so its status is reported in files. */
	void recordFileTransfer(String reference) throws SQLException {
		this.insertFileTransfer.setString(1, reference);
		this.insertFileTransfer.executeUpdate();
	}

	/** Records the status that was reported to the client. */
	void recordReported(UnreportedTransfer unreported) throws SQLException {
		this.changeReported.setString(1, unreported.payment().status().name());
		this.changeReported.setString(2, unreported.payment().reference());
		this.changeReported.executeUpdate();
	}

	/** Registers a beneficiary unless its reference is known. */
	RegisteredBeneficiary register(BeneficiaryOrder order) throws SQLException {
		RegisteredBeneficiary registered = order.registered();
		this.insertBeneficiary.setString(1, order.reference());
		this.insertBeneficiary.setString(2, order.target());
		this.insertBeneficiary.setString(3, order.name());
		this.insertBeneficiary.setString(4, registered.status());
		this.insertBeneficiary.setString(5, registered.registeredName());
		this.insertBeneficiary.setString(6, registered.registrationId());
		this.insertBeneficiary.executeUpdate();
		return registered;
	}

	/** Queues a callback in the transaction of the change that it reports. */
	private void send(Recorded recorded, PaymentStatus status, @Nullable String utr, @Nullable FailureCode code)
			throws SQLException {
		long nowMs = this.clock.millis();
		String bankReference = recorded.payment().bankReference();
		byte[] body = StrictJson.write(new Callback(bankReference + "-" + status, recorded.order().reference(), status,
				bankReference, utr, code, (code != null) ? code.message() : null, LedgerReader.time(nowMs)));
		this.insertCallback.setString(1, new String(body, StandardCharsets.UTF_8));
		this.insertCallback.setLong(2, nowMs);
		this.insertCallback.executeUpdate();
	}

	/**
	 * Records an attempt to deliver a callback.
	 * @param againAtMs epoch milliseconds of the next attempt, or null if delivered
	 */
	void recordAttempt(long sequence, @Nullable Long againAtMs) throws SQLException {
		if (againAtMs != null) {
			this.changeCallback.setLong(1, againAtMs);
		}
		else {
			this.changeCallback.setNull(1, java.sql.Types.INTEGER);
		}
		this.changeCallback.setLong(2, sequence);
		this.changeCallback.executeUpdate();
	}

	private void insert(Recorded recorded, long becomesAfterMs) throws SQLException {
		TransferOrder order = recorded.order();
		Transfer payment = recorded.payment();
		PaymentStatus becomes = recorded.becomes();
		PreparedStatement insert = this.insertPayment;
		insert.setString(1, order.reference());
		insert.setString(2, order.rail().name());
		insert.setLong(3, order.amountPaise());
		insert.setString(4, order.beneficiaryName());
		insert.setString(5, order.accountNumber());
		insert.setString(6, order.ifsc());
		insert.setString(7, order.vpa());
		insert.setString(8, order.remarks());
		insert.setString(9, payment.status().name());
		insert.setString(10, payment.bankReference());
		insert.setString(11, payment.utr());
		insert.setString(12, (payment.code() != null) ? payment.code().name() : null);
		insert.setString(13, (becomes != null) ? becomes.name() : null);
		if (becomes != null) {
			long dueMs = this.clock.millis() + becomesAfterMs;
			insert.setLong(14, dueMs);
			this.nextDueMs = Math.min(this.nextDueMs, dueMs);
		}
		else {
			insert.setNull(14, java.sql.Types.INTEGER);
		}
		insert.setLong(15, this.lastPaymentSequence);
		insert.executeUpdate();
	}

	private void book(LedgerEntry.Kind kind, Recorded recorded, String utr) throws SQLException {
		TransferOrder order = recorded.order();
		String narration = ((kind == LedgerEntry.Kind.RETURN) ? "Returned by " : "Paid to ") + order.beneficiaryName();
		LocalDate bookedOn = (kind == LedgerEntry.Kind.PAYMENT) ? this.days.bookingDay() : this.days.today();
		append(kind, order.amountPaise(), order, recorded.payment(), utr, narration, bookedOn);
		long chargePaise = this.behaviour.get().chargePaise();
		if (kind == LedgerEntry.Kind.PAYMENT && chargePaise > 0) {
			append(LedgerEntry.Kind.CHARGE, chargePaise, order, recorded.payment(), utr,
					order.rail() + " charges for " + order.reference(), bookedOn);
			long gstPaise = (chargePaise * gstPercent + 50) / 100;
			if (gstPaise > 0) {
				append(LedgerEntry.Kind.GST, gstPaise, order, recorded.payment(), utr,
						"GST on " + order.rail() + " charges for " + order.reference(), bookedOn);
			}
		}
	}

	private void append(LedgerEntry.Kind kind, long amountPaise, TransferOrder order, Transfer payment, String utr,
			String narration, LocalDate bookedOn) throws SQLException {
		append(kind, amountPaise, order.reference(), payment.bankReference(), utr, order.rail(), order.accountNumber(),
				order.ifsc(), order.vpa(), narration, bookedOn, order.remarks());
	}

	BusinessDays days() {
		return this.days;
	}

	private LedgerEntry append(LedgerEntry.Kind kind, long amountPaise, @Nullable String reference,
			@Nullable String bankReference, String utr, @Nullable TransferRail rail, @Nullable String accountNumber,
			@Nullable String ifsc, @Nullable String vpa, String narration, LocalDate bookedOn, @Nullable String remarks)
			throws SQLException {
		long nowMs = this.clock.millis();
		this.lastEntrySequence++;
		this.balancePaise = Math.addExact(this.balancePaise,
				(kind.direction() == LedgerEntry.Direction.DEBIT) ? -amountPaise : amountPaise);
		PreparedStatement insert = this.insertEntry;
		insert.setLong(1, this.lastEntrySequence);
		insert.setString(2, kind.name());
		insert.setLong(3, amountPaise);
		insert.setLong(4, this.balancePaise);
		insert.setLong(5, nowMs);
		insert.setString(6, reference);
		insert.setString(7, bankReference);
		insert.setString(8, utr);
		insert.setString(9, (rail != null) ? rail.name() : null);
		insert.setString(10, accountNumber);
		insert.setString(11, ifsc);
		insert.setString(12, vpa);
		insert.setString(13, narration);
		insert.setString(14, bookedOn.toString());
		insert.executeUpdate();
		return new LedgerEntry(this.lastEntrySequence, kind, kind.direction(), amountPaise, this.balancePaise,
				LedgerReader.time(nowMs), reference, bankReference, utr, rail, accountNumber, ifsc, vpa, narration,
				bookedOn.toString(), remarks);
	}

	private @Nullable LedgerEntry findCredit(String utr) throws SQLException {
		this.findCredit.setString(1, utr);
		try (ResultSet rows = this.findCredit.executeQuery()) {
			return rows.next() ? LedgerReader.entry(rows) : null;
		}
	}

	/** Unique, since the next ledger entry in this transaction has this sequence. */
	private String nextUtr(TransferRail rail) {
		return rail.utr(this.lastEntrySequence + 1, India.dateOf(this.clock.instant()).getDayOfYear());
	}

	private void readCounters() throws SQLException {
		try (ResultSet row = this.readCounters.executeQuery()) {
			row.next();
			this.lastPaymentSequence = row.getLong(1);
			this.lastEntrySequence = row.getLong(2);
			this.balancePaise = row.getLong(3);
			long due = row.getLong(4);
			this.nextDueMs = row.wasNull() ? Long.MAX_VALUE : due;
		}
		this.days.read();
	}

	static Recorded recorded(ResultSet row) throws SQLException {
		TransferOrder order = new TransferOrder(row.getString("reference"), TransferRail.valueOf(row.getString("rail")),
				row.getLong("amount_paise"), row.getString("beneficiary_name"), row.getString("account_number"),
				row.getString("ifsc"), row.getString("vpa"), row.getString("remarks"));
		String codeName = row.getString("code");
		FailureCode code = (codeName != null) ? FailureCode.valueOf(codeName) : null;
		Transfer payment = new Transfer(order.reference(), PaymentStatus.valueOf(row.getString("status")),
				order.amountPaise(), row.getString("bank_reference"), row.getString("utr"), code,
				(code != null) ? code.message() : null);
		String becomes = row.getString("becomes");
		return new Recorded(order, payment, (becomes != null) ? PaymentStatus.valueOf(becomes) : null, false);
	}

	/**
	 * An order with its status.
	 *
	 * @param becomes the status that follows by itself, if any
	 * @param isNew whether this call recorded it
	 */
	record Recorded(TransferOrder order, Transfer payment, @Nullable PaymentStatus becomes, boolean isNew) {
	}

}

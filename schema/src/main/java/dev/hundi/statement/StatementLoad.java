package dev.hundi.statement;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The statements of one file on their way into the database, in the transaction of
 * {@link LoadStatements}.
 */
final class StatementLoad implements StatementSink {

	/**
	 * Lines in one COPY: few enough that the server holds them for its check, and many
	 * enough that checking them once per COPY costs nothing.
	 */
	private static final int LINES_AT_ONCE = 20_000;

	/** Bytes that are sent at once. */
	private static final int PART_BYTES = 64 * 1024;

	private static final String COPY = """
			COPY bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
			  booked_on, value_on, kind, rail, utr, reference, bank_reference, virtual_account_number, counterparty_account,
			  counterparty_name, item_count, bank_code, return_reason, narration) FROM STDIN (FORMAT binary)
			""";

	private final JdbcTemplate jdbc;

	private final ClaimedStatementFile file;

	private final StatementFormat format;

	private final CopyRows rows = new CopyRows();

	private final List<WrongSum> wrongSums = new ArrayList<>();

	private @Nullable CopySender sender;

	/** Lines in the COPY that is under way. */
	private int copied;

	private @Nullable Open open;

	private int statements;

	private int lines;

	StatementLoad(JdbcTemplate jdbc, ClaimedStatementFile file, StatementFormat format) {
		this.jdbc = jdbc;
		this.file = file;
		this.format = format;
	}

	int statements() {
		return this.statements;
	}

	int lines() {
		return this.lines;
	}

	@Override
	public void begin(StatementHead head) throws RejectedStatementException {
		if (this.open != null) {
			throw new IllegalStateException("The statement before has not ended");
		}
		if (this.file.accountNumber() != null && !this.file.accountNumber().equals(head.accountNumber())) {
			throw new RejectedStatementException(null,
					"It is of account " + head.accountNumber() + ", and came for " + this.file.accountNumber());
		}
		// The lock lets one statement of an account in at a time, so that each sees the
		// one it follows.
		List<Long> account = this.jdbc.queryForList(
				"SELECT nodal_account_id FROM nodal_account WHERE account_number = ? FOR NO KEY UPDATE", Long.class,
				head.accountNumber());
		if (account.isEmpty()) {
			throw new RejectedStatementException(null, "No account " + head.accountNumber() + " is ours");
		}
		this.statements++;
		this.open = insert(account.getFirst(), head);
	}

	private Open insert(long accountId, StatementHead head) throws RejectedStatementException {
		List<UUID> inserted = this.jdbc.queryForList("""
				INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, page, format, source,
				                            file_name, sha256, file_position, opening_paise, closing_paise)
				SELECT ?, ?, ?, ?, ?, ?, file_name, sha256, ?, ?, ? FROM statement_file WHERE statement_file_id = ?
				ON CONFLICT (nodal_account_id, business_date, statement_reference, page) DO NOTHING
				RETURNING bank_statement_id
				""", UUID.class, accountId, head.businessDate(), head.reference(), head.page(), this.format.name(),
				this.file.source().name(), this.statements, head.openingPaise(), head.closingPaise(),
				this.file.statementFileId());
		if (inserted.isEmpty()) {
			throw RejectedStatementException.duplicate("Statement %s of %s, page %d, is here already"
				.formatted(head.reference(), head.businessDate(), head.page()));
		}
		return new Open(Objects.requireNonNull(inserted.getFirst()), accountId, head);
	}

	@Override
	public void line(StatementLine line) {
		Open statement = open();
		statement.add(line);
		this.lines++;
		if (this.copied == 0) {
			this.rows.begin();
		}
		this.rows.add(statement.id, statement.lineCount, statement.accountId, statement.head.businessDate(), line);
		this.copied++;
		if (this.copied >= LINES_AT_ONCE) {
			endCopy();
		}
		else if (this.rows.length() >= PART_BYTES) {
			byte[] part = this.rows.take();
			withSender((sender) -> sender.send(part));
		}
	}

	@Override
	public void wrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
		this.wrongSums.add(new WrongSum(fileLine, differencePaise, reason));
	}

	@Override
	public void end() throws RejectedStatementException {
		Open statement = open();
		endCopy();
		withSender(CopySender::finish);
		this.jdbc.update("""
				UPDATE bank_statement SET line_count = ?, credit_paise = ?, debit_paise = ? WHERE bank_statement_id = ?
				""", statement.lineCount, statement.creditPaise, statement.debitPaise, statement.id);
		refuseSameAgain(statement);
		long differencePaise = Math.subtractExact(statement.head.closingPaise(), statement.reachedPaise());
		if (differencePaise != 0) {
			problem("WRONG_SUM", statement, statement.id, statement.head.businessDate(), differencePaise, null,
					"Opening %d paise and the lines give %d, the closing balance is %d".formatted(
							statement.head.openingPaise(), statement.reachedPaise(), statement.head.closingPaise()));
		}
		for (WrongSum wrong : this.wrongSums) {
			problem("WRONG_SUM", statement, statement.id, statement.head.businessDate(), wrong.differencePaise,
					wrong.fileLine, wrong.reason);
		}
		this.wrongSums.clear();
		findGaps(statement);
		this.jdbc.queryForList("SELECT pg_notify(?, ?)", LoadStatements.LOADED,
				statement.accountId + " " + statement.head.businessDate());
		this.open = null;
	}

	/**
	 * The same day with the same balances and the same lines is the same statement,
	 * whatever the bank calls it this time. The lines are only compared where the sums
	 * are equal.
	 */
	private void refuseSameAgain(Open statement) throws RejectedStatementException {
		List<String> same = this.jdbc.queryForList("""
				SELECT o.statement_reference
				  FROM bank_statement s
				  JOIN bank_statement o ON o.nodal_account_id = s.nodal_account_id AND o.business_date = s.business_date
				   AND o.statement_reference <> s.statement_reference
				   AND (o.opening_paise, o.closing_paise, o.line_count, o.credit_paise, o.debit_paise)
				     = (s.opening_paise, s.closing_paise, s.line_count, s.credit_paise, s.debit_paise)
				 WHERE s.bank_statement_id = ? AND s.line_count > 0
				   AND NOT EXISTS (
				     SELECT direction, amount_paise, utr, reference, bank_reference FROM bank_statement_line l
				      WHERE l.bank_statement_id = s.bank_statement_id
				     EXCEPT
				     SELECT direction, amount_paise, utr, reference, bank_reference FROM bank_statement_line l
				      WHERE l.bank_statement_id = o.bank_statement_id)
				 LIMIT 1
				""", String.class, statement.id);
		if (!same.isEmpty()) {
			throw RejectedStatementException.duplicate("Statement %s of %s says the same as %s, which is here already"
				.formatted(statement.head.reference(), statement.head.businessDate(), same.getFirst()));
		}
	}

	/**
	 * The statement follows the one before it, and the one after it, where it came late,
	 * follows it.
	 */
	private void findGaps(Open statement) {
		this.jdbc.query(
				"""
						SELECT bank_statement_id, business_date, gap_paise, opening_paise, previous_closing_paise, previous_business_date
						  FROM bank_statement_gap
						 WHERE nodal_account_id = ? AND (bank_statement_id = ? OR previous_statement_id = ?)
						""",
				(row) -> {
					problem("GAP", statement, row.getObject("bank_statement_id", UUID.class),
							row.getObject("business_date", LocalDate.class), row.getLong("gap_paise"), null,
							"Opens with %d paise, the statement before, of %s, closes with %d".formatted(
									row.getLong("opening_paise"),
									row.getObject("previous_business_date", LocalDate.class),
									row.getLong("previous_closing_paise")));
				}, statement.accountId, statement.id, statement.id);
	}

	private void problem(String kind, Open statement, UUID statementId, LocalDate date, @Nullable Long amountPaise,
			@Nullable Integer fileLine, String reason) {
		this.jdbc.update(
				"""
						INSERT INTO bank_statement_problem (kind, statement_file_id, nodal_account_id, bank_statement_id, business_date,
						                                    amount_paise, file_name, line_number, reason)
						VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
						""",
				kind, this.file.statementFileId(), statement.accountId, statementId, date, amountPaise,
				this.file.fileName(), fileLine, reason);
	}

	private void endCopy() {
		if (this.copied > 0) {
			this.rows.end();
			byte[] part = this.rows.take();
			int lines = this.copied;
			withSender((sender) -> sender.end(part, lines));
			this.copied = 0;
		}
	}

	/** The connection is the transaction's, and what goes wrong with it told as ever. */
	private void withSender(Sending step) {
		this.jdbc.execute((ConnectionCallback<CopySender>) (connection) -> {
			CopySender known = this.sender;
			if (known == null) {
				known = new CopySender(connection.unwrap(PGConnection.class), COPY);
				this.sender = known;
			}
			step.with(known);
			return known;
		});
	}

	/** Gives the connection back, to be rolled back where lines are still under way. */
	void abandon() {
		if (this.sender != null) {
			this.sender.close();
		}
	}

	private Open open() {
		return Objects.requireNonNull(this.open, "No statement has begun");
	}

	/** What the sender is asked to do. */
	@FunctionalInterface
	private interface Sending {

		void with(CopySender sender) throws SQLException;

	}

	private record WrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
	}

	private static final class Open {

		private final UUID id;

		private final long accountId;

		private final StatementHead head;

		private int lineCount;

		private long creditPaise;

		private long debitPaise;

		Open(UUID id, long accountId, StatementHead head) {
			this.id = id;
			this.accountId = accountId;
			this.head = head;
		}

		void add(StatementLine line) {
			this.lineCount = Math.addExact(this.lineCount, 1);
			if (line.direction() == Direction.CREDIT) {
				this.creditPaise = Math.addExact(this.creditPaise, line.amountPaise());
			}
			else {
				this.debitPaise = Math.addExact(this.debitPaise, line.amountPaise());
			}
		}

		long reachedPaise() {
			return Math.subtractExact(Math.addExact(this.head.openingPaise(), this.creditPaise), this.debitPaise);
		}

	}

}

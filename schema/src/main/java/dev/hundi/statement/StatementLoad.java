package dev.hundi.statement;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import dev.hundi.copy.BinaryCopy;
import dev.hundi.copy.CopySender;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Loads the statements of one file, in the transaction of {@link LoadStatements}.
 */
final class StatementLoad implements StatementSink {

	/**
	 * Lines per COPY: few enough that the server holds them in memory for its checks,
	 * many enough that the checks per COPY cost nothing.
	 */
	private static final int LINES_PER_COPY = 20_000;

	private static final String COPY = """
			COPY bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
			  booked_on, value_on, kind, rail, utr, reference, bank_reference, virtual_account_number, counterparty_account,
			  counterparty_name, item_count, bank_code, return_reason, narration, kind_from_narration) FROM STDIN (FORMAT binary)
			""";

	private static final int COLUMNS = 21;

	/** Problems of one statement. A wrong profile would find one in every line. */
	private static final int MOST_WRONG_SUMS = 100;

	private final JdbcTemplate jdbc;

	private final ClaimedStatementFile file;

	private final StatementFormat format;

	private final BinaryCopy rows = new BinaryCopy();

	private final List<WrongSum> wrongSums = new ArrayList<>();

	/** Wrong sums of the statement beside those. */
	private int moreWrongSums;

	private final Set<Long> accounts = new TreeSet<>();

	private @Nullable CopySender sender;

	/** Lines in the current COPY. */
	private int copied;

	private @Nullable OpenStatement open;

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

	/** The accounts of the statements. */
	Set<Long> accounts() {
		return this.accounts;
	}

	@Override
	public void begin(StatementHead head) throws RejectedStatementException {
		if (this.open != null) {
			throw new IllegalStateException("The previous statement has not ended");
		}
		if (this.file.accountNumber() != null && !this.file.accountNumber().equals(head.accountNumber())) {
			throw new RejectedStatementException(null,
					"The statement is for account " + head.accountNumber() + ", expected " + this.file.accountNumber());
		}
		// The lock serialises the statements of an account, so that each sees its
		// predecessor.
		List<Long> account = this.jdbc.queryForList(
				"SELECT nodal_account_id FROM nodal_account WHERE account_number = ? FOR NO KEY UPDATE", Long.class,
				head.accountNumber());
		if (account.isEmpty()) {
			throw new RejectedStatementException(null, "Account " + head.accountNumber() + " is not a nodal account");
		}
		this.statements++;
		this.open = insert(account.getFirst(), head);
		this.accounts.add(account.getFirst());
	}

	/**
	 * A CSV does not number its statements: each file of a day is another page. A held
	 * statement of the same reference and page may be wrong and does not keep this one
	 * out.
	 */
	private OpenStatement insert(long accountId, StatementHead head) throws RejectedStatementException {
		boolean numbered = this.format != StatementFormat.CSV;
		List<UUID> inserted = this.jdbc.queryForList(
				"""
						INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, page, format, source,
						                            file_name, sha256, file_position, opening_paise, closing_paise)
						SELECT ?, ?, ?, CASE WHEN ? THEN ? ELSE coalesce(same.last_page, 0) + 1 END, ?, ?, file_name, sha256, ?, ?, ?
						  FROM statement_file
						 CROSS JOIN (SELECT max(page) AS last_page, coalesce(bool_or(page = ? AND status = 'ACCEPTED'), false) AS is_accepted
						               FROM bank_statement
						              WHERE nodal_account_id = ? AND business_date = ? AND statement_reference = ?) AS same
						 WHERE statement_file_id = ? AND NOT (? AND same.is_accepted)
						RETURNING bank_statement_id
						""",
				UUID.class, accountId, head.businessDate(), head.reference(), numbered, head.page(), this.format.name(),
				this.file.source().name(), this.statements, head.openingPaise(), head.closingPaise(), head.page(),
				accountId, head.businessDate(), head.reference(), this.file.statementFileId(), numbered);
		if (inserted.isEmpty()) {
			throw RejectedStatementException.duplicate("Statement %s of %s, page %d, is already loaded"
				.formatted(head.reference(), head.businessDate(), head.page()));
		}
		return new OpenStatement(Objects.requireNonNull(inserted.getFirst()), accountId, head);
	}

	@Override
	public void line(StatementLine line) {
		OpenStatement statement = open();
		statement.add(line);
		this.lines++;
		if (this.copied == 0) {
			this.rows.begin();
		}
		encode(statement, line);
		this.copied++;
		if (this.copied >= LINES_PER_COPY) {
			endCopy();
		}
		else if (this.rows.length() >= BinaryCopy.PART_BYTES) {
			byte[] part = this.rows.take();
			withSender((sender) -> sender.send(part));
		}
	}

	private void encode(OpenStatement statement, StatementLine line) {
		BinaryCopy row = this.rows;
		row.row(COLUMNS);
		row.uuid(statement.id);
		row.integer(statement.lineCount);
		row.bigint(statement.accountId);
		row.date(statement.head.businessDate());
		row.text(line.direction().name());
		row.bigint(line.amountPaise());
		row.date(line.bookedOn());
		row.date(line.valueOn());
		row.text(line.kind().name());
		row.text((line.rail() != null) ? line.rail().name() : null);
		row.text(line.utr());
		row.text(line.reference());
		row.text(line.bankReference());
		row.text(line.virtualAccountNumber());
		row.text(line.counterpartyAccount());
		row.text(line.counterpartyName());
		row.integer(line.itemCount());
		row.text(line.bankCode());
		row.text(line.returnReason());
		row.text(line.narration());
		row.bool(line.kindFromNarration());
	}

	@Override
	public void wrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
		if (this.wrongSums.size() < MOST_WRONG_SUMS) {
			this.wrongSums.add(new WrongSum(fileLine, differencePaise, reason));
		}
		else {
			this.moreWrongSums++;
		}
	}

	@Override
	public void end() throws RejectedStatementException {
		OpenStatement statement = open();
		endCopy();
		withSender(CopySender::finish);
		this.jdbc.update("""
				UPDATE bank_statement SET line_count = ?, credit_paise = ?, debit_paise = ? WHERE bank_statement_id = ?
				""", statement.lineCount, statement.creditPaise, statement.debitPaise, statement.id);
		rejectDuplicateContent(statement);
		long differencePaise = SumTooLargeException.add(statement.head.closingPaise(),
				-statement.computedClosingPaise(), () -> statement.named("Closing balance and lines"));
		if (differencePaise != 0) {
			wrongSum(statement, differencePaise, null,
					"Opening %d paise plus the lines is %d, but the closing balance is %d".formatted(
							statement.head.openingPaise(), statement.computedClosingPaise(),
							statement.head.closingPaise()));
		}
		for (WrongSum wrong : this.wrongSums) {
			wrongSum(statement, wrong.differencePaise, wrong.fileLine, wrong.reason);
		}
		if (this.moreWrongSums > 0) {
			wrongSum(statement, null, null, "and %d more wrong sums".formatted(this.moreWrongSums));
		}
		this.wrongSums.clear();
		this.moreWrongSums = 0;
		this.jdbc.queryForList("SELECT pg_notify(?, ?)", LoadStatements.LOADED,
				statement.accountId + " " + statement.head.businessDate());
		this.open = null;
	}

	/**
	 * A statement of the same day with the same balances and lines is a duplicate even
	 * under another reference, or as another page of a CSV. Lines are compared only where
	 * the sums are equal.
	 */
	private void rejectDuplicateContent(OpenStatement statement) throws RejectedStatementException {
		List<String> same = this.jdbc.queryForList("""
				SELECT o.statement_reference
				  FROM bank_statement s
				  JOIN bank_statement o ON o.nodal_account_id = s.nodal_account_id AND o.business_date = s.business_date
				   AND o.bank_statement_id <> s.bank_statement_id AND o.status <> 'WITHDRAWN'
				   AND (o.statement_reference <> s.statement_reference OR o.page = s.page OR s.format = 'CSV')
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
			throw RejectedStatementException
				.duplicate("Statement %s of %s has the same content as %s, which is already loaded"
					.formatted(statement.head.reference(), statement.head.businessDate(), same.getFirst()));
		}
	}

	private void wrongSum(OpenStatement statement, @Nullable Long amountPaise, @Nullable Integer fileLine,
			String reason) {
		this.jdbc.update(
				"""
						INSERT INTO bank_statement_problem (kind, statement_file_id, nodal_account_id, bank_statement_id, business_date,
						                                    amount_paise, file_name, line_number, reason)
						VALUES ('WRONG_SUM', ?, ?, ?, ?, ?, ?, ?, ?)
						""",
				this.file.statementFileId(), statement.accountId, statement.id, statement.head.businessDate(),
				amountPaise, this.file.fileName(), fileLine, reason);
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

	/** Runs on the connection of the transaction, with Spring's exception translation. */
	private void withSender(SenderAction action) {
		this.jdbc.execute((ConnectionCallback<CopySender>) (connection) -> {
			CopySender current = this.sender;
			if (current == null) {
				current = new CopySender(connection.unwrap(PGConnection.class), COPY);
				this.sender = current;
			}
			action.run(current);
			return current;
		});
	}

	/** Releases the connection; lines in flight must be rolled back. */
	void abandon() {
		if (this.sender != null) {
			this.sender.close();
		}
	}

	private OpenStatement open() {
		return Objects.requireNonNull(this.open, "No statement has begun");
	}

	@FunctionalInterface
	private interface SenderAction {

		void run(CopySender sender) throws SQLException;

	}

	private record WrongSum(int fileLine, @Nullable Long differencePaise, String reason) {
	}

	private static final class OpenStatement {

		private final UUID id;

		private final long accountId;

		private final StatementHead head;

		private int lineCount;

		private long creditPaise;

		private long debitPaise;

		OpenStatement(UUID id, long accountId, StatementHead head) {
			this.id = id;
			this.accountId = accountId;
			this.head = head;
		}

		void add(StatementLine line) {
			this.lineCount = Math.addExact(this.lineCount, 1);
			if (line.direction() == Direction.CREDIT) {
				this.creditPaise = SumTooLargeException.add(this.creditPaise, line.amountPaise(),
						() -> named("The credits"));
			}
			else {
				this.debitPaise = SumTooLargeException.add(this.debitPaise, line.amountPaise(),
						() -> named("The debits"));
			}
		}

		/**
		 * Credits and debits are not negative, so their difference is never too large.
		 */
		long computedClosingPaise() {
			return SumTooLargeException.add(this.head.openingPaise(), this.creditPaise - this.debitPaise,
					() -> named("Opening balance and lines"));
		}

		String named(String sum) {
			return "%s of statement %s of %s".formatted(sum, this.head.reference(), this.head.businessDate());
		}

	}

}

package dev.hundi.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Loaded statements, and the problems found in files.
 */
@Repository
public class BankStatements {

	private static final String STATEMENTS = """
			SELECT bank_statement_id, nodal_account_id, business_date, statement_reference, page, format, file_name,
			       opening_paise, closing_paise, line_count, credit_paise, debit_paise, loaded_at, status, hold_reason,
			       release_id, withdrawal_id
			  FROM bank_statement
			""";

	private static final String PROBLEMS = """
			SELECT problem_id, kind, statement_file_id, nodal_account_id, bank_statement_id, business_date, amount_paise,
			       file_name, line_number, column_name, reason, found_at
			  FROM bank_statement_problem
			""";

	private final JdbcClient jdbc;

	BankStatements(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The newest statements first. */
	public List<LoadedStatement> latest(int limit) {
		return this.jdbc.sql(STATEMENTS + "ORDER BY business_date DESC, nodal_account_id, page DESC LIMIT :limit")
			.param("limit", limit)
			.query(BankStatements::statement)
			.list();
	}

	public Optional<LoadedStatement> find(UUID bankStatementId) {
		return this.jdbc.sql(STATEMENTS + "WHERE bank_statement_id = :id")
			.param("id", bankStatementId)
			.query(BankStatements::statement)
			.optional();
	}

	/** The statements of an account by day and page. */
	public List<LoadedStatement> ofAccount(long nodalAccountId, LocalDate from, LocalDate to) {
		return this.jdbc.sql(STATEMENTS + """
				 WHERE nodal_account_id = :account AND business_date BETWEEN :from AND :to
				 ORDER BY business_date, coalesce(day_position, 2147483647), page, bank_statement_id LIMIT 1000
				""")
			.param("account", nodalAccountId)
			.param("from", from)
			.param("to", to)
			.query(BankStatements::statement)
			.list();
	}

	/** The day of the first statement of an account that is not withdrawn. */
	public Optional<LocalDate> firstDay(long nodalAccountId) {
		return this.jdbc.sql("""
				SELECT business_date FROM bank_statement WHERE nodal_account_id = :account AND status <> 'WITHDRAWN'
				 ORDER BY business_date LIMIT 1
				""").param("account", nodalAccountId).query(LocalDate.class).optional();
	}

	/** Statements that do not open where the accepted statement before them closes. */
	public List<StatementGap> gaps(long nodalAccountId, LocalDate from, LocalDate to) {
		return this.jdbc.sql("""
				SELECT bank_statement_id, business_date, previous_business_date, gap_paise FROM bank_statement_gap
				 WHERE nodal_account_id = :account AND business_date BETWEEN :from AND :to
				 ORDER BY business_date
				""")
			.param("account", nodalAccountId)
			.param("from", from)
			.param("to", to)
			.query((row, number) -> new StatementGap(row.getObject("bank_statement_id", UUID.class),
					row.getObject("business_date", LocalDate.class),
					row.getObject("previous_business_date", LocalDate.class), row.getLong("gap_paise")))
			.list();
	}

	/**
	 * Lines of a statement in its order.
	 * @param after only lines with a higher number
	 */
	public List<NumberedLine> lines(UUID bankStatementId, int after, int limit) {
		return this.jdbc.sql("""
				SELECT line_number, direction, amount_paise, booked_on, kind, utr, reference, narration
				  FROM bank_statement_line WHERE bank_statement_id = :id AND line_number > :after
				 ORDER BY line_number LIMIT :limit
				""")
			.param("id", bankStatementId)
			.param("after", after)
			.param("limit", limit)
			.query((row, number) -> new NumberedLine(row.getInt("line_number"),
					Direction.valueOf(row.getString("direction")), row.getLong("amount_paise"),
					row.getObject("booked_on", LocalDate.class), LineKind.valueOf(row.getString("kind")),
					row.getString("utr"), row.getString("reference"), row.getString("narration")))
			.list();
	}

	/** The newest problems first. */
	public List<StatementProblem> problems(int limit) {
		return this.jdbc.sql(PROBLEMS + "ORDER BY problem_id DESC LIMIT :limit")
			.param("limit", limit)
			.query(BankStatements::problem)
			.list();
	}

	/** The problems of a file, in the order in which they were found. */
	public List<StatementProblem> problemsOfFile(UUID statementFileId) {
		return this.jdbc.sql(PROBLEMS + "WHERE statement_file_id = :id ORDER BY problem_id LIMIT 1000")
			.param("id", statementFileId)
			.query(BankStatements::problem)
			.list();
	}

	/** The problems of a statement, in the order in which they were found. */
	public List<StatementProblem> problemsOf(LoadedStatement statement) {
		return this.jdbc.sql(PROBLEMS + """
				 WHERE nodal_account_id = :account AND business_date = :day AND bank_statement_id = :id
				 ORDER BY problem_id LIMIT 1000
				""")
			.param("account", statement.nodalAccountId())
			.param("day", statement.businessDate())
			.param("id", statement.bankStatementId())
			.query(BankStatements::problem)
			.list();
	}

	private static LoadedStatement statement(ResultSet row, int number) throws SQLException {
		return new LoadedStatement(row.getObject("bank_statement_id", UUID.class), row.getLong("nodal_account_id"),
				row.getObject("business_date", LocalDate.class), row.getString("statement_reference"),
				row.getInt("page"), StatementFormat.valueOf(row.getString("format")), row.getString("file_name"),
				row.getLong("opening_paise"), row.getLong("closing_paise"), row.getInt("line_count"),
				row.getLong("credit_paise"), row.getLong("debit_paise"), Timestamps.instant(row, "loaded_at"),
				state(row));
	}

	private static StatementState state(ResultSet row) throws SQLException {
		String reason = row.getString("hold_reason");
		return new StatementState(StatementState.Status.valueOf(row.getString("status")),
				(reason != null) ? StatementHoldReason.valueOf(reason) : null, row.getObject("release_id", Long.class),
				row.getObject("withdrawal_id", Long.class));
	}

	private static StatementProblem problem(ResultSet row, int number) throws SQLException {
		return new StatementProblem(
				row.getObject("problem_id", UUID.class), StatementProblem.Kind.valueOf(row.getString("kind")),
				row.getObject("statement_file_id", UUID.class), row.getObject("nodal_account_id", Long.class),
				row.getObject("bank_statement_id", UUID.class), row.getObject("business_date", LocalDate.class),
				row.getObject("amount_paise", Long.class), new StatementProblem.Place(row.getString("file_name"),
						row.getObject("line_number", Long.class), row.getString("column_name")),
				row.getString("reason"), Timestamps.instant(row, "found_at"));
	}

}

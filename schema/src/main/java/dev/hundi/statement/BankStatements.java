package dev.hundi.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Loaded statements, and the problems found in files.
 */
@Repository
public class BankStatements {

	private final JdbcClient jdbc;

	BankStatements(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The newest statements first. */
	public List<LoadedStatement> latest(int limit) {
		return this.jdbc
			.sql("""
					SELECT bank_statement_id, nodal_account_id, business_date, statement_reference, page, format, file_name,
					       opening_paise, closing_paise, line_count, credit_paise, debit_paise, loaded_at, status, hold_reason,
					       release_id, withdrawal_id
					  FROM bank_statement ORDER BY business_date DESC, nodal_account_id, page DESC LIMIT :limit
					""")
			.param("limit", limit)
			.query(BankStatements::statement)
			.list();
	}

	/** The newest problems first. */
	public List<StatementProblem> problems(int limit) {
		return this.jdbc
			.sql("""
					SELECT problem_id, kind, statement_file_id, nodal_account_id, bank_statement_id, business_date, amount_paise,
					       file_name, line_number, reason, found_at
					  FROM bank_statement_problem ORDER BY problem_id DESC LIMIT :limit
					""")
			.param("limit", limit)
			.query(BankStatements::problem)
			.list();
	}

	private static LoadedStatement statement(ResultSet row, int number) throws SQLException {
		return new LoadedStatement(row.getObject("bank_statement_id", UUID.class), row.getLong("nodal_account_id"),
				row.getObject("business_date", LocalDate.class), row.getString("statement_reference"),
				row.getInt("page"), StatementFormat.valueOf(row.getString("format")), row.getString("file_name"),
				row.getLong("opening_paise"), row.getLong("closing_paise"), row.getInt("line_count"),
				row.getLong("credit_paise"), row.getLong("debit_paise"), Timestamps.instant(row, "loaded_at"),
				standing(row));
	}

	private static StatementStanding standing(ResultSet row) throws SQLException {
		String reason = row.getString("hold_reason");
		return new StatementStanding(StatementStanding.Status.valueOf(row.getString("status")),
				(reason != null) ? HoldReason.valueOf(reason) : null, row.getObject("release_id", Long.class),
				row.getObject("withdrawal_id", Long.class));
	}

	private static StatementProblem problem(ResultSet row, int number) throws SQLException {
		return new StatementProblem(row.getObject("problem_id", UUID.class),
				StatementProblem.Kind.valueOf(row.getString("kind")), row.getObject("statement_file_id", UUID.class),
				row.getObject("nodal_account_id", Long.class), row.getObject("bank_statement_id", UUID.class),
				row.getObject("business_date", LocalDate.class), row.getObject("amount_paise", Long.class),
				row.getString("file_name"), row.getObject("line_number", Long.class), row.getString("reason"),
				Timestamps.instant(row, "found_at"));
	}

}

package dev.hundi.bench.reconciliation;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import org.postgresql.PGConnection;

/**
 * The reference of a closing: one {@code FULL JOIN} of payouts and statement lines by UTR
 * and amount, as short as possible. It keeps its result durably, in tables with the same
 * columns, checks and indexes as ours. It reads neither the ledger nor double matches,
 * earlier days or the calendar.
 */
final class BareFullJoin {

	/** Two payouts share each such UTR, so neither may be kept as a match. */
	private static final String JOINED = """
			payout p
			  FULL JOIN bank_statement_line l
			    ON l.utr = p.utr AND l.amount_paise = p.amount_paise AND l.direction = 'DEBIT' AND p.utr NOT LIKE 'AMB%'
			""";

	private static final String COUNT = """
			SELECT count(*) FROM (SELECT p.business_id, p.payout_id, l.bank_statement_id, l.line_number FROM\s"""
			+ JOINED + ") AS joined";

	private static final String KEEP = """
			WITH joined AS (
			  SELECT p.business_id, p.payout_id, p.amount_paise, l.bank_statement_id, l.line_number, l.amount_paise AS line_paise
			    FROM\s"""
			+ JOINED
			+ """
					), matched AS (
					  INSERT INTO bench_match_item (match_id, rule, run_id, bank_statement_id, line_number, business_id, transaction_id)
					  SELECT line_number, 'UTR_AMOUNT', 1, bank_statement_id, line_number, business_id, payout_id
					    FROM joined WHERE payout_id IS NOT NULL AND line_number IS NOT NULL
					)
					INSERT INTO bench_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count, entry_count,
					                         business_id, payout_id, bank_statement_id, line_number, detail, opened_on)
					SELECT 1, coalesce('payout:' || payout_id, 'line:' || line_number), 'EXPECTED_TIMING', coalesce(amount_paise, line_paise),
					       coalesce(amount_paise, line_paise), num_nonnulls(line_number), num_nonnulls(payout_id), business_id, payout_id,
					       bank_statement_id, line_number, 'On one side only', current_date
					  FROM joined WHERE payout_id IS NULL OR line_number IS NULL
					""";

	private final DataSource dataSource;

	private final Path lines;

	/**
	 * Creates a join of the loaded lines.
	 * @param lines a file for them in COPY text format
	 */
	BareFullJoin(DataSource dataSource, Path lines) throws SQLException, IOException {
		this.dataSource = dataSource;
		this.lines = lines;
		try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
			statement.execute("CREATE TABLE bench_match_item (LIKE reconciliation_match_item INCLUDING ALL)");
			statement.execute("CREATE TABLE bench_break (LIKE reconciliation_break INCLUDING ALL)");
			statement.execute("CREATE TABLE bench_line (LIKE bank_statement_line INCLUDING ALL)");
			try (OutputStream out = Files.newOutputStream(lines)) {
				connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY bank_statement_line TO STDOUT", out);
			}
		}
	}

	/** Seconds of the join alone. */
	double counted() throws SQLException, IOException {
		return inSeconds("VACUUM ANALYZE bank_statement_line", (connection) -> execute(connection, COUNT));
	}

	/** Seconds of the join with its matches and breaks kept. */
	double kept(long payouts, long lines) throws SQLException, IOException {
		double seconds = inSeconds("TRUNCATE bench_match_item, bench_break; CHECKPOINT",
				(connection) -> execute(connection, KEEP));
		try (Connection connection = this.dataSource.getConnection();
				Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("""
						SELECT (SELECT count(*) FROM bench_match_item), (SELECT sum(entry_count) FROM bench_break),
						       (SELECT sum(line_count) FROM bench_break)
						""")) {
			row.next();
			if (row.getLong(1) + row.getLong(2) != payouts || row.getLong(1) + row.getLong(3) != lines) {
				throw new IllegalStateException("The FULL JOIN did not keep every row");
			}
		}
		return seconds;
	}

	/** Seconds to copy the lines into an equal table. */
	double copied(long lines) throws SQLException, IOException {
		return inSeconds("TRUNCATE bench_line; CHECKPOINT", (connection) -> {
			try (InputStream in = Files.newInputStream(this.lines)) {
				if (connection.unwrap(PGConnection.class)
					.getCopyAPI()
					.copyIn("COPY bench_line FROM STDIN", in) != lines) {
					throw new IllegalStateException("Not all lines were copied");
				}
			}
		});
	}

	private double inSeconds(String before, Timed work) throws SQLException, IOException {
		try (Connection connection = this.dataSource.getConnection();
				Statement statement = connection.createStatement()) {
			for (String command : before.split(";")) {
				statement.execute(command);
			}
			statement.execute("SET work_mem = '128MB'");
			long begin = System.nanoTime();
			work.run(connection);
			double seconds = (System.nanoTime() - begin) / 1e9;
			statement.execute("RESET work_mem");
			return seconds;
		}
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	@FunctionalInterface
	private interface Timed {

		void run(Connection connection) throws SQLException, IOException;

	}

}

package dev.hundi.bench.stream;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Cumulative work that the applications caused in PostgreSQL; that of the benchmark,
 * which connects as the owner, is excluded.
 *
 * @param position end of the WAL
 * @param statements by their text
 * @param tables by their name
 * @param functions by their name
 */
record DatabaseUse(String position, Map<String, Statement> statements, Map<String, Table> tables,
		Map<String, Function> functions) {

	/** An idle backend reports its share of the statistics after ten seconds. */
	static final int STATISTICS_DELAY_SECONDS = 12;

	static void prepare(JdbcClient jdbc) {
		jdbc.sql("CREATE EXTENSION IF NOT EXISTS pg_walinspect").update();
		jdbc.sql("ALTER SYSTEM SET track_functions = 'pl'").update();
		jdbc.sql("ALTER SYSTEM SET pg_stat_statements.track_planning = on").update();
		// No full-page images after a checkpoint in the middle of a run.
		jdbc.sql("ALTER SYSTEM SET checkpoint_timeout = '1h'").update();
		jdbc.sql("ALTER SYSTEM SET max_wal_size = '16GB'").update();
		// A long run reads its WAL records again at its end.
		jdbc.sql("ALTER SYSTEM SET wal_keep_size = '16GB'").update();
		jdbc.sql("SELECT pg_reload_conf()").query(Boolean.class).single();
		jdbc.sql("CHECKPOINT").update();
	}

	/** Waits until the statistics of all sessions have arrived. */
	static DatabaseUse afterDelay(JdbcClient jdbc) throws InterruptedException {
		TimeUnit.SECONDS.sleep(STATISTICS_DELAY_SECONDS);
		return soFar(jdbc);
	}

	static DatabaseUse soFar(JdbcClient jdbc) {
		return new DatabaseUse(jdbc.sql("SELECT pg_current_wal_flush_lsn()::text").query(String.class).single(),
				statements(jdbc), tables(jdbc), functions(jdbc));
	}

	private static Map<String, Statement> statements(JdbcClient jdbc) {
		Map<String, Statement> statements = new HashMap<>();
		jdbc.sql("""
				SELECT regexp_replace(s.query, '\\s+', ' ', 'g') AS query, sum(s.calls) AS calls, sum(s.rows) AS rows,
				       sum(s.shared_blks_hit + s.shared_blks_read) AS buffers, sum(s.total_exec_time) AS ms,
				       sum(s.plans) AS plans, sum(s.total_plan_time) AS planning_ms
				  FROM pg_stat_statements s
				 WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
				   AND s.userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
				 GROUP BY 1
				""").query((row) -> {
			statements.put(row.getString("query"), new Statement(row.getLong("calls"), row.getLong("rows"),
					row.getLong("buffers"), row.getDouble("ms"), row.getLong("plans"), row.getDouble("planning_ms")));
		});
		return statements;
	}

	private static Map<String, Table> tables(JdbcClient jdbc) {
		Map<String, Table> tables = new HashMap<>();
		jdbc.sql("""
				SELECT relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, n_tup_del, seq_tup_read, total_autovacuum_time,
				       total_autoanalyze_time
				  FROM pg_stat_user_tables
				""").query((row) -> {
			tables.put(row.getString("relname"),
					new Table(row.getLong("n_tup_ins"), row.getLong("n_tup_upd"), row.getLong("n_tup_hot_upd"),
							row.getLong("n_tup_del"), row.getLong("seq_tup_read"),
							row.getDouble("total_autovacuum_time"), row.getDouble("total_autoanalyze_time")));
		});
		return tables;
	}

	private static Map<String, Function> functions(JdbcClient jdbc) {
		Map<String, Function> functions = new HashMap<>();
		jdbc.sql("SELECT funcname, calls, total_time FROM pg_stat_user_functions").query((row) -> {
			functions.put(row.getString("funcname"), new Function(row.getLong("calls"), row.getDouble("total_time")));
		});
		return functions;
	}

	DatabaseUse since(DatabaseUse before) {
		Map<String, Statement> ran = new HashMap<>();
		this.statements.forEach((query, statement) -> ran.put(query,
				statement.minus(before.statements.getOrDefault(query, Statement.NONE))));
		ran.values().removeIf((statement) -> statement.calls == 0);
		Map<String, Table> written = new TreeMap<>();
		this.tables
			.forEach((name, table) -> written.put(name, table.minus(before.tables.getOrDefault(name, Table.NONE))));
		Map<String, Function> called = new TreeMap<>();
		this.functions.forEach((name, function) -> called.put(name,
				function.minus(before.functions.getOrDefault(name, Function.NONE))));
		called.values().removeIf((function) -> function.calls == 0);
		return new DatabaseUse(before.position, ran, written, called);
	}

	long calls() {
		return this.statements.values().stream().mapToLong(Statement::calls).sum();
	}

	/** The driver sends BEGIN together with the statement that follows it. */
	long roundTrips() {
		return calls() - this.statements.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().startsWith("BEGIN"))
			.mapToLong((entry) -> entry.getValue().calls)
			.sum();
	}

	long buffers() {
		return this.statements.values().stream().mapToLong(Statement::buffers).sum();
	}

	/** The records between two positions of the WAL. */
	static List<WalRecords> wal(JdbcClient jdbc, String from, String to) {
		return jdbc.sql("""
				SELECT "resource_manager/record_type" AS type, count, record_size, fpi_size
				  FROM pg_get_wal_stats(:from::pg_lsn, :to::pg_lsn, true)
				 WHERE count > 0
				""")
			.param("from", from)
			.param("to", to)
			.query((row, number) -> new WalRecords(row.getString("type"), row.getLong("count"),
					row.getLong("record_size"), row.getLong("fpi_size")))
			.list();
	}

	double planningMs() {
		return this.statements.values().stream().mapToDouble(Statement::planningMs).sum();
	}

	/** The executions of a statement, and how often it was planned. */
	record Statement(long calls, long rows, long buffers, double ms, long plans, double planningMs) {

		static final Statement NONE = new Statement(0, 0, 0, 0, 0, 0);

		Statement minus(Statement other) {
			return new Statement(this.calls - other.calls, this.rows - other.rows, this.buffers - other.buffers,
					this.ms - other.ms, this.plans - other.plans, this.planningMs - other.planningMs);
		}

	}

	/**
	 * What was written to a table, the rows that scans of the whole table read, and how
	 * long autovacuum has worked on it, with its pauses.
	 */
	record Table(long inserted, long updated, long hot, long deleted, long scanned, double vacuumMs, double analyzeMs) {

		static final Table NONE = new Table(0, 0, 0, 0, 0, 0, 0);

		Table minus(Table other) {
			return new Table(this.inserted - other.inserted, this.updated - other.updated, this.hot - other.hot,
					this.deleted - other.deleted, this.scanned - other.scanned, this.vacuumMs - other.vacuumMs,
					this.analyzeMs - other.analyzeMs);
		}

	}

	/** The calls of a function in PL/pgSQL, which triggers are. */
	record Function(long calls, double ms) {

		static final Function NONE = new Function(0, 0);

		Function minus(Function other) {
			return new Function(this.calls - other.calls, this.ms - other.ms);
		}

	}

	/**
	 * Records of one type; the sizes are in bytes, those of full-page images separate.
	 */
	record WalRecords(String type, long count, long bytes, long imageBytes) {
	}

}

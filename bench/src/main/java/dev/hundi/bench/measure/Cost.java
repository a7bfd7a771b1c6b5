package dev.hundi.bench.measure;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Cumulative work of PostgreSQL.
 *
 * @param statements executed, without those that read these counters and without key
 * lookups, which caching bounds at any load
 * @param walBytes written; {@code pg_stat_wal} reports them only seconds later
 */
public record Cost(long statements, long walBytes) {

	public static Cost soFar(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT coalesce(sum(s.calls), 0), pg_current_wal_insert_lsn() - '0/0'::pg_lsn
				  FROM pg_stat_statements s
				  JOIN pg_database d ON d.oid = s.dbid
				 WHERE d.datname = current_database() AND s.query NOT LIKE '%pg_stat_statements%'
				   AND s.query NOT LIKE '%FROM api_key%'
				""").query((row, number) -> new Cost(row.getLong(1), row.getLong(2))).single();
	}

	public Cost since(Cost before) {
		return new Cost(this.statements - before.statements, this.walBytes - before.walBytes);
	}

}

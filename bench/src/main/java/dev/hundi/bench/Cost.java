package dev.hundi.bench;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What PostgreSQL has done so far, by its own books.
 *
 * @param statements run by anybody, without these books and without the look-ups of keys,
 * which are remembered for seconds whatever the load
 * @param walBytes written to the log; what {@code pg_stat_wal} counts, which it tells
 * only seconds later
 */
record Cost(long statements, long walBytes) {

	static Cost soFar(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT coalesce(sum(s.calls), 0), pg_current_wal_insert_lsn() - '0/0'::pg_lsn
				  FROM pg_stat_statements s
				  JOIN pg_database d ON d.oid = s.dbid
				 WHERE d.datname = current_database() AND s.query NOT LIKE '%pg_stat_statements%'
				   AND s.query NOT LIKE '%FROM api_key%'
				""").query((row, number) -> new Cost(row.getLong(1), row.getLong(2))).single();
	}

	Cost since(Cost before) {
		return new Cost(this.statements - before.statements, this.walBytes - before.walBytes);
	}

}

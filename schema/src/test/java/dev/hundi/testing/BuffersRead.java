package dev.hundi.testing;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Buffers that statements have touched in one database. Other classes count at the same
 * time in other databases of the server.
 *
 * @param jdbc the database, with the extension pg_stat_statements
 */
public record BuffersRead(JdbcClient jdbc) {

	public void reset() {
		this.jdbc.sql("""
				SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()
				""").query().singleRow();
	}

	/** Since the last {@link #reset()}. */
	public long count() {
		return this.jdbc.sql("""
				SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)
				  FROM pg_stat_statements
				 WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
				   AND query NOT LIKE '%pg_stat_statements%'
				""").query(Long.class).single();
	}

}

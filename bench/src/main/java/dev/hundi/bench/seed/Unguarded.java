package dev.hundi.bench.seed;

import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Statements without triggers and foreign keys, in a session of their own. */
final class Unguarded {

	private Unguarded() {
	}

	static void update(JdbcClient jdbc, String sql, Map<String, ?> parameters) {
		jdbc.sql("SET session_replication_role = replica;" + sql + "; SET session_replication_role = origin")
			.params(parameters)
			.update();
	}

}

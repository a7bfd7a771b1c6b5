package dev.hundi.bank;

import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * What no code may decide and a person must: rows of the view {@code left_to_a_person}.
 */
@Repository
public class LeftToAPerson {

	private final JdbcClient jdbc;

	LeftToAPerson(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** How many there are of each kind; a kind that there is none of is absent. */
	public Map<String, Long> counts() {
		Map<String, Long> counts = new HashMap<>();
		this.jdbc.sql("SELECT kind, count(*) AS rows FROM left_to_a_person GROUP BY kind").query((row) -> {
			counts.put(row.getString("kind"), row.getLong("rows"));
		});
		return Map.copyOf(counts);
	}

}

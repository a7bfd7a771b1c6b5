package dev.hundi.portal.console;

import java.util.HashMap;
import java.util.Map;

import dev.hundi.portal.session.StaffOnly;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Names of people where rows have their ids, or names from before people signed in. */
@StaffOnly
@Component
class StaffNames {

	private final JdbcClient jdbc;

	StaffNames(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Names by the ids of all people that are or were of the staff. */
	Map<String, String> byId() {
		Map<String, String> names = new HashMap<>();
		this.jdbc.sql("SELECT person_id, person_name FROM person WHERE audience = 'STAFF'").query((row) -> {
			names.put(row.getString("person_id"), row.getString("person_name"));
		});
		return Map.copyOf(names);
	}

}

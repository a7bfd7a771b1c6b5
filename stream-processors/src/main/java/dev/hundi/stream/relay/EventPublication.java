package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The publication of the event tables, without their columns of personal data. PostgreSQL
 * skips changes that are committed while it is missing, without an error.
 */
final class EventPublication {

	/** The name in V014 and V031. */
	static final String NAME = "hundi_events";

	private EventPublication() {
	}

	/**
	 * Creates the publication, or replaces one of other tables, columns or operations.
	 * @param connection as the replication role
	 * @return whether it was created
	 */
	static boolean ensure(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT ensure_event_publication()")) {
			return row.next() && row.getBoolean(1);
		}
	}

}

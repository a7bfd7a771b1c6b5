package dev.hundi.stream.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The publication of the event tables, without their columns of personal data. PostgreSQL
 * skips changes that are committed while it is missing, without an error.
 */
final class EventPublication {

	/** The name in V014 and V031. */
	static final String NAME = "hundi_events";

	/** For what the versions of the publication's rows do not show: a renamed column. */
	private static final Duration COMPARE_AT_LEAST_EVERY = Duration.ofMinutes(1);

	private final Connection connection;

	/** Those of the publication that was found right. */
	private @Nullable String versions;

	private long comparedNanos;

	/**
	 * Creates the view of one session.
	 * @param connection as the replication role
	 */
	EventPublication(Connection connection) {
		this.connection = connection;
	}

	/**
	 * Creates the publication, or replaces one of other tables, columns or operations.
	 * Compares it only if a row of its catalogs has another version than before, because
	 * the comparison reads 180 pages.
	 * @return whether it was created
	 */
	boolean ensure() throws SQLException {
		String present = readVersions();
		if (present != null && present.equals(this.versions)
				&& System.nanoTime() - this.comparedNanos < COMPARE_AT_LEAST_EVERY.toNanos()) {
			return false;
		}
		this.comparedNanos = System.nanoTime();
		try (Statement statement = this.connection.createStatement();
				ResultSet row = statement.executeQuery("SELECT ensure_event_publication()")) {
			boolean created = row.next() && row.getBoolean(1);
			this.versions = created ? null : present;
			return created;
		}
	}

	/** Every change of a publication writes one of these rows. */
	private @Nullable String readVersions() throws SQLException {
		try (PreparedStatement statement = this.connection.prepareStatement("""
				SELECT string_agg(concat_ws(' ', p.oid, p.xmin, r.oid, r.xmin), ',' ORDER BY r.oid)
				  FROM pg_publication p LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid WHERE p.pubname = ?
				""")) {
			statement.setString(1, NAME);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() ? row.getString(1) : null;
			}
		}
	}

}

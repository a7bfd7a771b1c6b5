package dev.hundi.time;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Converts between instants and columns of type {@code timestamptz}.
 */
public final class Timestamps {

	private Timestamps() {
	}

	/** The instant in a column that is not null. */
	public static Instant instant(ResultSet row, String column) throws SQLException {
		return Objects.requireNonNull(nullable(row, column), column);
	}

	/** The instant in a column that may be null. */
	public static @Nullable Instant nullable(ResultSet row, String column) throws SQLException {
		OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
		return (time != null) ? time.toInstant() : null;
	}

	/** An instant as a query parameter. */
	public static OffsetDateTime utc(Instant moment) {
		return moment.atOffset(ZoneOffset.UTC);
	}

}

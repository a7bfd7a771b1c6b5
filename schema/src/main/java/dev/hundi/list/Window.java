package dev.hundi.list;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * A window of time; null sides are open.
 *
 * @param since inclusive, UTC
 * @param until exclusive, UTC
 */
public record Window(@Nullable Instant since, @Nullable Instant until) {

	public static final Window ALL = new Window(null, null);

	public Window {
		if (since != null && until != null && until.isBefore(since)) {
			throw new IllegalArgumentException("A window must not end before it begins");
		}
	}

	/** Not above any UUIDv7 of a moment in the window, and above all of earlier ones. */
	public UUID fromId() {
		return (this.since != null) ? firstId(this.since) : new UUID(0, 0);
	}

	/** Above every UUIDv7 of a moment in the window, and not above any of later ones. */
	public UUID toId() {
		return (this.until != null) ? firstId(this.until) : new UUID(-1, -1);
	}

	/** {@link #since} for JDBC. */
	public @Nullable OffsetDateTime sinceParameter() {
		return (this.since != null) ? Timestamps.utc(this.since) : null;
	}

	/** {@link #until} for JDBC. */
	public @Nullable OffsetDateTime untilParameter() {
		return (this.until != null) ? Timestamps.utc(this.until) : null;
	}

	/** Rounds up to a whole millisecond, the precision of ids. */
	private static UUID firstId(Instant moment) {
		Instant floor = moment.truncatedTo(ChronoUnit.MILLIS);
		return TimeOrderedIds.first(floor.equals(moment) ? moment : floor.plusMillis(1));
	}

}

package dev.hundi.list;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A window of time, open on the sides that are null.
 *
 * @param since first moment in it, UTC
 * @param until first moment after it, UTC
 */
public record Window(@Nullable Instant since, @Nullable Instant until) {

	public static final Window ALL = new Window(null, null);

	private static final long MAX_MS = (1L << 48) - 1;

	public Window {
		if (since != null && until != null && until.isBefore(since)) {
			throw new IllegalArgumentException("A window does not end before it begins");
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

	/** {@link #since} as JDBC takes it. */
	public @Nullable OffsetDateTime sinceParameter() {
		return (this.since != null) ? this.since.atOffset(ZoneOffset.UTC) : null;
	}

	/** {@link #until} as JDBC takes it. */
	public @Nullable OffsetDateTime untilParameter() {
		return (this.until != null) ? this.until.atOffset(ZoneOffset.UTC) : null;
	}

	/**
	 * The lowest id of the first whole millisecond at or after a moment: ids and the
	 * times taken from them have no finer parts.
	 */
	private static UUID firstId(Instant moment) {
		Instant floor = moment.truncatedTo(ChronoUnit.MILLIS);
		long ms = floor.toEpochMilli() + (floor.equals(moment) ? 0 : 1);
		return new UUID(Math.clamp(ms, 0, MAX_MS) << 16, 0);
	}

}

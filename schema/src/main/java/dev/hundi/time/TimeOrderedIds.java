package dev.hundi.time;

import java.time.Instant;
import java.util.UUID;

/**
 * Bounds of the UUIDv7 ids made in a span of time, for range queries on a primary key.
 */
public final class TimeOrderedIds {

	private static final long MAX_MS = (1L << 48) - 1;

	private TimeOrderedIds() {
	}

	/**
	 * Not above any UUIDv7 of the moment's millisecond, and above all of earlier
	 * milliseconds.
	 */
	public static UUID first(Instant moment) {
		return new UUID(Math.clamp(moment.toEpochMilli(), 0, MAX_MS) << 16, 0);
	}

}

package dev.hundi.time;

import java.time.Instant;
import java.util.UUID;

/**
 * Converts between moments and UUIDv7 ids, whose first 48 bits are the milliseconds since
 * 1970, for range queries on a primary key.
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

	/** When an id was generated, to the millisecond. */
	public static Instant timeOf(UUID id) {
		return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
	}

}

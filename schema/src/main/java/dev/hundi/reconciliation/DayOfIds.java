package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.UUID;

/**
 * Which ids of ledger transactions belong to which days. They are UUIDs of version 7 made
 * by the database as it posts, so a day of Asia/Kolkata is a range of them, and a range
 * needs no index of its own.
 */
final class DayOfIds {

	static final ZoneId INDIA = ZoneId.of("Asia/Kolkata");

	private DayOfIds() {
	}

	/** The least id that can be made on a day. */
	static UUID first(LocalDate day) {
		long ms = day.atStartOfDay(INDIA).toInstant().toEpochMilli();
		return new UUID(ms << 16 | 0x7000, 0x8000_0000_0000_0000L);
	}

}

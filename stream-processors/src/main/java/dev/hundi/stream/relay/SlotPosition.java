package dev.hundi.stream.relay;

import java.time.Instant;
import java.util.Optional;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The relay's slot and the WAL at one moment.
 *
 * @param at the database's time, UTC
 * @param walEnd end of the WAL, bytes
 * @param confirmed position up to which the relay has published, bytes
 * @param retainedFrom oldest position that the server keeps for the slot, bytes
 * @param inactiveSince when the slot was last used, UTC; null while it is used
 */
public record SlotPosition(Instant at, long walEnd, long confirmed, long retainedFrom,
		@Nullable Instant inactiveSince) {

	/** Returns nothing if the slot does not exist or has no position yet. */
	public static Optional<SlotPosition> read(JdbcClient jdbc, RelaySettings relay) {
		return jdbc.sql("""
				SELECT clock_timestamp() AS at, pg_current_wal_lsn() - '0/0'::pg_lsn AS wal_end,
				       confirmed_flush_lsn - '0/0'::pg_lsn AS confirmed, restart_lsn - '0/0'::pg_lsn AS retained_from,
				       inactive_since
				  FROM pg_replication_slots WHERE slot_name = :slot AND confirmed_flush_lsn IS NOT NULL
				""")
			.param("slot", relay.slot())
			.query((row, number) -> new SlotPosition(Timestamps.instant(row, "at"), row.getLong("wal_end"),
					row.getLong("confirmed"), row.getLong("retained_from"), Timestamps.nullable(row, "inactive_since")))
			.optional();
	}

}

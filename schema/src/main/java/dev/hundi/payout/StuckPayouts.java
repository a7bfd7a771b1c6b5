package dev.hundi.payout;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Finds payouts that were not debited, for the sweep. */
@Repository
public class StuckPayouts {

	private final JdbcClient jdbc;

	StuckPayouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A payout that no debit was tried for. */
	public record Accepted(UUID businessId, UUID payoutId) {
	}

	/**
	 * The next page of payouts accepted before a moment that no debit was tried for,
	 * oldest first. Queued and held payouts are not among them, and released ones only if
	 * their release was before the moment.
	 * @param after the last one of the previous page, or null
	 */
	public List<Accepted> acceptedBefore(Instant moment, @Nullable Accepted after, int limit) {
		return this.jdbc.sql("""
				SELECT business_id, payout_id
				  FROM payout
				 WHERE status = 3 AND response_code = 'INITIATED' AND NOT queued AND NOT held
				   AND payout_id > :after AND payout_id < :before AND updated_at < :moment
				 ORDER BY payout_id
				 LIMIT :limit
				""")
			.param("after", (after != null) ? after.payoutId : new UUID(0, 0))
			.param("before", TimeOrderedIds.first(moment))
			.param("moment", Timestamps.utc(moment))
			.param("limit", limit)
			.query((row, number) -> new Accepted(row.getObject("business_id", UUID.class),
					row.getObject("payout_id", UUID.class)))
			.list();
	}

	/** The database's time, which stamps payouts and events. */
	public Instant now() {
		return this.jdbc.sql("SELECT clock_timestamp()")
			.query((row, number) -> row.getObject(1, OffsetDateTime.class).toInstant())
			.single();
	}

}

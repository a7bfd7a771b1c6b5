package dev.hundi.bench.stream;

import java.time.Instant;
import java.time.ZoneOffset;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads when payouts were accepted and when they ended: once their last webhook, the
 * second one, is delivered.
 */
record StreamFigures(JdbcClient jdbc) {

	/** When each payout ended: with it, or with the later of its webhooks. */
	private static final String ENDED = """
			WITH ended AS (
			  SELECT p.created_at, greatest(p.completed_at, d.completed_at) AS ended_at
			    FROM payout p
			    JOIN (SELECT business_id, payout_id, max(completed_at) AS completed_at FROM webhook_delivery
			           GROUP BY business_id, payout_id) d
			      ON d.business_id = p.business_id AND d.payout_id = p.payout_id
			)
			""";

	/** Payouts accepted and ended in a time, and how long those took that it accepted. */
	Measured between(Instant begin, Instant end) {
		return this.jdbc.sql(ENDED + """
				SELECT count(*) FILTER (WHERE created_at >= :begin AND created_at < :end) AS accepted,
				       count(*) FILTER (WHERE ended_at >= :begin AND ended_at < :end) AS ended,
				       percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - created_at) * 1000)
				         FILTER (WHERE created_at >= :begin AND created_at < :end)::bigint AS p50,
				       percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - created_at) * 1000)
				         FILTER (WHERE created_at >= :begin AND created_at < :end)::bigint AS p99
				  FROM ended
				""")
			.param("begin", begin.atOffset(ZoneOffset.UTC))
			.param("end", end.atOffset(ZoneOffset.UTC))
			.query((row, number) -> new Measured(row.getLong("accepted"), row.getLong("ended"), row.getLong("p50"),
					row.getLong("p99")))
			.single();
	}

	/** Payouts accepted but not ended. */
	long queue(Instant moment) {
		return this.jdbc.sql(ENDED + "SELECT count(*) FROM ended WHERE created_at < :moment AND ended_at >= :moment")
			.param("moment", moment.atOffset(ZoneOffset.UTC))
			.query(Long.class)
			.single();
	}

	/**
	 * Of a time.
	 *
	 * @param p50Ms from accept to end
	 */
	record Measured(long accepted, long ended, long p50Ms, long p99Ms) {
	}

}

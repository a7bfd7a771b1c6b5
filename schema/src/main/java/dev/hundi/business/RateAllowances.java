package dev.hundi.business;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The rate limits of businesses, shared by all copies of the API: a token bucket for each
 * business and kind of request. A bucket starts full and refills continuously.
 */
@Repository
public class RateAllowances {

	private static final double NANOS_PER_SECOND = 1e9;

	private final JdbcClient jdbc;

	RateAllowances(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Takes requests from the buckets of businesses for one kind of request. Concurrent
	 * transactions begin up to two seconds before each other; a bucket that was refilled
	 * later than that was refilled by a clock that was ahead, and refills from now on.
	 * @param businessIds each at most once
	 * @param capacity size of each bucket, refilled once per period
	 * @param wanted from each bucket, 1 to the capacity
	 * @return the taken requests by business, fewer than wanted if its bucket has fewer
	 */
	public Map<UUID, Grant> take(Collection<UUID> businessIds, String kind, long capacity, Duration period,
			long wanted) {
		double perSecond = capacity / (period.toNanos() / NANOS_PER_SECOND);
		Map<UUID, Grant> grants = new HashMap<>();
		this.jdbc
			.sql("""
					INSERT INTO rate_allowance AS a (business_id, kind, available, granted, refilled_at)
					SELECT business_id, :kind, :capacity, :wanted, now()
					  FROM unnest(:businesses::uuid[]) AS wanted (business_id)
					 ORDER BY business_id
					    ON CONFLICT (business_id, kind) DO UPDATE
					   SET available = least(:capacity, a.available - a.granted
					                         + greatest(0, extract(epoch FROM now() - a.refilled_at)::float8) * :perSecond),
					       granted = floor(least(:wanted, a.available - a.granted
					                         + greatest(0, extract(epoch FROM now() - a.refilled_at)::float8) * :perSecond)),
					       refilled_at = CASE WHEN a.refilled_at > now() + interval '2 seconds' THEN now()
					                          ELSE greatest(now(), a.refilled_at) END
					RETURNING business_id, granted, available
					""")
			.param("businesses", businessIds.toArray(UUID[]::new))
			.param("kind", kind)
			.param("capacity", (double) capacity)
			.param("wanted", wanted)
			.param("perSecond", perSecond)
			.query((row) -> {
				grants.put(row.getObject("business_id", UUID.class),
						new Grant(row.getLong("granted"), wait(1 - row.getDouble("available"), perSecond)));
			});
		return grants;
	}

	private static Duration wait(double missing, double perSecond) {
		return (missing > 0) ? Duration.ofNanos((long) Math.ceil(missing / perSecond * NANOS_PER_SECOND))
				: Duration.ZERO;
	}

	/**
	 * Requests taken from a bucket.
	 *
	 * @param nextAfter if none was taken: time until the next one is available
	 */
	public record Grant(long requests, Duration nextAfter) {
	}

}

package dev.hundi.business;

import java.time.Duration;
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
	 * Takes requests from a bucket.
	 * @param capacity size of the bucket, refilled once per period
	 * @param wanted 1 to the capacity
	 * @return the taken requests, fewer than wanted if the bucket has fewer
	 */
	public Grant take(UUID businessId, String kind, long capacity, Duration period, long wanted) {
		double perSecond = capacity / (period.toNanos() / NANOS_PER_SECOND);
		return this.jdbc
			.sql("""
					INSERT INTO rate_allowance AS a (business_id, kind, available, granted, refilled_at)
					VALUES (:business, :kind, :capacity, :wanted, now())
					    ON CONFLICT (business_id, kind) DO UPDATE
					   SET available = least(:capacity, a.available - a.granted
					                         + greatest(0, extract(epoch FROM now() - a.refilled_at)::float8) * :perSecond),
					       granted = floor(least(:wanted, a.available - a.granted
					                         + greatest(0, extract(epoch FROM now() - a.refilled_at)::float8) * :perSecond)),
					       refilled_at = greatest(now(), a.refilled_at)
					RETURNING granted, available
					""")
			.param("business", businessId)
			.param("kind", kind)
			.param("capacity", (double) capacity)
			.param("wanted", wanted)
			.param("perSecond", perSecond)
			.query((row, number) -> new Grant(row.getLong("granted"), wait(1 - row.getDouble("available"), perSecond)))
			.single();
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

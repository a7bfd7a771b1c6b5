package dev.hundi.bank;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.payout.Rail;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Payouts that are debited and not in flight at any bank, oldest first.
 */
@Repository
public class WaitingPayouts {

	/** Columns of a payout {@code p}. */
	private static final String WAITING = """
			       p.business_id, p.payout_id, p.rail, p.created_at,
			       (SELECT a.bank FROM bank_attempt a
			         WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND a.enquiry_count > 0
			         LIMIT 1) AS only_bank,
			       ARRAY(SELECT a.bank FROM bank_attempt a
			              WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND a.retry_at > now()) AS banks_in_back_off
			""";

	/** OFFSET 0 forces a key lookup for each payout, whatever the planner estimates. */
	private static final String IS_WAITING = """
			p.status = 4
			AND NOT EXISTS (SELECT FROM bank_attempt a
			                 WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
			                   AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED')
			                OFFSET 0)
			""";

	/**
	 * Payouts without an attempt may go to any bank. Those in {@code bank_retry} may be
	 * bound to one, and wait for a run if a statement shows their payment.
	 */
	private static final String CANDIDATES = """
			(SELECT p.business_id, p.payout_id
			   FROM payout p
			  WHERE p.response_code = 'WALLET_DEBITED' AND NOT p.queued AND NOT p.held AND p.payout_id > :after
			    AND p.rail = ANY (:rails) AND p.updated_at < :moment AND %1$s
			  ORDER BY p.payout_id
			  LIMIT :limit)
			UNION
			(SELECT r.business_id, r.payout_id
			   FROM bank_retry r
			  CROSS JOIN LATERAL (SELECT business_id, payout_id, rail, status, updated_at FROM payout
			                       WHERE payout.business_id = r.business_id AND payout.payout_id = r.payout_id
			                      OFFSET 0) AS p
			  WHERE r.payout_id > :after AND p.updated_at < :moment
			    AND (p.rail = ANY (:rails)
			         OR EXISTS (SELECT FROM bank_attempt a
			                     WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
			                       AND a.enquiry_count > 0 AND a.bank = ANY (:banks)
			                    OFFSET 0))
			    AND NOT EXISTS (SELECT FROM bank_attempt a
			                     WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND %2$s
			                    OFFSET 0)
			    AND %1$s
			  ORDER BY r.payout_id
			  LIMIT :limit)
			""".formatted(IS_WAITING, ShownAsPaid.sql("a.reference"));

	private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

	private final JdbcClient jdbc;

	WaitingPayouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The waiting ones among some payouts, rows of bulk files last. */
	public List<WaitingPayout> among(Collection<PayoutKey> payouts) {
		return this.jdbc.sql("""
				SELECT p.business_id, p.payout_id, p.rail, p.created_at, attempt.only_bank, attempt.banks_in_back_off
				  FROM unnest((SELECT :businessIds::uuid[]), :payoutIds::uuid[]) AS wanted (business_id, payout_id)
				 CROSS JOIN LATERAL (
				   SELECT business_id, payout_id, rail, created_at, source FROM payout
				    WHERE payout.business_id = wanted.business_id AND payout.payout_id = wanted.payout_id AND status = 4
				   OFFSET 0) AS p
				 CROSS JOIN LATERAL (
				   SELECT min(a.bank) FILTER (WHERE a.enquiry_count > 0) AS only_bank,
				          coalesce(array_agg(a.bank) FILTER (WHERE a.retry_at > now()), '{}') AS banks_in_back_off,
				          bool_or(a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED')) AS is_live
				     FROM bank_attempt a
				    WHERE a.business_id = wanted.business_id AND a.payout_id = wanted.payout_id) AS attempt
				 WHERE attempt.is_live IS NOT TRUE
				 ORDER BY p.source = 'BULK', p.created_at, p.payout_id
				""")
			.param("businessIds", payouts.stream().map(PayoutKey::businessId).toArray(UUID[]::new))
			.param("payoutIds", payouts.stream().map(PayoutKey::payoutId).toArray(UUID[]::new))
			.query(WaitingPayouts::read)
			.list();
	}

	/**
	 * The next page of all waiting payouts that can be sent.
	 * @param after the last one of the previous page, or null
	 */
	public List<WaitingPayout> all(OpenRoutes routes, @Nullable WaitingPayout after, int limit) {
		return unchangedSince(NEVER, routes, after, limit);
	}

	/**
	 * The next page of waiting payouts that can be sent and have not changed since a
	 * moment. A payout keeps the response code of its debit until its first claim; those
	 * whose order certainly did not reach a bank are in {@code bank_retry}. Each half is
	 * read in its own index up to the limit; {@code bank_retry} has no rail, so all of
	 * its payouts are looked up.
	 * @param after the last one of the previous page, or null
	 */
	public List<WaitingPayout> unchangedSince(Instant moment, OpenRoutes routes, @Nullable WaitingPayout after,
			int limit) {
		if (routes.areNone()) {
			return List.of();
		}
		return this.jdbc.sql("WITH candidate AS (" + CANDIDATES + ") SELECT" + WAITING + """
				  FROM candidate
				 CROSS JOIN LATERAL (SELECT business_id, payout_id, rail, created_at FROM payout
				                      WHERE payout.business_id = candidate.business_id
				                        AND payout.payout_id = candidate.payout_id
				                     OFFSET 0) AS p
				 ORDER BY p.payout_id
				 LIMIT :limit
				""")
			.param("moment", Timestamps.utc(moment))
			.param("rails", routes.rails().stream().map(Rail::code).toArray(String[]::new))
			.param("banks", routes.banks().toArray(String[]::new))
			.param("after", (after != null) ? after.payout().payoutId() : new UUID(0, 0))
			.param("limit", limit)
			.query(WaitingPayouts::read)
			.list();
	}

	private static WaitingPayout read(ResultSet row, int number) throws SQLException {
		Array inBackOff = row.getArray("banks_in_back_off");
		return new WaitingPayout(
				new PayoutKey(row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class)),
				Rail.stored(row.getString("rail")), row.getString("only_bank"),
				Set.copyOf(List.of((String[]) inBackOff.getArray())), Timestamps.instant(row, "created_at"));
	}

}

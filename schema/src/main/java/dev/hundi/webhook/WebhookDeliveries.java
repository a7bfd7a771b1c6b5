package dev.hundi.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.time.Timestamps;
import dev.hundi.webhook.RecordedAttempt.Answer;
import dev.hundi.webhook.RecordedAttempt.Next;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Pending deliveries: claimed under a lease, attempted by the holder, recorded with their
 * attempt. Any number of workers may claim at once.
 */
@Repository
public class WebhookDeliveries {

	private final JdbcClient jdbc;

	WebhookDeliveries(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Whether there may be something to claim or to probe. It costs a part of a claim,
	 * and is asked often by a worker that rarely finds something. The order makes the
	 * planner use the index of pending deliveries: without it, it may read the table from
	 * its oldest row.
	 */
	public boolean areAny() {
		return this.jdbc
			.sql("""
					SELECT (SELECT endpoint_id FROM webhook_delivery WHERE state = 'PENDING' ORDER BY endpoint_id, due_at LIMIT 1) IS NOT NULL
					    OR EXISTS (SELECT FROM webhook_endpoint_failure WHERE parked_until <= now())
					""")
			.query(Boolean.class)
			.single();
	}

	/**
	 * Claims due deliveries of endpoints that are not parked, the longest due of each
	 * endpoint first, endpoints in random order.
	 * @param limit maximum number of deliveries
	 * @param perEndpoint maximum in-flight deliveries per endpoint
	 * @param inFlight the caller's in-flight deliveries by endpoint
	 * @param lease how long they are claimed, unless it is {@linkplain #renew renewed}
	 */
	public List<ClaimedDelivery> claim(int limit, int perEndpoint, Map<UUID, Integer> inFlight, Duration lease) {
		UUID claimId = UUID.randomUUID();
		List<Map.Entry<UUID, Integer>> busy = List.copyOf(inFlight.entrySet());
		// The recursion reads the first entry of each endpoint in the index. A scan would
		// read all entries, also those of rows that are delivered meanwhile.
		return this.jdbc.sql("""
				WITH RECURSIVE endpoint (endpoint_id, first_due_at) AS (
				  (SELECT endpoint_id, due_at FROM webhook_delivery
				    WHERE state = 'PENDING' ORDER BY endpoint_id, due_at LIMIT 1)
				  UNION ALL
				  SELECT next.endpoint_id, next.due_at
				    FROM endpoint e
				   CROSS JOIN LATERAL (
				     SELECT d.endpoint_id, d.due_at FROM webhook_delivery d
				      WHERE d.state = 'PENDING' AND d.endpoint_id > e.endpoint_id
				      ORDER BY d.endpoint_id, d.due_at LIMIT 1) AS next
				), open AS (
				  SELECT e.endpoint_id, e.first_due_at, :perEndpoint - coalesce(busy.in_flight, 0) AS capacity
				    FROM endpoint e
				    LEFT JOIN unnest(:busyEndpoints::uuid[], :busyCounts::int[]) AS busy (endpoint_id, in_flight)
				      ON busy.endpoint_id = e.endpoint_id
				   WHERE e.first_due_at <= now() AND :perEndpoint > coalesce(busy.in_flight, 0)
				     AND NOT EXISTS (SELECT FROM webhook_endpoint_failure f
				                      WHERE f.endpoint_id = e.endpoint_id AND f.parked_until IS NOT NULL)
				   ORDER BY random()
				), due AS (
				  SELECT d.delivery_id
				    FROM open
				   CROSS JOIN LATERAL (
				     SELECT w.delivery_id FROM webhook_delivery w
				      WHERE w.endpoint_id = open.endpoint_id AND w.state = 'PENDING'
				        AND w.due_at BETWEEN open.first_due_at AND now()
				        AND (w.claimed_until IS NULL OR w.claimed_until <= now())
				      ORDER BY w.due_at LIMIT open.capacity FOR UPDATE SKIP LOCKED) d
				   LIMIT :limit
				), claimed AS (
				  UPDATE webhook_delivery d
				     SET claim_id = :claim, claimed_until = now() + :leaseMs * interval '1 millisecond'
				    FROM due WHERE d.delivery_id = due.delivery_id
				  RETURNING d.delivery_id, d.business_id, d.endpoint_id, d.body, d.counted_attempts, d.begun_at
				)
				SELECT c.delivery_id, c.business_id, c.endpoint_id, c.body, c.counted_attempts, c.begun_at, e.url,
				       e.secret_ciphertext, e.next_secret_ciphertext, e.next_secret_from,
				       CASE WHEN f.endpoint_id IS NULL THEN 'WELL' ELSE 'FAILING' END AS endpoint
				  FROM claimed c
				  JOIN webhook_endpoint e ON e.business_id = c.business_id AND e.endpoint_id = c.endpoint_id
				  LEFT JOIN webhook_endpoint_failure f ON f.endpoint_id = c.endpoint_id
				""")
			.param("perEndpoint", perEndpoint)
			.param("busyEndpoints", busy.stream().map(Map.Entry::getKey).toArray(UUID[]::new))
			.param("busyCounts", busy.stream().map(Map.Entry::getValue).toArray(Integer[]::new))
			.param("limit", limit)
			.param("claim", claimId)
			.param("leaseMs", lease.toMillis())
			.query((row, number) -> claimed(row, claimId))
			.list();
	}

	/**
	 * Claims one due delivery of each parked endpoint whose pause is over, as its probe:
	 * the longest due, but every fourth time the newest, so that one delivery that the
	 * receiver always refuses does not keep the endpoint parked. No other process probes
	 * these endpoints before the lease ends. OFFSET 0 asks the index of each endpoint: a
	 * join would read all pending deliveries.
	 * @param limit maximum number of deliveries
	 */
	public List<ClaimedDelivery> claimProbes(int limit, Duration lease) {
		UUID claimId = UUID.randomUUID();
		return this.jdbc.sql("""
				WITH ready AS (
				  SELECT f.endpoint_id, f.probes
				    FROM webhook_endpoint_failure f
				   WHERE f.parked_until <= now() AND f.disabled_at IS NULL
				     AND EXISTS (SELECT FROM webhook_delivery w
				                  WHERE w.endpoint_id = f.endpoint_id AND w.state = 'PENDING' AND w.due_at <= now()
				                    AND (w.claimed_until IS NULL OR w.claimed_until <= now()) OFFSET 0)
				   ORDER BY f.endpoint_id LIMIT :limit FOR UPDATE SKIP LOCKED
				), probed AS (
				  UPDATE webhook_endpoint_failure f SET parked_until = now() + :leaseMs * interval '1 millisecond'
				    FROM ready WHERE f.endpoint_id = ready.endpoint_id
				), due AS (
				  SELECT CASE WHEN ready.probes % 4 < 3
				           THEN (SELECT w.delivery_id FROM webhook_delivery w
				                  WHERE w.endpoint_id = ready.endpoint_id AND w.state = 'PENDING' AND w.due_at <= now()
				                    AND (w.claimed_until IS NULL OR w.claimed_until <= now())
				                  ORDER BY w.due_at LIMIT 1)
				           ELSE (SELECT w.delivery_id FROM webhook_delivery w
				                  WHERE w.endpoint_id = ready.endpoint_id AND w.state = 'PENDING' AND w.due_at <= now()
				                    AND (w.claimed_until IS NULL OR w.claimed_until <= now())
				                  ORDER BY w.due_at DESC LIMIT 1)
				         END AS delivery_id
				    FROM ready
				), claimed AS (
				  UPDATE webhook_delivery d
				     SET claim_id = :claim, claimed_until = now() + :leaseMs * interval '1 millisecond'
				    FROM due
				   WHERE d.delivery_id = due.delivery_id AND d.due_at IS NOT NULL
				     AND (d.claimed_until IS NULL OR d.claimed_until <= now())
				  RETURNING d.delivery_id, d.business_id, d.endpoint_id, d.body, d.counted_attempts, d.begun_at
				)
				SELECT c.delivery_id, c.business_id, c.endpoint_id, c.body, c.counted_attempts, c.begun_at, e.url,
				       e.secret_ciphertext, e.next_secret_ciphertext, e.next_secret_from, 'PROBED' AS endpoint
				  FROM claimed c
				  JOIN webhook_endpoint e ON e.business_id = c.business_id AND e.endpoint_id = c.endpoint_id
				""")
			.param("limit", limit)
			.param("claim", claimId)
			.param("leaseMs", lease.toMillis())
			.query((row, number) -> claimed(row, claimId))
			.list();
	}

	/**
	 * Renews leases. Deliveries with another claim are omitted. All are read by their
	 * keys, however many there are: a scan of the table would hold the locks of rows
	 * whose attempts are to be recorded. Locked ones are omitted, because their attempts
	 * are being recorded: waiting for them could deadlock. Pending ones are those with a
	 * due time, as in {@link #record}.
	 * @param claims in-flight deliveries with their claims
	 * @return the number of renewed leases
	 */
	public int renew(Map<UUID, UUID> claims, Duration lease) {
		List<Map.Entry<UUID, UUID>> held = List.copyOf(claims.entrySet());
		return this.jdbc.sql("""
				WITH free AS (
				  SELECT d.delivery_id
				    FROM webhook_delivery d
				    JOIN unnest((SELECT :deliveries::uuid[]), :claims::uuid[]) AS held (delivery_id, claim_id)
				      ON d.delivery_id = held.delivery_id AND d.claim_id = held.claim_id
				   WHERE d.delivery_id = ANY ((SELECT :deliveries::uuid[])::uuid[]) AND d.due_at IS NOT NULL
				     FOR NO KEY UPDATE OF d SKIP LOCKED
				)
				UPDATE webhook_delivery d SET claimed_until = now() + :leaseMs * interval '1 millisecond'
				  FROM free
				 WHERE d.delivery_id = ANY ((SELECT :deliveries::uuid[])::uuid[]) AND d.delivery_id = free.delivery_id
				""")
			.param("deliveries", held.stream().map(Map.Entry::getKey).toArray(UUID[]::new))
			.param("claims", held.stream().map(Map.Entry::getValue).toArray(UUID[]::new))
			.param("leaseMs", lease.toMillis())
			.update();
	}

	/**
	 * Records attempts and what follows from them in one commit. Deliveries with another
	 * claim are omitted: another process attempts them. Pending ones have a due time; by
	 * their state they would be found in the index of all pending ones, which a server
	 * expects to be few and which are many when deliveries have fallen behind.
	 * @return the number of recorded attempts
	 */
	public int record(Collection<RecordedAttempt> attempts) {
		return bind(
				this.jdbc
					.sql("""
							WITH attempted AS (
							  SELECT * FROM unnest(:deliveries::uuid[], :claims::uuid[], :startedAtMs::bigint[], :durationsMs::int[],
							                       :statuses::int[], :bodies::bytea[], :errors::text[], :states::text[], :counted::int[],
							                       :delaysMs::bigint[])
							    AS attempted (delivery_id, claim_id, started_at_ms, duration_ms, response_status, response_body, error,
							              state, counted, delay_ms)
							), moved AS (
							  UPDATE webhook_delivery d
							     SET state = attempted.state, attempt_count = d.attempt_count + 1,
							         counted_attempts = d.counted_attempts + attempted.counted, claim_id = NULL, claimed_until = NULL,
							         due_at = CASE WHEN attempted.state <> 'PENDING' THEN NULL WHEN attempted.counted = 0 THEN d.due_at
							                       ELSE now() + attempted.delay_ms * interval '1 millisecond' END,
							         completed_at = CASE attempted.state WHEN 'PENDING' THEN NULL ELSE now() END
							    FROM attempted
							   WHERE d.delivery_id = attempted.delivery_id AND d.claim_id = attempted.claim_id AND d.due_at IS NOT NULL
							  RETURNING d.delivery_id, d.attempt_count
							)
							INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status,
							                             response_body, error)
							SELECT m.delivery_id, m.attempt_count, to_timestamp(t.started_at_ms / 1000.0), t.duration_ms,
							       t.response_status, t.response_body, t.error
							  FROM moved m JOIN attempted t ON t.delivery_id = m.delivery_id
							"""),
				attempts)
			.param("claims", array(attempts, RecordedAttempt::claimId, new UUID[0]))
			.param("counted",
					array(attempts, (attempt) -> (attempt.next() instanceof Next.Kept) ? 0 : 1, new Integer[0]))
			.update();
	}

	private static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec sql, Collection<RecordedAttempt> attempts) {
		return sql.param("deliveries", array(attempts, RecordedAttempt::deliveryId, new UUID[0]))
			.param("startedAtMs", array(attempts, (attempt) -> attempt.startedAt().toEpochMilli(), new Long[0]))
			.param("durationsMs",
					array(attempts, (attempt) -> Math.toIntExact(attempt.duration().toMillis()), new Integer[0]))
			.param("statuses", array(attempts, WebhookDeliveries::status, new Integer[0]))
			.param("bodies", attempts.stream().map(WebhookDeliveries::body).toArray(byte[][]::new))
			.param("errors", array(attempts, RecordedAttempt::error, new String[0]))
			.param("states", array(attempts, WebhookDeliveries::state, new String[0]))
			.param("delaysMs", array(attempts, WebhookDeliveries::delayMs, new Long[0]));
	}

	/**
	 * Stores deliveries with their first attempts and what follows from them, in one
	 * commit. Omits those whose events have stored deliveries: another process has not
	 * waited for this attempt, and the receiver may get the webhook again.
	 * @return the number of stored deliveries
	 */
	public int recordFirst(Collection<FirstAttempt> attempts) {
		List<RecordedAttempt> recorded = attempts.stream().map(FirstAttempt::attempt).toList();
		return bind(
				this.jdbc
					.sql("""
							WITH attempted AS (
							  SELECT * FROM unnest((SELECT :deliveries::uuid[]), :businesses::uuid[], :endpoints::uuid[], :payouts::uuid[],
							                       :events::uuid[], :names::text[], :sent::bytea[], :startedAtMs::bigint[], :durationsMs::int[],
							                       :statuses::int[], :bodies::bytea[], :errors::text[], :states::text[], :delaysMs::bigint[])
							    AS attempted (delivery_id, business_id, endpoint_id, payout_id, event_id, event, sent, started_at_ms, duration_ms,
							                  response_status, response_body, error, state, delay_ms)
							), stored AS (
							  INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, webhook_id, event, body,
							                                state, attempt_count, counted_attempts, begun_at, created_at, due_at, completed_at)
							  SELECT delivery_id, business_id, endpoint_id, payout_id, event_id, event_id, event, sent, state, 1, 1,
							         to_timestamp(started_at_ms / 1000.0), to_timestamp(started_at_ms / 1000.0),
							         CASE state WHEN 'PENDING' THEN now() + delay_ms * interval '1 millisecond' END,
							         CASE state WHEN 'PENDING' THEN NULL ELSE now() END
							    FROM attempted
							  ON CONFLICT ON CONSTRAINT webhook_delivery_once_per_event DO NOTHING
							  RETURNING delivery_id
							)
							INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status,
							                             response_body, error)
							SELECT delivery_id, 1, to_timestamp(started_at_ms / 1000.0), duration_ms, response_status, response_body, error
							  FROM attempted WHERE delivery_id IN (SELECT delivery_id FROM stored)
							"""),
				recorded)
			.param("businesses", attempts.stream().map((each) -> each.delivery().businessId()).toArray(UUID[]::new))
			.param("endpoints",
					attempts.stream().map((each) -> each.delivery().delivery().endpointId()).toArray(UUID[]::new))
			.param("payouts", attempts.stream().map((each) -> each.delivery().payoutId()).toArray(UUID[]::new))
			.param("events", attempts.stream().map((each) -> each.delivery().eventId()).toArray(UUID[]::new))
			.param("names", attempts.stream().map((each) -> each.delivery().event()).toArray(String[]::new))
			.param("sent", attempts.stream().map((each) -> each.delivery().delivery().body()).toArray(byte[][]::new))
			.update();
	}

	private static ClaimedDelivery claimed(ResultSet row, UUID claimId) throws SQLException {
		return new ClaimedDelivery(row.getObject("delivery_id", UUID.class), claimId,
				row.getObject("endpoint_id", UUID.class), row.getString("url"), EndpointSecret.read(row),
				row.getBytes("body"), row.getInt("counted_attempts"), Timestamps.instant(row, "begun_at"),
				ClaimedDelivery.Endpoint.valueOf(row.getString("endpoint")));
	}

	private static <T> T[] array(Collection<RecordedAttempt> attempts, Function<RecordedAttempt, @Nullable T> column,
			T[] type) {
		return attempts.stream().map(column).toList().toArray(type);
	}

	private static @Nullable Integer status(RecordedAttempt attempt) {
		Answer answer = attempt.answer();
		return (answer != null) ? answer.status() : null;
	}

	private static byte @Nullable [] body(RecordedAttempt attempt) {
		Answer answer = attempt.answer();
		return (answer != null) ? answer.body() : null;
	}

	private static String state(RecordedAttempt attempt) {
		return switch (attempt.next()) {
			case Next.Delivered _ -> "DELIVERED";
			case Next.Failed _ -> "FAILED";
			case Next.Again _ -> "PENDING";
			case Next.Kept _ -> "PENDING";
		};
	}

	private static long delayMs(RecordedAttempt attempt) {
		return switch (attempt.next()) {
			case Next.Again(Duration delay) -> delay.toMillis();
			case Next.Delivered _ -> 0;
			case Next.Failed _ -> 0;
			case Next.Kept _ -> 0;
		};
	}

}

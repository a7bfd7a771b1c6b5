package dev.hundi.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import dev.hundi.webhook.EndpointChange.Kind;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Failing endpoints, shared by all processes: one with too many consecutive failures is
 * parked, one parked for too long is disabled, and a success ends everything but the
 * latter. A healthy endpoint has no row here, so that successes write nothing.
 */
@Repository
public class FailingEndpoints {

	private final JdbcClient jdbc;

	FailingEndpoints(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Records results, and returns the changes that follow. */
	public List<EndpointChange> record(Collection<EndpointResults> results, BreakerRule rule) {
		List<EndpointChange> changes = new ArrayList<>();
		List<EndpointResults> succeeded = results.stream().filter(EndpointResults::succeeded).toList();
		if (!succeeded.isEmpty()) {
			changes.addAll(recover(succeeded));
		}
		List<EndpointResults> failed = results.stream().filter((each) -> each.failures() > 0).toList();
		if (!failed.isEmpty()) {
			changes.addAll(fail(failed, rule));
		}
		return changes;
	}

	/**
	 * Makes an endpoint get its deliveries again, the longest due first.
	 * @return whether it was failing
	 */
	public boolean enable(UUID endpointId) {
		return this.jdbc.sql("DELETE FROM webhook_endpoint_failure WHERE endpoint_id = :endpoint")
			.param("endpoint", endpointId)
			.update() == 1;
	}

	/** Parked and disabled endpoints, the longest failing first. */
	public List<FailingEndpoint> parkedOrDisabled(int limit) {
		return this.jdbc
			.sql("""
					SELECT f.endpoint_id, f.business_id, e.url, e.active, f.failed_attempts, f.failing_since, f.parked_until,
					       f.disabled_at, (SELECT count(*) FROM webhook_delivery d
					                        WHERE d.endpoint_id = f.endpoint_id AND d.state = 'PENDING') AS waiting
					  FROM webhook_endpoint_failure f
					  JOIN webhook_endpoint e ON e.business_id = f.business_id AND e.endpoint_id = f.endpoint_id
					 WHERE f.parked_until IS NOT NULL
					 ORDER BY f.failing_since, f.endpoint_id
					 LIMIT :limit
					""")
			.param("limit", limit)
			.query(FailingEndpoints::failing)
			.list();
	}

	/** Without those that their merchants removed, which will not be repaired. */
	public Count count() {
		return this.jdbc.sql("""
				SELECT count(*) FILTER (WHERE f.disabled_at IS NULL) AS parked,
				       count(*) FILTER (WHERE f.disabled_at IS NOT NULL) AS disabled
				  FROM webhook_endpoint_failure f
				  JOIN webhook_endpoint e ON e.business_id = f.business_id AND e.endpoint_id = f.endpoint_id
				 WHERE f.parked_until IS NOT NULL AND e.active
				""").query((row, number) -> new Count(row.getInt("parked"), row.getInt("disabled"))).single();
	}

	/** The number of endpoints that get probes only, and of those that get nothing. */
	public record Count(int parked, int disabled) {

		public static final Count NONE = new Count(0, 0);

	}

	private List<EndpointChange> recover(List<EndpointResults> results) {
		return this.jdbc.sql("""
				WITH healthy AS (
				  SELECT endpoint_id FROM webhook_endpoint_failure
				   WHERE endpoint_id = ANY(:endpoints::uuid[]) AND disabled_at IS NULL
				   ORDER BY endpoint_id FOR UPDATE
				), recovered AS (
				  DELETE FROM webhook_endpoint_failure f USING healthy WHERE f.endpoint_id = healthy.endpoint_id
				  RETURNING f.endpoint_id, f.business_id, f.parked_until
				)
				SELECT endpoint_id, business_id, 'RESUMED' AS kind FROM recovered WHERE parked_until IS NOT NULL
				""")
			.param("endpoints", results.stream().map(EndpointResults::endpointId).toArray(UUID[]::new))
			.query(FailingEndpoints::change)
			.list();
	}

	/** In the order of ids, so that two processes cannot deadlock. */
	private List<EndpointChange> fail(List<EndpointResults> results, BreakerRule rule) {
		return this.jdbc
			.sql("""
					WITH failed AS (
					  INSERT INTO webhook_endpoint_failure AS f (endpoint_id, business_id, failed_attempts, parked_until)
					  SELECT e.endpoint_id, e.business_id, t.failures,
					         CASE WHEN t.failures >= :failures THEN now() + :firstMs * interval '1 millisecond' END
					    FROM unnest(:endpoints::uuid[], :counts::int[]) AS t (endpoint_id, failures)
					    JOIN webhook_endpoint e ON e.endpoint_id = t.endpoint_id
					   ORDER BY e.endpoint_id
					  ON CONFLICT (endpoint_id) DO UPDATE
					     SET failed_attempts = f.failed_attempts + excluded.failed_attempts,
					         probes = f.probes + (f.endpoint_id = ANY(:probed::uuid[]))::int,
					         parked_until = CASE
					           WHEN f.endpoint_id = ANY(:probed::uuid[])
					             THEN now() + least(:longestMs, :firstMs * power(2, least(f.probes + 1, 30))) * interval '1 millisecond'
					           WHEN f.parked_until IS NOT NULL THEN f.parked_until
					           WHEN f.failed_attempts + excluded.failed_attempts >= :failures
					             THEN now() + :firstMs * interval '1 millisecond' END,
					         disabled_at = CASE
					           WHEN f.disabled_at IS NOT NULL THEN f.disabled_at
					           WHEN f.endpoint_id = ANY(:probed::uuid[]) AND f.parked_until IS NOT NULL
					                AND f.failing_since <= now() - :disableMs * interval '1 millisecond' THEN now() END
					  RETURNING f.endpoint_id, f.business_id,
					            CASE WHEN new.disabled_at IS NOT NULL AND old.disabled_at IS NULL THEN 'DISABLED'
					                 WHEN new.parked_until IS NOT NULL AND old.parked_until IS NULL THEN 'PARKED' END AS kind
					)
					SELECT endpoint_id, business_id, kind FROM failed WHERE kind IS NOT NULL
					""")
			.param("endpoints", results.stream().map(EndpointResults::endpointId).toArray(UUID[]::new))
			.param("counts", results.stream().map(EndpointResults::failures).toArray(Integer[]::new))
			.param("probed",
					results.stream()
						.filter(EndpointResults::probed)
						.map(EndpointResults::endpointId)
						.toArray(UUID[]::new))
			.param("failures", rule.failures())
			.param("firstMs", rule.firstPause().toMillis())
			.param("longestMs", rule.longestPause().toMillis())
			.param("disableMs", rule.disableAfter().toMillis())
			.query(FailingEndpoints::change)
			.list();
	}

	private static EndpointChange change(ResultSet row, int number) throws SQLException {
		return new EndpointChange(row.getObject("endpoint_id", UUID.class), row.getObject("business_id", UUID.class),
				Kind.valueOf(row.getString("kind")));
	}

	private static FailingEndpoint failing(ResultSet row, int number) throws SQLException {
		return new FailingEndpoint(row.getObject("endpoint_id", UUID.class), row.getObject("business_id", UUID.class),
				row.getString("url"), row.getBoolean("active"), row.getInt("failed_attempts"),
				Timestamps.instant(row, "failing_since"), Timestamps.nullable(row, "parked_until"),
				Timestamps.nullable(row, "disabled_at"), row.getLong("waiting"));
	}

}

package dev.hundi.operator;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.text.Beginning;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Requests of the staff to other processes: asked for, claimed, ended and shown. */
@Repository
public class OperatorRequests {

	/** Notification channel: a request is due. */
	public static final String DUE = "operator_request_due";

	/** A request whose claims expired so often is not claimed again. */
	static final int MAX_ATTEMPTS = 5;

	private static final int FAILURE_CHARS = 500;

	private static final JsonMapper json = JsonMapper.builder().build();

	private static final String ENDED = "claim_id = NULL, due_at = NULL, ended_at = now()";

	private static final String SHOWN = """
			SELECT r.request_id, r.kind, r.arguments, r.person_id, p.person_name, r.reason, r.state, r.result, r.failure,
			       r.created_at, r.ended_at
			  FROM operator_request r JOIN person p ON p.person_id = r.person_id
			""";

	private final JdbcClient jdbc;

	OperatorRequests(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Asks for something, in the transaction that audits it.
	 * @param arguments fields of a JSON object, as the kind says
	 * @param reason 5 to 500 characters; null for a reading kind
	 * @return id of the request
	 * @throws IllegalArgumentException if the reason is missing, or given to a reading
	 * kind
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public UUID ask(RequestKind kind, Map<String, ?> arguments, UUID personId, @Nullable String reason) {
		if (kind.isReading() != (reason == null)) {
			throw new IllegalArgumentException(
					kind.isReading() ? kind + " takes no reason" : "reason is required for " + kind);
		}
		UUID requestId = this.jdbc.sql("""
				INSERT INTO operator_request (kind, arguments, person_id, asked_by, reason)
				SELECT :kind, :arguments::jsonb, person_id, email, :reason FROM person WHERE person_id = :person
				RETURNING request_id
				""")
			.param("kind", kind.name())
			.param("arguments", json.writeValueAsString(arguments))
			.param("person", personId)
			.param("reason", reason)
			.query(UUID.class)
			.single();
		notifyDue();
		return requestId;
	}

	@Transactional(readOnly = true)
	public Optional<OperatorRequest> find(UUID requestId) {
		return this.jdbc.sql(SHOWN + "WHERE r.request_id = :id")
			.param("id", requestId)
			.query(OperatorRequests::shown)
			.optional();
	}

	/**
	 * Requests of some kinds, newest first.
	 * @param before only requests made before this one; null from the newest
	 */
	@Transactional(readOnly = true)
	public List<OperatorRequest> newest(Collection<RequestKind> kinds, @Nullable UUID before, int limit) {
		return this.jdbc.sql(SHOWN + """
				 WHERE r.kind = ANY (:kinds::text[]) AND (:before::uuid IS NULL OR r.request_id < :before)
				 ORDER BY r.request_id DESC LIMIT :limit
				""")
			.param("kinds", names(kinds))
			.param("before", before)
			.param("limit", limit)
			.query(OperatorRequests::shown)
			.list();
	}

	/** Claims the request that has been due longest. */
	@Transactional
	public Optional<ClaimedRequest> claim(Collection<RequestKind> kinds, Duration lease) {
		giveUp(kinds);
		return this.jdbc.sql("""
				UPDATE operator_request r
				   SET claim_id = gen_random_uuid(), attempt_count = r.attempt_count + 1,
				       due_at = now() + :leaseMs * interval '1 millisecond'
				  FROM (SELECT request_id FROM operator_request
				         WHERE state = 'PENDING' AND due_at <= now() AND kind = ANY (:kinds::text[])
				         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) due
				 WHERE r.request_id = due.request_id
				RETURNING r.request_id, r.claim_id, r.kind, r.arguments, r.asked_by, r.attempt_count
				""")
			.param("leaseMs", lease.toMillis())
			.param("kinds", names(kinds))
			.query((row, number) -> new ClaimedRequest(row.getObject("request_id", UUID.class),
					row.getObject("claim_id", UUID.class), RequestKind.valueOf(row.getString("kind")),
					json.readTree(row.getString("arguments")), row.getString("asked_by"), row.getInt("attempt_count")))
			.optional();
	}

	/** Ends requests whose last permitted claim has expired. */
	private void giveUp(Collection<RequestKind> kinds) {
		this.jdbc
			.sql("""
					UPDATE operator_request
					   SET state = 'FAILED', claim_id = NULL, due_at = NULL, ended_at = now(),
					       failure = coalesce(failure, 'The process that carried it out ended before its result')
					 WHERE request_id IN (
					   SELECT request_id FROM operator_request
					    WHERE state = 'PENDING' AND due_at <= now() AND attempt_count >= :attempts AND kind = ANY (:kinds::text[])
					    FOR UPDATE SKIP LOCKED)
					""")
			.param("attempts", MAX_ATTEMPTS)
			.param("kinds", names(kinds))
			.update();
	}

	/**
	 * Renews the lease.
	 * @return whether the claim is still held
	 */
	boolean renew(ClaimedRequest request, Duration lease) {
		return held("UPDATE operator_request SET due_at = now() + :leaseMs * interval '1 millisecond'", request)
			.param("leaseMs", lease.toMillis())
			.update() == 1;
	}

	/** Releases a claim as if it had never been made, because the process stops. */
	@Transactional
	public void giveBack(ClaimedRequest request) {
		held("UPDATE operator_request SET claim_id = NULL, due_at = now(), attempt_count = attempt_count - 1", request)
			.update();
		notifyDue();
	}

	/**
	 * Records a result.
	 * @return whether the claim still held; if not, the result is ignored
	 */
	boolean end(ClaimedRequest request, RequestOutcome outcome) {
		return switch (outcome) {
			case RequestOutcome.Done done ->
				held("UPDATE operator_request SET state = 'DONE', result = :result::jsonb, failure = NULL, " + ENDED,
						request)
					.param("result", json.writeValueAsString(done.result()))
					.update() == 1;
			case RequestOutcome.Refused refused ->
				held("UPDATE operator_request SET state = 'REFUSED', failure = :failure, " + ENDED, request)
					.param("failure", cut(refused.reason()))
					.update() == 1;
		};
	}

	/**
	 * Records a failed attempt. The request is due again after a delay, unless it was the
	 * last one.
	 */
	void failed(ClaimedRequest request, String failure, Duration delay) {
		held((request.attempt() < MAX_ATTEMPTS) ? """
				UPDATE operator_request
				   SET claim_id = NULL, failure = :failure, due_at = now() + :delayMs * interval '1 millisecond'
				""" : "UPDATE operator_request SET state = 'FAILED', failure = :failure, " + ENDED, request)
			.param("failure", cut(failure))
			.param("delayMs", delay.toMillis())
			.update();
	}

	/**
	 * Removes requests that ended longer ago than an age.
	 * @return their number, at most the limit
	 */
	@Transactional
	public int removeEnded(Duration age, int limit) {
		return this.jdbc.sql("""
				DELETE FROM operator_request WHERE request_id IN (
				  SELECT request_id FROM operator_request
				   WHERE state <> 'PENDING' AND ended_at < now() - make_interval(secs => :seconds) LIMIT :limit)
				""").param("seconds", age.toSeconds()).param("limit", limit).update();
	}

	/** Counts requests that ended longer ago than an age. */
	@Transactional(readOnly = true)
	public long countEnded(Duration age) {
		return this.jdbc.sql("""
				SELECT count(*) FROM operator_request
				 WHERE state <> 'PENDING' AND ended_at < now() - make_interval(secs => :seconds)
				""").param("seconds", age.toSeconds()).query(Long.class).single();
	}

	/**
	 * Counts requests that wait for more than a minute and those that failed in the last
	 * hour.
	 */
	@Transactional(readOnly = true)
	public Backlog backlog() {
		return this.jdbc
			.sql("""
					SELECT count(*) FILTER (WHERE state = 'PENDING') AS late, count(*) FILTER (WHERE state = 'FAILED') AS failed
					  FROM operator_request
					 WHERE (state = 'PENDING' AND created_at < now() - interval '1 minute')
					    OR (state = 'FAILED' AND ended_at > now() - interval '1 hour')
					""")
			.query((row, number) -> new Backlog(row.getLong("late"), row.getLong("failed")))
			.single();
	}

	/**
	 * Requests that need attention.
	 *
	 * @param late waiting for more than a minute
	 * @param failed in the last hour
	 */
	public record Backlog(long late, long failed) {
	}

	private JdbcClient.StatementSpec held(String update, ClaimedRequest request) {
		return this.jdbc.sql(update + " WHERE request_id = :requestId AND claim_id = :claimId AND state = 'PENDING'")
			.param("requestId", request.requestId())
			.param("claimId", request.claimId());
	}

	private void notifyDue() {
		this.jdbc.sql("SELECT pg_notify(:channel, '')").param("channel", DUE).query((row) -> {
		});
	}

	private static String[] names(Collection<RequestKind> kinds) {
		return kinds.stream().map(RequestKind::name).toArray(String[]::new);
	}

	private static String cut(String text) {
		return Beginning.of(text, FAILURE_CHARS);
	}

	private static OperatorRequest shown(ResultSet row, int number) throws SQLException {
		String result = row.getString("result");
		return new OperatorRequest(row.getObject("request_id", UUID.class), RequestKind.valueOf(row.getString("kind")),
				json.readTree(row.getString("arguments")),
				new OperatorRequest.Asked(row.getObject("person_id", UUID.class), row.getString("person_name"),
						row.getString("reason"), Timestamps.instant(row, "created_at")),
				RequestState.valueOf(row.getString("state")), (result != null) ? json.readTree(result) : null,
				row.getString("failure"), Timestamps.nullable(row, "ended_at"));
	}

}

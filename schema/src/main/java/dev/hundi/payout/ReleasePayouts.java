package dev.hundi.payout;

import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import dev.hundi.work.DueCondition;
import dev.hundi.work.LockTimeouts;

/**
 * Releases held payouts whose time has come, and ends those that no one approved in time.
 * A release is an event, which is published as an acceptance is. Any number of processes
 * may work at once, and one that dies leaves nothing half done.
 */
@Component
public class ReleasePayouts {

	private final JdbcClient jdbc;

	ReleasePayouts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Whether a payout may be released or has expired. One look-up of an index each, for
	 * those who ask often.
	 */
	public boolean areDue() {
		return whenDue().isTrue(this.jdbc);
	}

	/** The same condition, for {@link dev.hundi.work.LookForWork}. */
	public DueCondition whenDue() {
		return DueCondition.of("""
				EXISTS (SELECT FROM payout_hold WHERE reason = 'SCHEDULED' AND scheduled_for <= now())
				    OR EXISTS (SELECT FROM payout_hold WHERE reason = 'APPROVAL' AND decide_until <= now())
				""");
	}

	/**
	 * Releases due payouts, the longest due first, and ends those whose beneficiary was
	 * archived.
	 * @return how many; as many as the limit if more may be due
	 */
	public int releaseDue(int limit) {
		return this.jdbc
			.sql("""
					WITH due AS MATERIALIZED (
					  SELECT business_id, payout_id, is_payee_archived(business_id, payout_id) AS archived
					    FROM payout_hold
					   WHERE reason = 'SCHEDULED' AND scheduled_for <= clock_timestamp()
					   ORDER BY scheduled_for
					   LIMIT :limit
					     FOR UPDATE SKIP LOCKED
					), hold AS (
					  UPDATE payout_hold h SET reason = NULL, ended_at = clock_timestamp()
					    FROM due
					   WHERE h.business_id = due.business_id AND h.payout_id = due.payout_id
					), released AS (
					  UPDATE payout p
					     SET held = false, last_sequence = p.last_sequence + 1, updated_at = clock_timestamp(),
					         status = CASE WHEN due.archived THEN 12 ELSE 3 END,
					         response_code = CASE WHEN due.archived THEN :archivedCode ELSE p.response_code END,
					         response_message = CASE WHEN due.archived THEN :archivedMessage ELSE p.response_message END,
					         completed_at = CASE WHEN due.archived THEN clock_timestamp() END
					    FROM due
					   WHERE p.business_id = due.business_id AND p.payout_id = due.payout_id AND p.status = 3 AND p.held
					  RETURNING p.business_id, p.payout_id, p.last_sequence, p.response_code, p.status
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                            response_code, response_message)
					  SELECT business_id, payout_id, last_sequence, 3, status, CASE status WHEN 3 THEN 'RELEASED' ELSE 'FAILED' END,
					         'SCHEDULE', response_code, CASE status WHEN 3 THEN :message ELSE :archivedMessage END
					    FROM released
					)
					SELECT count(*) FROM released
					""")
			.param("limit", limit)
			.param("message", ResponseCode.INITIATED.message())
			.param("archivedCode", ResponseCode.BENEFICIARY_INACTIVE.name())
			.param("archivedMessage", ResponseCode.BENEFICIARY_INACTIVE.message())
			.query(Integer.class)
			.single();
	}

	/**
	 * Ends the payouts whose approvals expired the longest ago, in the order of the
	 * approvals' ids, in which a checker who decides several locks them.
	 * @return how many; as many as the limit if more may have expired
	 */
	public int endExpired(int limit) {
		try {
			return this.jdbc.sql("""
					SELECT count(*) FILTER (WHERE end_held_payout(business_id, payout_id, :code, :message, 'APPROVAL'))
					  FROM (SELECT business_id, payout_id
					          FROM (SELECT business_id, payout_id, approval_id
					                  FROM payout_hold
					                 WHERE reason = 'APPROVAL' AND decide_until <= clock_timestamp()
					                 ORDER BY decide_until
					                 LIMIT :limit) AS oldest
					         ORDER BY approval_id
					        OFFSET 0) AS expired
					""")
				.param("limit", limit)
				.param("code", ResponseCode.APPROVAL_EXPIRED.name())
				.param("message", ResponseCode.APPROVAL_EXPIRED.message())
				.query(Integer.class)
				.single();
		}
		catch (UncategorizedSQLException ex) {
			throw LockTimeouts.translate(ex);
		}
	}

}

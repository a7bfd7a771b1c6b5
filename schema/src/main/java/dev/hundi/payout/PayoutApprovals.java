package dev.hundi.payout;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.approval.Approval;
import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.DecisionResult.Reason;
import dev.hundi.approval.DecisionResult.NotCounted;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Approvals of payouts. The decision that completes the last approval of a payout
 * releases it in its transaction, and a rejection ends it.
 */
@Repository
public class PayoutApprovals {

	/** Kind of approval. */
	public static final String KIND = "PAYOUT";

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final Approvals approvals;

	PayoutApprovals(JdbcClient jdbc, PlatformTransactionManager transactions, Approvals approvals) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.approvals = approvals;
	}

	/** The order of a list. */
	public enum Order {

		/** The longest waiting first. */
		AGE("0::bigint"),

		/** The largest first. */
		AMOUNT("-w.amount_paise");

		/** What comes before the id, which grows with the age. */
		private final String sql;

		Order(String sql) {
			this.sql = sql;
		}

	}

	/**
	 * Where a page of a list ends.
	 *
	 * @param mayDecide whether the reader may decide its last payout
	 * @param amountPaise of that payout
	 */
	public record Place(boolean mayDecide, long amountPaise, UUID approvalId) {
	}

	/**
	 * Payouts that wait for people and can still be decided, at most this many. Those
	 * that the reader may decide come first, so that others do not hide them.
	 * @param after the end of the page before, or null
	 */
	public List<PayoutApproval> waiting(UUID businessId, UUID readerId, Order order, @Nullable Place after, int limit) {
		return this.jdbc
			.sql("""
					WITH waiting AS MATERIALIZED (
					SELECT a.approval_id, p.payout_id, p.beneficiary_id, p.transaction_id, p.rail, p.amount_paise, p.total_debit_paise, h.scheduled_for,
					       p.beneficiary_name, coalesce(p.vpa, '…' || right(p.account_number, 4) || ' · ' || p.ifsc) AS target,
					       a.rule, a.created_at, a.people_needed, a.expires_at, a.maker_id IS NOT NULL AS by_person, m.person_name,
					       a.maker_id IS DISTINCT FROM :reader
					       AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.approval_id = a.approval_id AND d.checker_id = :reader)
					       AND %1$s AS may_decide
					  FROM payout_hold h
					  JOIN approval a ON a.approval_id = h.approval_id
					  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
					  LEFT JOIN person m ON m.person_id = a.maker_id
					 WHERE h.business_id = :business AND h.reason = 'APPROVAL' AND a.state = 'OPEN' AND a.expires_at > now())
					SELECT w.*, (SELECT b.status = 0 FROM beneficiary b
					              WHERE b.business_id = :business AND b.beneficiary_id = w.beneficiary_id) AS archived,
					       (SELECT count(*) FROM approval_decision d WHERE d.approval_id = w.approval_id) AS approved,
					       EXISTS (SELECT FROM approval_decision d
					                WHERE d.approval_id = w.approval_id AND d.checker_id = :reader) AS decided
					  FROM waiting w
					 WHERE :after::uuid IS NULL
					    OR (NOT w.may_decide, %2$s, w.approval_id)
					     > (NOT :afterMayDecide, %3$s, :after::uuid)
					 ORDER BY NOT w.may_decide, %2$s, w.approval_id
					 LIMIT :limit
					"""
				.formatted(IS_CHECKER, order.sql, (order == Order.AGE) ? "0" : "-:afterAmount"))
			.param("business", businessId)
			.param("reader", readerId)
			.param("after", (after != null) ? after.approvalId() : null)
			.param("afterMayDecide", after != null && after.mayDecide())
			.param("afterAmount", (after != null) ? after.amountPaise() : 0L)
			.param("limit", limit)
			.query((row, number) -> new PayoutApproval(row.getObject("approval_id", UUID.class),
					row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
					new PayoutApproval.Payee(row.getString("beneficiary_name"), row.getString("target"),
							row.getBoolean("archived")),
					Rail.stored(row.getString("rail")), row.getLong("amount_paise"), row.getLong("total_debit_paise"),
					Timestamps.nullable(row, "scheduled_for"), row.getString("rule"),
					Timestamps.instant(row, "created_at"),
					new PayoutApproval.People(row.getBoolean("by_person"), row.getString("person_name"),
							row.getInt("people_needed"), row.getInt("approved"), Timestamps.instant(row, "expires_at"),
							row.getBoolean("may_decide"), row.getBoolean("decided"))))
			.list();
	}

	/** By the right of the reader, or one that a checker delegated to the reader. */
	private static final String IS_CHECKER = "payout_right_holder(a.approval_id, :reader) IS NOT NULL";

	/** Counts the payouts that a person can decide, 1,000 at most. */
	public long countDecidable(UUID businessId, UUID readerId) {
		return this.jdbc
			.sql("""
					SELECT count(*) FROM (
					  SELECT a.approval_id
					    FROM payout_hold h
					    JOIN approval a ON a.approval_id = h.approval_id
					   WHERE h.business_id = :business AND h.reason = 'APPROVAL' AND a.state = 'OPEN' AND a.expires_at > now()
					     AND (EXISTS (SELECT FROM membership m
					                   WHERE m.person_id = :reader AND m.business_id = :business AND m.role = 'CHECKER')
					          OR EXISTS (SELECT FROM approval_delegation d
					                      WHERE d.to_person = :reader AND d.business_id = :business AND d.ended_at IS NULL
					                        AND d.ends_at > now()))
					     AND a.maker_id IS DISTINCT FROM :reader
					     AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.approval_id = a.approval_id AND d.checker_id = :reader)
					     AND %s
					   LIMIT 1000) AS waiting
					"""
				.formatted(IS_CHECKER))
			.param("business", businessId)
			.param("reader", readerId)
			.query(Long.class)
			.single();
	}

	/** The approvals of a payout, oldest first: one for each rule that was asked for. */
	public List<PayoutDecisions> ofPayout(UUID businessId, UUID payoutId) {
		return this.jdbc.sql("""
				SELECT a.approval_id, a.created_at, m.person_name, a.rule, a.people_needed
				  FROM payout_hold h
				 CROSS JOIN unnest(h.earlier_approvals || h.approval_id) AS asked (approval_id)
				  JOIN approval a ON a.approval_id = asked.approval_id
				  LEFT JOIN person m ON m.person_id = a.maker_id
				 WHERE h.business_id = :business AND h.payout_id = :payout
				 ORDER BY a.created_at, a.approval_id
				""")
			.param("business", businessId)
			.param("payout", payoutId)
			.query((row, number) -> new PayoutDecisions(Timestamps.instant(row, "created_at"),
					row.getString("person_name"), row.getString("rule"), row.getInt("people_needed"),
					decisions(row.getObject("approval_id", UUID.class))))
			.list();
	}

	private List<PayoutDecisions.Decision> decisions(UUID approvalId) {
		return this.jdbc
			.sql("""
					SELECT d.decided_at, p.person_name, b.person_name AS on_behalf_of, d.decision = 'AGREE' AS approves, d.reason
					  FROM approval_decision d
					  LEFT JOIN person p ON p.person_id = d.checker_id
					  LEFT JOIN person b ON b.person_id = d.on_behalf_of
					 WHERE d.approval_id = :approval
					 ORDER BY d.decided_at
					""")
			.param("approval", approvalId)
			.query((row, number) -> new PayoutDecisions.Decision(Timestamps.instant(row, "decided_at"),
					row.getString("person_name"), row.getString("on_behalf_of"), row.getBoolean("approves"),
					row.getString("reason")))
			.list();
	}

	/**
	 * Approves; with the last approval the payout is released, waits for its time or for
	 * the people of another rule, or ends because its beneficiary was archived.
	 */
	public DecisionResult approve(UUID businessId, UUID approvalId, UUID checkerId) {
		return decide(businessId, approvalId, checkerId, (approval) -> {
			DecisionResult result = this.approvals.approve(approvalId, checkerId, approval.contentHash());
			if (result.equals(new Counted(ApprovalState.APPROVED))
					&& !has("end_held_payout(:business, payout_id, :code, :message, 'APPROVAL')", approval,
							ResponseCode.BENEFICIARY_INACTIVE)) {
				act("release_agreed_payout(:business, payout_id, :message)", approval, ResponseCode.INITIATED);
			}
			return result;
		});
	}

	/** Whether an approved payout ended because its beneficiary was archived. */
	public boolean anyArchived(UUID businessId, Collection<UUID> approvalIds) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM payout_hold h
				                 JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
				                WHERE h.business_id = :business AND h.approval_id = ANY (:ids::uuid[])
				                  AND p.status = 12 AND p.response_code = :code)
				""")
			.param("business", businessId)
			.param("ids", approvalIds.toArray(UUID[]::new))
			.param("code", ResponseCode.BENEFICIARY_INACTIVE.name())
			.query(Boolean.class)
			.single();
	}

	/**
	 * Rejects, which ends the payout.
	 * @param reason 1 to 500 characters
	 */
	public DecisionResult reject(UUID businessId, UUID approvalId, UUID checkerId, String reason) {
		return decide(businessId, approvalId, checkerId, (approval) -> {
			DecisionResult result = this.approvals.reject(approvalId, checkerId, approval.contentHash(), reason);
			if (result instanceof Counted) {
				act("end_held_payout(:business, payout_id, :code, :message, 'APPROVAL')", approval,
						ResponseCode.REJECTED_BY_APPROVER);
			}
			return result;
		});
	}

	private DecisionResult decide(UUID businessId, UUID approvalId, UUID checkerId,
			Function<Approval, DecisionResult> decision) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			Optional<Approval> approval = this.approvals.find(approvalId)
				.filter((found) -> found.kind().equals(KIND) && businessId.equals(found.businessId()));
			if (approval.isEmpty()) {
				return new NotCounted(Reason.UNKNOWN);
			}
			return isChecker(approvalId, checkerId) ? decision.apply(approval.get())
					: new NotCounted(Reason.NOT_A_CHECKER);
		}));
	}

	/** Under the lock of the approval, because a right counts once. */
	private boolean isChecker(UUID approvalId, UUID personId) {
		this.jdbc.sql("SELECT FROM approval WHERE approval_id = :id FOR UPDATE")
			.param("id", approvalId)
			.query()
			.listOfRows();
		return this.jdbc.sql("SELECT " + IS_CHECKER + " FROM approval a WHERE a.approval_id = :id")
			.param("reader", personId)
			.param("id", approvalId)
			.query(Boolean.class)
			.single();
	}

	private void act(String function, Approval approval, ResponseCode code) {
		if (!has(function, approval, code)) {
			throw new IllegalStateException("The payout of approval " + approval.approvalId() + " did not follow it");
		}
	}

	private boolean has(String function, Approval approval, ResponseCode code) {
		return this.jdbc.sql("SELECT " + function + " FROM payout_hold WHERE approval_id = :id")
			.param("business", approval.businessId())
			.param("id", approval.approvalId())
			.param("code", code.name())
			.param("message", code.message())
			.query(Boolean.class)
			.single();
	}

}

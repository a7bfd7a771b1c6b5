package dev.hundi.portal.approval;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.approval.DecisionResult;
import dev.hundi.audit.AuditTrail;
import dev.hundi.payout.PayoutApproval;
import dev.hundi.payout.PayoutApprovals;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What checkers decide about payouts that wait for people. */
@MerchantOnly
@Component
class DecidePayouts {

	/** Payouts of a page, which one form can decide. */
	static final int MAX = 200;

	/** A checker can delegate to these. The kernel asks for the right itself. */
	private static final String DECIDES = "@rights.confirmed('OWNER', 'MAKER', 'CHECKER', 'VIEWER')";

	private final CurrentPerson current;

	private final PayoutApprovals approvals;

	private final AuditTrail audit;

	DecidePayouts(CurrentPerson current, PayoutApprovals approvals, AuditTrail audit) {
		this.current = current;
		this.approvals = approvals;
		this.audit = audit;
	}

	/** A page of payouts, and one more if there is a next page. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<PayoutApproval> waiting(PayoutApprovals.Order order, PayoutApprovals.@Nullable Place after) {
		return this.approvals.waiting(this.current.businessId(), person(), order, after, MAX + 1);
	}

	/** Approves payouts with one fresh second factor. */
	@Transactional
	@PreAuthorize(DECIDES)
	public Approved approve(Collection<UUID> approvalIds) {
		List<UUID> counted = decide(approvalIds, "PAYOUT_AGREED", "",
				(id) -> this.approvals.approve(this.current.businessId(), id, person()));
		return new Approved(counted.size(), this.approvals.anyArchived(this.current.businessId(), counted));
	}

	/**
	 * What became of approvals.
	 *
	 * @param counted how many of the decisions count
	 * @param anyArchived whether a payout ended because its beneficiary was archived
	 */
	record Approved(int counted, boolean anyArchived) {
	}

	/**
	 * Rejects payouts with one reason of 1 to 500 characters.
	 * @return how many of the decisions count
	 */
	@Transactional
	@PreAuthorize(DECIDES)
	public int reject(Collection<UUID> approvalIds, String reason) {
		return decide(approvalIds, "PAYOUT_REJECTED", reason,
				(id) -> this.approvals.reject(this.current.businessId(), id, person(), reason))
			.size();
	}

	/**
	 * In key order, so that two checkers who decide the same payouts wait for each other.
	 */
	private List<UUID> decide(Collection<UUID> approvalIds, String act, String reason,
			Function<UUID, DecisionResult> decision) {
		List<UUID> counted = approvalIds.stream()
			.distinct()
			.sorted()
			.limit(MAX)
			.filter((id) -> decision.apply(id) instanceof DecisionResult.Counted)
			.toList();
		counted.forEach((id) -> this.audit.record(this.current.businessId(), this.current.actor(), act, id.toString(),
				Map.of(), reason.isEmpty() ? Map.of() : Map.of("reason", reason)));
		return counted;
	}

	private UUID person() {
		return this.current.get().personId();
	}

}

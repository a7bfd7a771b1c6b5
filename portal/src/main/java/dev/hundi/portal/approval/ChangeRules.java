package dev.hundi.portal.approval;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.Asked;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Rejection;
import dev.hundi.audit.AuditTrail;
import dev.hundi.payout.PayoutRule;
import dev.hundi.payout.PayoutRules;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.Roles.Colleague;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The approval rules, which two people change. */
@MerchantOnly
@Component
class ChangeRules {

	private static final int REJECTIONS_SHOWN = 5;

	private final CurrentPerson current;

	private final PayoutRules rules;

	private final Approvals approvals;

	private final Roles roles;

	private final AuditTrail audit;

	ChangeRules(CurrentPerson current, PayoutRules rules, Approvals approvals, Roles roles, AuditTrail audit) {
		this.current = current;
		this.rules = rules;
		this.approvals = approvals;
		this.roles = roles;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<PayoutRule> present() {
		return this.rules.present(this.current.businessId());
	}

	/** Which rules apply; a proposal names it. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String version() {
		return this.rules.version(this.current.businessId());
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<PayoutRules.Proposal> open() {
		return this.rules.open(this.current.businessId());
	}

	/** Who asked for some proposals, by approval. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Map<UUID, Asked> asked(List<PayoutRules.Proposal> proposals) {
		return this.approvals.asked(proposals.stream().map((one) -> one.approval().approvalId()).toList());
	}

	/** Which proposals were rejected lately, and why, newest first. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<Rejection> rejected() {
		return this.approvals.rejected(this.current.businessId(), PayoutRules.KIND, REJECTIONS_SHOWN);
	}

	/** The people who may decide about payouts. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<Colleague> checkers() {
		return this.roles.colleagues(this.current.businessId())
			.stream()
			.filter((colleague) -> colleague.roles().contains(Role.CHECKER))
			.toList();
	}

	/**
	 * Proposes rules in place of the present ones.
	 * @param version of the rules that the person saw
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER')")
	public Proposed propose(String version, List<PayoutRule> proposed) {
		List<UUID> known = checkers().stream().map(Colleague::personId).toList();
		if (!proposed.stream().allMatch((rule) -> known.containsAll(rule.checkers()))) {
			return Proposed.NOT_A_CHECKER;
		}
		Optional<UUID> approvalId = this.rules.propose(this.current.businessId(), this.current.get().personId(),
				version, proposed);
		approvalId.ifPresent((id) -> record("APPROVAL_RULES_PROPOSED", id, Map.of()));
		return approvalId.isPresent() ? Proposed.DONE : Proposed.STALE;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public DecisionResult approve(UUID approvalId) {
		DecisionResult result = this.rules.approve(this.current.businessId(), approvalId,
				this.current.get().personId());
		return recorded(result, "APPROVAL_RULES_AGREED", approvalId, Map.of());
	}

	/** Takes a proposal of the person back; false if it is closed or of another. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER')")
	public boolean withdraw(UUID approvalId) {
		boolean done = this.rules.withdraw(this.current.businessId(), approvalId, this.current.get().personId());
		if (done) {
			record("APPROVAL_RULES_WITHDRAWN", approvalId, Map.of());
		}
		return done;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public DecisionResult reject(UUID approvalId, String reason) {
		return recorded(this.rules.reject(this.current.businessId(), approvalId, this.current.get().personId(), reason),
				"APPROVAL_RULES_REFUSED", approvalId, Map.of("reason", reason));
	}

	private DecisionResult recorded(DecisionResult result, String act, UUID approvalId, Map<String, String> after) {
		if (result instanceof DecisionResult.Counted) {
			record(act, approvalId, after);
		}
		return result;
	}

	private void record(String act, UUID approvalId, Map<String, String> after) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, approvalId.toString(), Map.of(), after);
	}

	/** What became of a proposal. */
	enum Proposed {

		/** It waits for a second person. */
		DONE,

		/** A rule names a person who is no checker. */
		NOT_A_CHECKER,

		/** Other rules apply than the person saw. */
		STALE

	}

}

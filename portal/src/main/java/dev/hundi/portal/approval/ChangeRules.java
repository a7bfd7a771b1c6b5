package dev.hundi.portal.approval;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.approval.DecisionResult;
import dev.hundi.audit.AuditTrail;
import dev.hundi.payout.PayoutRule;
import dev.hundi.payout.PayoutRules;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.Roles.Colleague;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The rules of approvals, which two people change. */
@MerchantOnly
@Component
class ChangeRules {

	private final CurrentPerson current;

	private final PayoutRules rules;

	private final Roles roles;

	private final AuditTrail audit;

	ChangeRules(CurrentPerson current, PayoutRules rules, Roles roles, AuditTrail audit) {
		this.current = current;
		this.rules = rules;
		this.roles = roles;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'MAKER', 'CHECKER', 'VIEWER')")
	public List<PayoutRule> present() {
		return this.rules.present(business());
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'MAKER', 'CHECKER', 'VIEWER')")
	public List<PayoutRules.Proposal> open() {
		return this.rules.open(business());
	}

	/** The people who may decide about payouts. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'MAKER', 'CHECKER', 'VIEWER')")
	public List<Colleague> checkers() {
		return this.roles.colleagues(business())
			.stream()
			.filter((colleague) -> colleague.roles().contains(Role.CHECKER))
			.toList();
	}

	/**
	 * Proposes rules in place of the present ones.
	 * @return false if a rule names a person who is no checker
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER')")
	public boolean propose(List<PayoutRule> proposed) {
		List<UUID> known = checkers().stream().map(Colleague::personId).toList();
		if (!proposed.stream().allMatch((rule) -> known.containsAll(rule.checkers()))) {
			return false;
		}
		UUID approvalId = this.rules.propose(business(), this.current.get().personId(), proposed);
		record("APPROVAL_RULES_PROPOSED", approvalId);
		return true;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public boolean agree(UUID approvalId) {
		DecisionResult result = this.rules.agree(business(), approvalId, this.current.get().personId());
		return counts(result, "APPROVAL_RULES_AGREED", approvalId);
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public boolean refuse(UUID approvalId, String reason) {
		return counts(this.rules.refuse(business(), approvalId, this.current.get().personId(), reason),
				"APPROVAL_RULES_REFUSED", approvalId);
	}

	private boolean counts(DecisionResult result, String act, UUID approvalId) {
		if (result instanceof DecisionResult.Counted) {
			record(act, approvalId);
			return true;
		}
		return false;
	}

	private void record(String act, UUID approvalId) {
		this.audit.record(business(), this.current.actor(), act, approvalId.toString(), Map.of(), Map.of());
	}

	private UUID business() {
		return Objects.requireNonNull(this.current.get().businessId());
	}

}

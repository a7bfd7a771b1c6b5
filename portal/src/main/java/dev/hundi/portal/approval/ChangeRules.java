package dev.hundi.portal.approval;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

	/** Which rules apply; a proposal names it. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'MAKER', 'CHECKER', 'VIEWER')")
	public String version() {
		return this.rules.version(business());
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
	 * @param version of the rules that the person saw
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER')")
	public Proposed propose(String version, List<PayoutRule> proposed) {
		List<UUID> known = checkers().stream().map(Colleague::personId).toList();
		if (!proposed.stream().allMatch((rule) -> known.containsAll(rule.checkers()))) {
			return Proposed.NOT_A_CHECKER;
		}
		Optional<UUID> approvalId = this.rules.propose(business(), this.current.get().personId(), version, proposed);
		approvalId.ifPresent((id) -> record("APPROVAL_RULES_PROPOSED", id));
		return approvalId.isPresent() ? Proposed.DONE : Proposed.STALE;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public DecisionResult agree(UUID approvalId) {
		DecisionResult result = this.rules.agree(business(), approvalId, this.current.get().personId());
		return recorded(result, "APPROVAL_RULES_AGREED", approvalId);
	}

	/** Takes a proposal of the person back; false if it is closed or of another. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER')")
	public boolean withdraw(UUID approvalId) {
		boolean done = this.rules.withdraw(business(), approvalId, this.current.get().personId());
		if (done) {
			record("APPROVAL_RULES_WITHDRAWN", approvalId);
		}
		return done;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public DecisionResult refuse(UUID approvalId, String reason) {
		return recorded(this.rules.refuse(business(), approvalId, this.current.get().personId(), reason),
				"APPROVAL_RULES_REFUSED", approvalId);
	}

	private DecisionResult recorded(DecisionResult result, String act, UUID approvalId) {
		if (result instanceof DecisionResult.Counted) {
			record(act, approvalId);
		}
		return result;
	}

	private void record(String act, UUID approvalId) {
		this.audit.record(business(), this.current.actor(), act, approvalId.toString(), Map.of(), Map.of());
	}

	private UUID business() {
		return Objects.requireNonNull(this.current.get().businessId());
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

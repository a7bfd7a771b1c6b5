package dev.hundi.portal.finance;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.operation.DecideProposals;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.ProposedRules;
import dev.hundi.reconciliation.ReconciliationRules;
import dev.hundi.reconciliation.RuleVersions;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import tools.jackson.databind.json.JsonMapper;

import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * One person tries rules on a closed day and proposes exactly those; another approves
 * them.
 */
@StaffOnly
@Component
class ChangeReconciliationRules {

	private static final String RULE = "Rules of reconciliation need two people of finance";

	private static final JsonMapper json = JsonMapper.builder().build();

	private final RuleVersions versions;

	private final DecideProposals decide;

	private final AskProcess ask;

	private final OperatorRequests requests;

	private final DecideProposals.Kind kind;

	ChangeReconciliationRules(RuleVersions versions, DecideProposals decide, AskProcess ask,
			OperatorRequests requests) {
		this.versions = versions;
		this.decide = decide;
		this.ask = ask;
		this.requests = requests;
		this.kind = new DecideProposals.Kind(Set.of(RuleVersions.KIND),
				new DecideProposals.Acts("RECONCILIATION_RULES_PROPOSED", "RECONCILIATION_RULES_APPROVED",
						"RECONCILIATION_RULES_REJECTED"),
				this::obstacle, (change) -> versions.add(change.content(), change.approval().approvalId()));
	}

	/**
	 * Asks batch-jobs to close a past day with rules, without keeping anything.
	 * @param basedOn the newest version when the rules were read; null for the present
	 * one
	 * @return id of the request
	 */
	@Transactional
	@PreAuthorize(FinanceSections.WORKS)
	public UUID tryOn(ReconciliationRules rules, LocalDate day, @Nullable Integer basedOn) {
		return this.ask.read(RequestKind.READ_RULES_TRIAL, Map.of("rules", json.valueToTree(rules), "day",
				day.toString(), "basedOn", (basedOn != null) ? basedOn : this.versions.newest()));
	}

	/** A trial, with its rules, state and result. */
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public Optional<OperatorRequest> trial(UUID requestId) {
		return this.requests.find(requestId).filter((request) -> request.kind() == RequestKind.READ_RULES_TRIAL);
	}

	/**
	 * Proposes the rules of a trial.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Optional<String> propose(UUID trialId, LocalDate validFrom, String reason) {
		Optional<OperatorRequest> trial = trial(trialId).filter((request) -> request.state() == RequestState.DONE);
		if (trial.isEmpty() || !Reason.isValid(reason)) {
			return Optional.of(trial.isEmpty() ? "finance.rules.untried" : Reason.INVALID);
		}
		if (!NamedDay.isAhead(validFrom, today())) {
			return Optional.of("versions.from.invalid");
		}
		int newest = this.versions.newest();
		int basedOn = trial.get().arguments().path("basedOn").asInt(newest);
		if (basedOn < newest) {
			return Optional.of("change.base.outdated");
		}
		ReconciliationRules rules = RuleVersions.readRules(trial.get().arguments().path("rules").toString());
		String content = RuleVersions.write(new ProposedRules(validFrom, trialId, rules, basedOn));
		this.decide.propose(new DecideProposals.Proposal(RuleVersions.KIND, null, content,
				"Reconciliation rules from " + validFrom, RULE), this.kind.acts(), reason);
		return Optional.empty();
	}

	/**
	 * Approves the proposal of another person, which is a version from then on.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> approve(UUID approvalId, String reason) {
		return this.decide.approve(this.kind, approvalId, reason);
	}

	/**
	 * Rejects the proposal of another person.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> reject(UUID approvalId, String reason) {
		return this.decide.reject(this.kind, approvalId, reason);
	}

	/** Rules are proposed as a whole, so those of a version between would be lost. */
	private Optional<String> obstacle(ProposedChange change) {
		ProposedRules proposed = RuleVersions.read(change.content());
		if (proposed.validFrom().isBefore(today())) {
			return Optional.of("profiles.late");
		}
		Integer base = proposed.basedOn();
		return (base == null || base == this.versions.newest()) ? Optional.empty() : Optional.of("change.base.stale");
	}

	static LocalDate today() {
		return India.dateOf(Instant.now());
	}

}

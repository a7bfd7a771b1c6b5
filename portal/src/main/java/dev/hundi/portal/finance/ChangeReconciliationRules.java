package dev.hundi.portal.finance;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.ProposedRules;
import dev.hundi.reconciliation.ReconciliationRules;
import dev.hundi.reconciliation.RuleVersions;
import dev.hundi.time.India;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * One person tries rules on a closed day and proposes exactly those; another agrees to
 * them.
 */
@StaffOnly
@Component
class ChangeReconciliationRules {

	private static final Duration VALID = Duration.ofDays(7);

	private static final String RULE = "Rules of reconciliation need two people of finance";

	private static final JsonMapper json = JsonMapper.builder().build();

	private final RuleVersions versions;

	private final ProposedChanges changes;

	private final Approvals approvals;

	private final CurrentPerson current;

	private final AskProcess ask;

	private final OperatorRequests requests;

	private final StaffRecord record;

	ChangeReconciliationRules(RuleVersions versions, ProposedChanges changes, Approvals approvals,
			CurrentPerson current, AskProcess ask, OperatorRequests requests, StaffRecord record) {
		this.versions = versions;
		this.changes = changes;
		this.approvals = approvals;
		this.current = current;
		this.ask = ask;
		this.requests = requests;
		this.record = record;
	}

	/**
	 * Asks batch-jobs to close a past day with rules, without keeping anything.
	 * @return id of the request
	 */
	@Transactional
	@PreAuthorize(FinanceSections.WORKS)
	public UUID tryOn(ReconciliationRules rules, LocalDate day) {
		return this.ask.read(RequestKind.READ_RULES_TRIAL,
				Map.of("rules", json.valueToTree(rules), "day", day.toString()));
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
		if (validFrom.isBefore(today())) {
			return Optional.of("profiles.past");
		}
		ReconciliationRules rules = RuleVersions.readRules(trial.get().arguments().path("rules").toString());
		String content = RuleVersions.write(new ProposedRules(validFrom, trialId, rules));
		String summary = "Reconciliation rules from " + validFrom;
		UUID id = this.changes.propose(new NewApproval(RuleVersions.KIND, null, ProposedChanges.hash(content), summary,
				new Maker.OfPerson(this.current.get().personId()), RULE, 1, VALID), content, reason.strip());
		this.record.of(null, "RECONCILIATION_RULES_PROPOSED", summary, Map.of(),
				Map.of("approvalId", id.toString(), "proposed", json.readTree(content), "reason", reason.strip()));
		return Optional.empty();
	}

	/**
	 * Agrees to the proposal of another person, which is a version from then on.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> approve(UUID approvalId, String reason) {
		Optional<ProposedChange> known = known(approvalId);
		if (known.isEmpty() || !Reason.isValid(reason)) {
			return Optional.of(known.isEmpty() ? "change.closed" : Reason.INVALID);
		}
		ProposedChange change = known.get();
		if (RuleVersions.read(change.content()).validFrom().isBefore(today())) {
			return Optional.of("profiles.late");
		}
		byte[] hash = change.approval().contentHash();
		DecisionResult result = this.approvals.agree(approvalId, this.current.get().personId(), hash);
		if (result instanceof DecisionResult.Rejected(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		if (!result.equals(new DecisionResult.Counted(ApprovalState.AGREED))
				|| !this.approvals.execute(approvalId, RuleVersions.KIND, hash)) {
			throw new IllegalStateException("Approval " + approvalId + " is agreed but cannot be executed");
		}
		this.versions.add(change.content(), approvalId);
		record("RECONCILIATION_RULES_APPROVED", change, reason);
		return Optional.empty();
	}

	/**
	 * Refuses the proposal of another person.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> reject(UUID approvalId, String reason) {
		Optional<ProposedChange> known = known(approvalId);
		if (known.isEmpty() || !Reason.isValid(reason)) {
			return Optional.of(known.isEmpty() ? "change.closed" : Reason.INVALID);
		}
		DecisionResult result = this.approvals.refuse(approvalId, this.current.get().personId(),
				known.get().approval().contentHash(), reason.strip());
		if (result instanceof DecisionResult.Rejected(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		record("RECONCILIATION_RULES_REJECTED", known.get(), reason);
		return Optional.empty();
	}

	private void record(String act, ProposedChange change, String reason) {
		this.record.of(null, act, change.approval().summary(), Map.of(),
				Map.of("approvalId", change.approval().approvalId().toString(), "reason", reason.strip()));
	}

	private Optional<ProposedChange> known(UUID approvalId) {
		return this.changes.find(approvalId).filter((change) -> change.approval().kind().equals(RuleVersions.KIND));
	}

	static LocalDate today() {
		return India.dateOf(Instant.now());
	}

	private static String text(DecisionResult.Reason reason) {
		return switch (reason) {
			case UNKNOWN, CLOSED, NOT_A_CHECKER -> "change.closed";
			case MAKER_IS_CHECKER -> "change.own";
			case DECIDED_ALREADY -> "change.decided";
			case OTHER_CONTENT -> "change.other";
		};
	}

}

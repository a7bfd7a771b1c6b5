package dev.hundi.portal.operation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.hundi.approval.Approval;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes that one person of the staff proposes and another decides: what is approved
 * takes effect in the same transaction, and each step is audited. The class of a kind
 * says who may propose and who may decide.
 */
@StaffOnly
@Component
@Transactional(propagation = Propagation.MANDATORY)
public class DecideProposals {

	private static final Duration VALID = Duration.ofDays(7);

	private static final JsonMapper json = JsonMapper.builder().build();

	private final CurrentPerson current;

	private final Approvals approvals;

	private final ProposedChanges changes;

	private final StaffRecord record;

	DecideProposals(CurrentPerson current, Approvals approvals, ProposedChanges changes, StaffRecord record) {
		this.current = current;
		this.approvals = approvals;
		this.changes = changes;
		this.record = record;
	}

	/**
	 * How changes of some kinds are decided.
	 *
	 * @param kinds of the approvals
	 * @param acts what the audit trail calls the steps
	 * @param obstacle key of the reason why a change can no longer take effect as its
	 * maker meant it, or empty
	 * @param effect of an approved change
	 */
	public record Kind(Set<String> kinds, Acts acts, Function<ProposedChange, Optional<String>> obstacle,
			Consumer<ProposedChange> effect) {
	}

	/** Names of audited acts. */
	public record Acts(String proposed, String approved, String rejected) {
	}

	/**
	 * What is proposed.
	 *
	 * @param kind of the approval
	 * @param businessId null for what concerns Hundi itself
	 * @param content JSON
	 * @param rule why two people are needed
	 */
	public record Proposal(String kind, @Nullable UUID businessId, String content, String summary, String rule) {
	}

	/**
	 * Proposes a change.
	 * @param reason 5 to 500 characters
	 * @return id of the approval
	 */
	public UUID propose(Proposal proposal, Acts acts, String reason) {
		NewApproval approval = new NewApproval(proposal.kind(), proposal.businessId(),
				ProposedChanges.hash(proposal.content()), proposal.summary(),
				new Maker.OfPerson(this.current.get().personId()), proposal.rule(), 1, VALID);
		UUID id = this.changes.propose(approval, proposal.content(), reason.strip());
		this.record.of(proposal.businessId(), acts.proposed(), proposal.summary(), Map.of(),
				Map.of("approvalId", id, "change", json.readTree(proposal.content()), "reason", reason.strip()));
		return id;
	}

	/** A change of a kind. */
	public Optional<ProposedChange> find(Kind kind, UUID approvalId) {
		return this.changes.find(approvalId).filter((change) -> kind.kinds().contains(change.approval().kind()));
	}

	/**
	 * Approves a change that states a reason.
	 * @return the key of the problem, or empty if the change has taken effect
	 */
	public Optional<String> approve(Kind kind, UUID approvalId, String reason) {
		return approve(kind, approvalId, null, reason);
	}

	/**
	 * Approves a change.
	 * @param seen hash of the content that the person saw; null for that of the proposal
	 * @param reason null if none is asked for
	 * @return the key of the problem, or empty if the change has taken effect
	 */
	public Optional<String> approve(Kind kind, UUID approvalId, byte @Nullable [] seen, @Nullable String reason) {
		ProposedChange change = find(kind, approvalId).orElse(null);
		if (change == null || (reason != null && !Reason.isValid(reason))) {
			return Optional.of((change == null) ? "change.closed" : Reason.INVALID);
		}
		this.changes.lock(change);
		Optional<String> obstacle = isOpen(kind, approvalId) ? kind.obstacle().apply(change) : Optional.empty();
		if (obstacle.isPresent()) {
			return obstacle;
		}
		byte[] hash = (seen != null) ? seen : change.approval().contentHash();
		DecisionResult decision = this.approvals.approve(approvalId, this.current.get().personId(), hash);
		if (decision instanceof DecisionResult.NotCounted(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		if (decision.equals(new DecisionResult.Counted(ApprovalState.APPROVED))) {
			takeEffect(kind, change, hash);
		}
		Map<String, Object> recorded = new LinkedHashMap<>(
				Map.of("approvalId", approvalId, "change", json.readTree(change.content())));
		if (reason != null) {
			recorded.put("reason", reason.strip());
		}
		this.record.of(change.approval().businessId(), kind.acts().approved(), change.approval().summary(), Map.of(),
				recorded);
		return Optional.empty();
	}

	/** What has taken effect must not be called outdated by its own effect. */
	private boolean isOpen(Kind kind, UUID approvalId) {
		return find(kind, approvalId).filter((change) -> change.approval().state() == ApprovalState.OPEN).isPresent();
	}

	private void takeEffect(Kind kind, ProposedChange change, byte[] hash) {
		Approval approval = change.approval();
		if (!this.approvals.execute(approval.approvalId(), approval.kind(), hash)) {
			throw new IllegalStateException(
					"Approval " + approval.approvalId() + " is approved but cannot be executed");
		}
		kind.effect().accept(change);
	}

	/**
	 * Rejects a change, which closes it.
	 * @return the key of the problem, or empty
	 */
	public Optional<String> reject(Kind kind, UUID approvalId, String reason) {
		return reject(kind, approvalId, null, reason);
	}

	/**
	 * Rejects a change, which closes it.
	 * @param seen hash of the content that the person saw; null for that of the proposal
	 * @return the key of the problem, or empty
	 */
	public Optional<String> reject(Kind kind, UUID approvalId, byte @Nullable [] seen, String reason) {
		Approval approval = find(kind, approvalId).map(ProposedChange::approval).orElse(null);
		if (approval == null || !Reason.isValid(reason)) {
			return Optional.of((approval == null) ? "change.closed" : Reason.INVALID);
		}
		DecisionResult decision = this.approvals.reject(approvalId, this.current.get().personId(),
				(seen != null) ? seen : approval.contentHash(), reason.strip());
		if (decision instanceof DecisionResult.NotCounted(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		this.record.of(approval.businessId(), kind.acts().rejected(), approval.summary(), Map.of(),
				Map.of("approvalId", approvalId, "reason", reason.strip()));
		return Optional.empty();
	}

	private static String text(DecisionResult.Reason reason) {
		return switch (reason) {
			case UNKNOWN, CLOSED, NOT_A_CHECKER -> "change.closed";
			case MAKER_IS_CHECKER -> "change.own";
			case DECIDED_ALREADY -> "change.decided";
			case OTHER_CONTENT, STALE -> "change.other";
		};
	}

}

package dev.hundi.portal.operation;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.Approval;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.business.ChangeLimits;
import dev.hundi.business.PricePlans;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Another person agrees to a change, which then takes effect in the same transaction, or
 * refuses it. The maker may withdraw it.
 */
@StaffOnly
@Component
class DecideChange {

	private final CurrentPerson current;

	private final Approvals approvals;

	private final ProposedChanges changes;

	private final Terms terms;

	private final NodalAccounts accounts;

	private final StaffRecord record;

	DecideChange(CurrentPerson current, Approvals approvals, ProposedChanges changes, Terms terms,
			NodalAccounts accounts, StaffRecord record) {
		this.current = current;
		this.approvals = approvals;
		this.changes = changes;
		this.terms = terms;
		this.accounts = accounts;
		this.record = record;
	}

	/**
	 * Agrees to a change.
	 * @param hash of the content that the person saw
	 * @return the key of the problem, or empty if the change has taken effect
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'ADMIN')")
	public Optional<String> agree(UUID approvalId, byte[] hash) {
		ProposedChange change = known(approvalId).orElse(null);
		if (change == null) {
			return Optional.of("change.closed");
		}
		Optional<String> obstacle = obstacle(change);
		if (obstacle.isPresent()) {
			return obstacle;
		}
		DecisionResult decision = this.approvals.agree(approvalId, this.current.get().personId(), hash);
		if (decision instanceof DecisionResult.Rejected(DecisionResult.Reason reason)) {
			return Optional.of(text(reason));
		}
		if (decision.equals(new DecisionResult.Counted(ApprovalState.AGREED))) {
			execute(change, hash);
		}
		this.record.of(change.approval().businessId(), "CHANGE_AGREED", change.approval().summary(), Map.of(),
				Map.of("approvalId", approvalId, "change", ProposeChange.JSON.readTree(change.content())));
		return Optional.empty();
	}

	/** Refuses a change, which closes it. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'ADMIN')")
	public Optional<String> refuse(UUID approvalId, byte[] hash, String reason) {
		Approval approval = known(approvalId).map(ProposedChange::approval).orElse(null);
		if (approval == null) {
			return Optional.of("change.closed");
		}
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		DecisionResult decision = this.approvals.refuse(approvalId, this.current.get().personId(), hash,
				reason.strip());
		if (decision instanceof DecisionResult.Rejected(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		this.record.of(approval.businessId(), "CHANGE_REFUSED", approval.summary(), Map.of(),
				Map.of("approvalId", approvalId, "reason", reason.strip()));
		return Optional.empty();
	}

	/** Takes an own proposal back. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public Optional<String> withdraw(UUID approvalId) {
		Approval approval = known(approvalId).map(ProposedChange::approval).orElse(null);
		if (approval == null || !this.approvals.withdraw(approvalId, this.current.get().personId())) {
			return Optional.of("change.closed");
		}
		this.record.of(approval.businessId(), "CHANGE_WITHDRAWN", approval.summary(), Map.of(),
				Map.of("approvalId", approvalId));
		return Optional.empty();
	}

	private Optional<ProposedChange> known(UUID approvalId) {
		return this.changes.find(approvalId).filter((change) -> ChangeKind.names().contains(change.approval().kind()));
	}

	private void execute(ProposedChange change, byte[] hash) {
		Approval approval = change.approval();
		if (!this.approvals.execute(approval.approvalId(), approval.kind(), hash)) {
			throw new IllegalStateException("Approval " + approval.approvalId() + " is agreed but cannot be executed");
		}
		switch (ChangeKind.valueOf(approval.kind())) {
			case PRICES -> {
				ProposedPrices prices = read(change, ProposedPrices.class);
				this.terms.plans.add(prices.businessId(), prices.startsAt(), prices.slabs(), prices.verificationPaise(),
						approval.approvalId());
			}
			case LIMITS -> {
				ProposedLimits limits = read(change, ProposedLimits.class);
				this.terms.limits.set(limits.businessId(), limits.after());
			}
			case NODAL_ACCOUNT -> this.accounts.activate(read(change, NodalAccount.class));
			case BULK_TIERS -> {
				ProposedTiers tiers = read(change, ProposedTiers.class);
				this.terms.tiers.set(tiers.businessId(), ProposedTiers.people(tiers.after()));
			}
		}
	}

	/** Why a change can no longer take effect as its maker meant it. */
	private Optional<String> obstacle(ProposedChange change) {
		return switch (ChangeKind.valueOf(change.approval().kind())) {
			case PRICES -> read(change, ProposedPrices.class).startsAt().isAfter(Instant.now()) ? Optional.empty()
					: Optional.of("change.prices.late");
			case LIMITS -> {
				ProposedLimits limits = read(change, ProposedLimits.class);
				yield this.terms.read.limitsOf(limits.businessId()).equals(limits.before()) ? Optional.empty()
						: Optional.of("change.stale");
			}
			case NODAL_ACCOUNT -> Optional.empty();
			case BULK_TIERS -> {
				ProposedTiers tiers = read(change, ProposedTiers.class);
				yield this.terms.tiers.of(tiers.businessId())
					.map(ProposedTiers::list)
					.equals(Optional.of(tiers.before())) ? Optional.empty() : Optional.of("change.tiers.stale");
			}
		};
	}

	static <T> T read(ProposedChange change, Class<T> type) {
		return ProposeChange.JSON.readValue(change.content(), type);
	}

	private static String text(DecisionResult.Reason reason) {
		return switch (reason) {
			case UNKNOWN, CLOSED, NOT_A_CHECKER -> "change.closed";
			case MAKER_IS_CHECKER -> "change.own";
			case DECIDED_ALREADY -> "change.decided";
			case OTHER_CONTENT -> "change.other";
		};
	}

	/** Prices, limits and approval tiers of businesses. */
	@StaffOnly
	@Component
	static class Terms {

		private final PricePlans plans;

		private final ChangeLimits limits;

		private final ReadPayoutTerms read;

		private final ApprovalTiers tiers;

		Terms(PricePlans plans, ChangeLimits limits, ReadPayoutTerms read, ApprovalTiers tiers) {
			this.plans = plans;
			this.limits = limits;
			this.read = read;
			this.tiers = tiers;
		}

	}

}

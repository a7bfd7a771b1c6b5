package dev.hundi.portal.operation;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.approval.Approval;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.ProposedChange;
import dev.hundi.bulk.ApprovalTiers;
import dev.hundi.business.ChangeLimits;
import dev.hundi.business.PricePlan;
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
 * Another person approves a change, which then takes effect in the same transaction, or
 * rejects it. The maker may withdraw it.
 */
@StaffOnly
@Component
class DecideChange {

	private final CurrentPerson current;

	private final Approvals approvals;

	private final DecideProposals decide;

	private final Terms terms;

	private final NodalAccounts accounts;

	private final StaffRecord record;

	private final DecideProposals.Kind kind = new DecideProposals.Kind(Set.copyOf(ChangeKind.names()),
			ProposeChange.ACTS, this::obstacle, this::execute);

	DecideChange(CurrentPerson current, Approvals approvals, DecideProposals decide, Terms terms,
			NodalAccounts accounts, StaffRecord record) {
		this.current = current;
		this.approvals = approvals;
		this.decide = decide;
		this.terms = terms;
		this.accounts = accounts;
		this.record = record;
	}

	/**
	 * Approves a change.
	 * @param hash of the content that the person saw
	 * @return the key of the problem, or empty if the change has taken effect
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'ADMIN')")
	public Optional<String> approve(UUID approvalId, byte[] hash) {
		return this.decide.approve(this.kind, approvalId, hash, null);
	}

	/** Rejects a change, which closes it. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'ADMIN')")
	public Optional<String> reject(UUID approvalId, byte[] hash, String reason) {
		return this.decide.reject(this.kind, approvalId, hash, reason);
	}

	/** Takes an own proposal back. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public Optional<String> withdraw(UUID approvalId) {
		Approval approval = this.decide.find(this.kind, approvalId).map(ProposedChange::approval).orElse(null);
		if (approval == null || !this.approvals.withdraw(approvalId, this.current.get().personId())) {
			return Optional.of("change.closed");
		}
		this.record.of(approval.businessId(), "CHANGE_WITHDRAWN", approval.summary(), Map.of(),
				Map.of("approvalId", approvalId));
		return Optional.empty();
	}

	private void execute(ProposedChange change) {
		Approval approval = change.approval();
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
			case PRICES -> obstacle(read(change, ProposedPrices.class));
			case LIMITS -> {
				ProposedLimits limits = read(change, ProposedLimits.class);
				yield this.terms.read.limitsOf(limits.businessId()).equals(limits.before()) ? Optional.empty()
						: Optional.of("change.limits.stale");
			}
			case NODAL_ACCOUNT -> this.accounts.leavesUnsignedDays(read(change, NodalAccount.class))
					? Optional.of("change.account.unsigned") : Optional.empty();
			case BULK_TIERS -> {
				ProposedTiers tiers = read(change, ProposedTiers.class);
				yield this.terms.tiers.of(tiers.businessId())
					.map(ProposedTiers::list)
					.equals(Optional.of(tiers.before())) ? Optional.empty() : Optional.of("change.tiers.stale");
			}
		};
	}

	private Optional<String> obstacle(ProposedPrices prices) {
		if (!prices.startsAt().isAfter(Instant.now())) {
			return Optional.of("change.prices.late");
		}
		PricePlan base = this.terms.plans.applyingAt(prices.businessId(), prices.startsAt()).orElse(null);
		return prices.isStale(base) ? Optional.of("change.prices.stale") : Optional.empty();
	}

	static <T> T read(ProposedChange change, Class<T> type) {
		return ProposeChange.JSON.readValue(change.content(), type);
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

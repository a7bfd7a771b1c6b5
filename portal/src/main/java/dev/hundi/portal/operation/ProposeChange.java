package dev.hundi.portal.operation;

import java.util.SortedMap;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.wallet.NodalAccount;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** One person proposes prices, limits, a nodal account or approval tiers. */
@StaffOnly
@Component
@PreAuthorize("@rights.confirmed('OPERATOR')")
public class ProposeChange {

	static final JsonMapper JSON = JsonMapper.builder().build();

	static final DecideProposals.Acts ACTS = new DecideProposals.Acts("CHANGE_PROPOSED", "CHANGE_AGREED",
			"CHANGE_REFUSED");

	private static final String RULE = "Prices, limits, nodal accounts and approval tiers need two people of the staff";

	private final DecideProposals decide;

	ProposeChange(DecideProposals decide) {
		this.decide = decide;
	}

	@Transactional
	public void prices(ProposedPrices prices, String businessName, String reason) {
		propose(ChangeKind.PRICES, prices.businessId(), prices, "Prices of " + businessName, reason);
	}

	@Transactional
	public void limits(ProposedLimits limits, String businessName, String reason) {
		propose(ChangeKind.LIMITS, limits.businessId(), limits, "Limits of " + businessName, reason);
	}

	@Transactional
	public void nodalAccount(NodalAccount account, String reason) {
		propose(ChangeKind.NODAL_ACCOUNT, null, account, "Nodal account at " + account.bankName(), reason);
	}

	/**
	 * Proposes approval tiers in place of those that the business has.
	 * @param before people by the amount in paise above which they are needed
	 * @param after likewise
	 * @return id of the approval
	 */
	@Transactional
	public UUID tiers(UUID businessId, SortedMap<Long, Integer> before, SortedMap<Long, Integer> after, String reason) {
		ProposedTiers tiers = new ProposedTiers(businessId, ProposedTiers.list(before), ProposedTiers.list(after));
		return propose(ChangeKind.BULK_TIERS, businessId, tiers, "Approval tiers of bulk files", reason);
	}

	private UUID propose(ChangeKind kind, @Nullable UUID businessId, Object content, String summary, String reason) {
		return this.decide.propose(
				new DecideProposals.Proposal(kind.name(), businessId, JSON.writeValueAsString(content), summary, RULE),
				ACTS, reason);
	}

}

package dev.hundi.portal.operation;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.portal.session.CurrentPerson;
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

	private static final Duration VALID = Duration.ofDays(7);

	private static final String RULE = "Prices, limits, nodal accounts and approval tiers need two people of the staff";

	private final CurrentPerson current;

	private final ProposedChanges changes;

	private final StaffRecord record;

	ProposeChange(CurrentPerson current, ProposedChanges changes, StaffRecord record) {
		this.current = current;
		this.changes = changes;
		this.record = record;
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
		String json = JSON.writeValueAsString(content);
		NewApproval approval = new NewApproval(kind.name(), businessId, ProposedChanges.hash(json), summary,
				new Maker.OfPerson(this.current.get().personId()), RULE, 1, VALID);
		UUID id = this.changes.propose(approval, json, reason);
		this.record.of(businessId, "CHANGE_PROPOSED", summary, Map.of(),
				Map.of("approvalId", id, "change", JSON.readTree(json), "reason", reason));
		return id;
	}

}

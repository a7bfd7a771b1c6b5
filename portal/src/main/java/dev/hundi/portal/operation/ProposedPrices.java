package dev.hundi.portal.operation;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.business.PricePlan;
import dev.hundi.payout.CommissionSlab;
import org.jspecify.annotations.Nullable;

/**
 * Prices of a business from a moment on.
 *
 * @param verificationPaise fee in paise for one name verification, without GST; null for
 * the platform's
 * @param basePlanId the plan that applied at the start when this was proposed, with which
 * it was compared: another one would be undone unseen. {@value #PLATFORM} for the
 * platform's prices; null for proposals that do not state it
 */
record ProposedPrices(UUID businessId, Instant startsAt, List<CommissionSlab> slabs, @Nullable Long verificationPaise,
		@Nullable Long basePlanId) {

	static final long PLATFORM = 0;

	/** The same prices, compared with a plan; null for the platform's prices. */
	ProposedPrices comparedWith(@Nullable PricePlan base) {
		return new ProposedPrices(this.businessId, this.startsAt, this.slabs, this.verificationPaise, id(base));
	}

	/** Whether they were compared with another plan. */
	boolean isStale(@Nullable PricePlan base) {
		return this.basePlanId != null && this.basePlanId != id(base);
	}

	private static long id(@Nullable PricePlan base) {
		return (base != null) ? base.planId() : PLATFORM;
	}

}

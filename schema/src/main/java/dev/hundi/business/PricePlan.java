package dev.hundi.business;

import java.time.Instant;
import java.util.List;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import org.jspecify.annotations.Nullable;

/**
 * The commission slabs of a business from a moment on.
 *
 * @param planId above zero
 * @param startsAt when the plan begins to apply, until another one does
 * @param applies whether it applies at present
 * @param slabs sorted by rail and amount; none for the platform's prices
 * @param verificationPaise fee in paise for one name verification, without GST; null for
 * the platform's
 */
public record PricePlan(long planId, Instant startsAt, boolean applies, List<CommissionSlab> slabs,
		@Nullable Long verificationPaise) {

	/** The platform's fee in paise for one name verification, without GST. */
	public static final long DEFAULT_VERIFICATION_PAISE = 2_00;

	public PricePlan {
		slabs = List.copyOf(slabs);
	}

	/** Fee in paise for one name verification, without GST. */
	public long verificationFeePaise() {
		return (this.verificationPaise != null) ? this.verificationPaise : DEFAULT_VERIFICATION_PAISE;
	}

	/** Prices payouts; rails without a slab have the platform's price. */
	public CommissionPlan plan() {
		return CommissionPlan.of(this.slabs);
	}

}

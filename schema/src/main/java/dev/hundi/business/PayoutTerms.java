package dev.hundi.business;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

/**
 * What a business's payouts cost and how large they may be (decisions, "Payouts").
 *
 * @param maxPayoutPaise largest amount of one payout in paise beside the rail's, or null
 */
public record PayoutTerms(CommissionPlan commissionPlan, RailLimits railLimits, @Nullable Long maxPayoutPaise) {
}

package dev.hundi.business;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

/**
 * Prices and limits of a business's payouts (docs/api-decisions.md, "Payouts").
 *
 * @param maxPayoutPaise maximum amount of one payout in paise besides the rail's, or null
 */
public record PayoutTerms(CommissionPlan commissionPlan, RailLimits railLimits, @Nullable Long maxPayoutPaise) {
}

package dev.hundi.portal.operation;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.payout.CommissionSlab;
import org.jspecify.annotations.Nullable;

/**
 * Prices of a business from a moment on.
 *
 * @param verificationPaise fee in paise for one name verification, without GST; null for
 * the platform's
 */
record ProposedPrices(UUID businessId, Instant startsAt, List<CommissionSlab> slabs, @Nullable Long verificationPaise) {
}

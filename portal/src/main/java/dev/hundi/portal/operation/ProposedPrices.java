package dev.hundi.portal.operation;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.payout.CommissionSlab;

/** Prices of a business from a moment on. */
record ProposedPrices(UUID businessId, Instant startsAt, List<CommissionSlab> slabs) {
}

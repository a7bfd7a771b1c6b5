package dev.hundi.portal.operation;

import java.util.UUID;

import dev.hundi.business.PayoutLimits;

/**
 * Limits of a business.
 *
 * @param before the limits that the maker saw; agreeing fails if they are others
 * meanwhile
 */
record ProposedLimits(UUID businessId, PayoutLimits before, PayoutLimits after) {
}

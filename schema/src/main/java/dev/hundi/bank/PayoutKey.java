package dev.hundi.bank;

import java.util.UUID;

/**
 * The key of a payout.
 */
public record PayoutKey(UUID businessId, UUID payoutId) {
}

package dev.hundi.bank;

import java.util.UUID;

/**
 * Which payout, with the business that comes first in every key.
 */
public record PayoutKey(UUID businessId, UUID payoutId) {
}

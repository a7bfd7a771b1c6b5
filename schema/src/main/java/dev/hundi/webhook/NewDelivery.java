package dev.hundi.webhook;

import java.util.UUID;

/**
 * A delivery of a status event that is not stored yet.
 *
 * @param delivery what its first attempt sends; its claim is no row's
 * @param isAtOnce whether it may be attempted before it is stored: its event has no other
 * endpoint, whose delivery would be forgotten if this one was stored alone, and its
 * endpoint does not fail
 */
public record NewDelivery(ClaimedDelivery delivery, UUID businessId, UUID payoutId, UUID eventId, String event,
		boolean isAtOnce) {
}

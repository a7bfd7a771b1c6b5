package dev.hundi.webhook;

import java.time.Instant;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries of a business to show; null means all.
 *
 * @param event the name of a {@link WebhookEvent}, or Test
 * @param subject id of a payout, a bulk file, a webhook or a delivery
 * @param from inclusive, UTC
 * @param to exclusive, UTC
 */
public record DeliveryFilter(@Nullable DeliveryState state, @Nullable String event, @Nullable UUID endpointId,
		@Nullable UUID subject, @Nullable Instant from, @Nullable Instant to) {

	/** All deliveries of the time have this id or a greater one. */
	public UUID firstId() {
		return (this.from != null) ? TimeOrderedIds.first(this.from.minusSeconds(DeliveryRange.SKEW_SECONDS))
				: new UUID(0, 0);
	}

	/** All deliveries of the time have smaller ids. */
	public UUID endId() {
		return (this.to != null) ? TimeOrderedIds.first(this.to.plusSeconds(DeliveryRange.SKEW_SECONDS))
				: new UUID(-1, -1);
	}

	boolean isAll() {
		return this.state == null && this.event == null && this.endpointId == null && this.subject == null
				&& this.from == null && this.to == null;
	}

}

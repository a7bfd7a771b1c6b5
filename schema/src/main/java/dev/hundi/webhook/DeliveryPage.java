package dev.hundi.webhook;

import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A page of the deliveries of a business, newest first.
 *
 * @param next deliveries older than this one follow, or null at the end
 * @param stopped whether the page ended because it had examined enough
 */
public record DeliveryPage(List<LoggedDelivery> deliveries, @Nullable UUID next, boolean stopped) {

	public DeliveryPage {
		deliveries = List.copyOf(deliveries);
	}

}

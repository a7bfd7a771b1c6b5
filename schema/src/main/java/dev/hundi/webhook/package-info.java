/**
 * Stored webhooks: endpoints with their encrypted secrets, deliveries with the exact
 * bytes to send, and every attempt. Owns {@code webhook_endpoint},
 * {@code webhook_endpoint_failure}, {@code webhook_delivery} and {@code webhook_attempt};
 * reads {@code payout} and {@code payout_event}.
 */
@NullMarked
package dev.hundi.webhook;

import org.jspecify.annotations.NullMarked;

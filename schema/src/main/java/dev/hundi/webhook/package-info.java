/**
 * Stored webhooks: endpoints with their encrypted secrets and subscriptions, events,
 * deliveries with the exact bytes to send, and every attempt. Owns
 * {@code webhook_endpoint}, {@code webhook_endpoint_failure}, {@code webhook_delivery},
 * {@code webhook_attempt} and {@code business_event}; reads {@code payout} and
 * {@code payout_event}.
 */
@NullMarked
package dev.hundi.webhook;

import org.jspecify.annotations.NullMarked;

package dev.hundi.sandbox.bank;

import org.jspecify.annotations.Nullable;

/**
 * What a callback says: that a payment has changed of itself.
 *
 * @param eventId the same at every try
 * @param occurredAt ISO 8601, UTC
 */
record Callback(String eventId, String reference, PaymentStatus status, String bankReference, @Nullable String utr,
		@Nullable FailureCode code, @Nullable String message, String occurredAt) {
}

package dev.hundi.sandbox.bank.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The body of a callback about a payment that changed by itself.
 *
 * @param eventId the same at every attempt
 * @param occurredAt ISO 8601, UTC
 */
public record Callback(String eventId, String reference, PaymentStatus status, String bankReference,
		@Nullable String utr, @Nullable FailureCode code, @Nullable String message, String occurredAt) {
}

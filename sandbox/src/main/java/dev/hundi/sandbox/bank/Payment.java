package dev.hundi.sandbox.bank;

import org.jspecify.annotations.Nullable;

/**
 * A recorded order as the bank tells of it.
 *
 * @param utr the network's reference, once the money has left
 * @param code why it failed or came back
 */
record Payment(String reference, PaymentStatus status, String bankReference, @Nullable String utr,
		@Nullable FailureCode code, @Nullable String message) {
}

package dev.hundi.sandbox.bank.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The status of a recorded order.
 *
 * @param utr reference of the network, once the money has left
 * @param code why it failed or came back
 */
public record Transfer(String reference, PaymentStatus status, long amountPaise, String bankReference,
		@Nullable String utr, @Nullable FailureCode code, @Nullable String message) {

	Transfer with(long amountPaise, @Nullable String utr) {
		return new Transfer(this.reference, this.status, amountPaise, this.bankReference, utr, this.code, this.message);
	}

}

package dev.hundi.bank;

import org.jspecify.annotations.Nullable;

/**
 * What a file of a bank says of one order.
 *
 * @param reference our reference, as the bank repeats it
 * @param amountPaise the amount that the bank names, or null where it names none
 * @param utr the network's reference, or null
 * @param reasonCode the bank's code of a rejection, or null
 * @param reason in words, for a person to read
 */
public record ReportedStatus(String reference, Kind kind, @Nullable Long amountPaise, @Nullable String utr,
		@Nullable String reasonCode, @Nullable String reason) {

	/** What is said. */
	public enum Kind {

		/** The bank has the order. */
		ACCEPTED,

		/** The money has left. */
		PAID,

		/** The bank has not paid and will not. */
		REJECTED,

		/** The money had left and is back. */
		RETURNED,

		/** It may not be acted upon; a person must read it. */
		UNCLEAR

	}

}

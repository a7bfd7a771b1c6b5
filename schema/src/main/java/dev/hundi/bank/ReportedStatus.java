package dev.hundi.bank;

import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/**
 * The status of one order in a file of a bank.
 *
 * @param reference our reference, as the bank repeats it
 * @param amountPaise the amount that the bank reports, or null
 * @param account the beneficiary's account that the bank reports, or null
 * @param utr the network's reference in its canonical form, or null
 * @param reasonCode the bank's code of a rejection, or null
 * @param reason the bank's text, or null
 */
public record ReportedStatus(String reference, Kind kind, @Nullable Long amountPaise, @Nullable String account,
		@Nullable String utr, @Nullable String reasonCode, @Nullable String reason) {

	public ReportedStatus {
		utr = Utr.canonical(utr);
	}

	static ReportedStatus unclear(String reference, String reason) {
		return new ReportedStatus(reference, Kind.UNCLEAR, null, null, null, null, reason);
	}

	public enum Kind {

		/** The bank has the order. */
		ACCEPTED,

		/** The money has left the account. */
		PAID,

		/** The bank did not pay and will not. */
		REJECTED,

		/** The money was paid and came back. */
		RETURNED,

		/** It may not be acted upon; manual review is needed. */
		UNCLEAR

	}

}

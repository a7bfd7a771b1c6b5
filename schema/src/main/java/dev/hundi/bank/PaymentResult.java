package dev.hundi.bank;

/** What became of a call that sent a payment to a bank. */
public enum PaymentResult {

	/** The bank paid, or accepted the order for payment. */
	ACCEPTED,

	/** The bank refused the payment for good. */
	REFUSED,

	/** The order did not reach the bank. */
	NOT_SENT,

	/** There was no answer; the bank may have paid. */
	UNANSWERED,

	/** The answer was malformed or implausible. */
	UNUSABLE

}

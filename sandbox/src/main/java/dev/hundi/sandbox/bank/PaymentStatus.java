package dev.hundi.sandbox.bank;

/** Where a payment order stands at the bank. */
enum PaymentStatus {

	/** Accepted; the money has not moved. */
	PENDING,

	/** The money has left the nodal account. */
	SUCCESS,

	/** Refused; the money never moved and never will. */
	FAILED,

	/** It had left, and came back. */
	RETURNED

}

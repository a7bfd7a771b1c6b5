package dev.hundi.sandbox.bank.ledger;

/** Status of a payment order at the bank. */
public enum PaymentStatus {

	/** Accepted; the money has not moved. */
	PENDING,

	/** The money has left the nodal account. */
	SUCCESS,

	/** Rejected; no money moved or will move. */
	FAILED,

	/** The money left and came back. */
	RETURNED

}

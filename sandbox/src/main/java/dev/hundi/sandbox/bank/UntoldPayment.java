package dev.hundi.sandbox.bank;

/**
 * A payment of a file whose client has not heard of its present status.
 *
 * @param toldSuccess whether the client has heard that it was paid
 */
record UntoldPayment(PaymentOrder order, Payment payment, boolean toldSuccess) {

	/** Whether money moved, which an account's notification tells. */
	boolean isBooked() {
		return this.payment.status() == PaymentStatus.SUCCESS || this.payment.status() == PaymentStatus.RETURNED;
	}

}

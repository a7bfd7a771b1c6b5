package dev.hundi.sandbox.bank.ledger;

/**
 * A transfer from a file whose current status was not reported to the client yet.
 *
 * @param reportedSuccess whether SUCCESS was reported
 */
public record UnreportedTransfer(TransferOrder order, Transfer payment, boolean reportedSuccess) {

	/** Whether money moved, which camt.054 reports instead of pain.002. */
	public boolean isBooked() {
		return this.payment.status() == PaymentStatus.SUCCESS || this.payment.status() == PaymentStatus.RETURNED;
	}

}

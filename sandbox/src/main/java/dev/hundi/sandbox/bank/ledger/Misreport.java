package dev.hundi.sandbox.bank.ledger;

/** What the bank reports wrongly about each payment. Its ledger stays right. */
public enum Misreport {

	NONE,

	/** It reports payments without their UTR. */
	NO_UTR,

	/** It reports all payments under one UTR. */
	SAME_UTR,

	/** It reports one paisa more. */
	OTHER_AMOUNT;

	private static final String UTR = "325999999999";

	Transfer report(Transfer payment) {
		return switch (this) {
			case NONE -> payment;
			case NO_UTR -> payment.with(payment.amountPaise(), null);
			case SAME_UTR -> payment.with(payment.amountPaise(), (payment.utr() != null) ? UTR : null);
			case OTHER_AMOUNT -> payment.with(payment.amountPaise() + 1, payment.utr());
		};
	}

}

package dev.hundi.sandbox.bank.ledger;

/** Why an order was not paid, or was returned. */
public enum FailureCode {

	INVALID_ACCOUNT("The account does not exist at the beneficiary bank"),

	INVALID_VPA("The UPI address does not exist"),

	ACCOUNT_FROZEN("The beneficiary account is frozen"),

	LIMIT_EXCEEDED("The amount is above the limit of the beneficiary account"),

	REJECTED("The beneficiary bank rejected the payment"),

	NOT_PROCESSED("The order was recorded but never processed"),

	RETURNED("The beneficiary bank returned the money");

	private final String message;

	FailureCode(String message) {
		this.message = message;
	}

	public String message() {
		return this.message;
	}

}

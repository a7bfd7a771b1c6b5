package dev.hundi.payout;

import java.util.List;

/**
 * Every response code a payout can carry, with its messages. The names are part of the
 * contract with merchants and never change.
 */
public enum ResponseCode {

	INITIATED("Payout request created and queued"),

	WALLET_DEBITED("Wallet debited with amount, commission and GST"),

	DISPATCHED("Sent to the bank"),

	BANK_ACKNOWLEDGED("The bank is processing the payout"),

	IN_DOUBT("It is not known yet whether the bank has paid; Hundi is finding out"),

	SUCCESS("Funds transferred"),

	INSUFFICIENT_BALANCE("The spendable wallet balance is below amount, commission and GST"),

	CANCELLED_BY_MERCHANT("Cancelled by the merchant before the debit"),

	REJECTED_BY_APPROVER("An approver rejected the payout"),

	APPROVAL_EXPIRED("The payout was not approved in time"),

	BENEFICIARY_INACTIVE("The beneficiary was archived before the payout was released"),

	BENEFICIARY_ACCOUNT_INVALID("The bank does not know the beneficiary's account"),

	BENEFICIARY_ACCOUNT_FROZEN("The beneficiary's account cannot receive money"),

	BENEFICIARY_VPA_INVALID("The beneficiary's VPA does not exist"),

	BANK_LIMIT_EXCEEDED("The amount exceeds a limit at the bank"),

	BANK_REJECTED("The bank rejected the payout"),

	/** The bank credits a payment, or corrects that it had reported one. */
	RETURNED_BY_BANK("The bank returned the money after paying it", "The bank found that it had not paid");

	private final List<String> messages;

	ResponseCode(String... messages) {
		this.messages = List.of(messages);
	}

	public String message() {
		return this.messages.getFirst();
	}

	/** Every message that a payout with this code can have, at least one. */
	public List<String> messages() {
		return this.messages;
	}

}

package dev.hundi.bank;

/**
 * A callback of a bank.
 *
 * @param bank name of the bank, as verified by its signature
 * @param eventId the bank's id of the event; duplicates carry the same
 * @param reference the order it is about
 * @param body the exact text
 */
public record BankCallback(String bank, String eventId, String reference, Status status, String body) {

	public enum Status {

		PENDING, SUCCESS, FAILED, RETURNED

	}

}

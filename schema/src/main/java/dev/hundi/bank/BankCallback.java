package dev.hundi.bank;

/**
 * What a bank has told of itself.
 *
 * @param bank name of the bank, as its signature has proved
 * @param eventId the bank's own id of what it tells; it comes again with the same
 * @param reference the order it is about
 * @param body the exact text
 */
public record BankCallback(String bank, String eventId, String reference, Status status, String body) {

	/** What the bank says of the order. */
	public enum Status {

		PENDING, SUCCESS, FAILED, RETURNED

	}

}

package dev.hundi.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An event to which an endpoint can subscribe. The database has the same list.
 */
public enum WebhookEvent {

	/** A payout is created (docs/specification.md, "Event kinds"). */
	INITIATED("Initiated"),

	/** A payout is paid (docs/specification.md, "Event kinds"). */
	SUCCESSFUL("Successful"),

	/** A payout is not paid, or returned (docs/specification.md, "Event kinds"). */
	FAILED("Failed"),

	/** A payout waits for an approval, a time or a higher balance. */
	QUEUED("Queued"),

	/** A payout waits no longer and will be paid. */
	RELEASED("Released"),

	/**
	 * A waiting payout was cancelled, rejected, or not approved in time, or its
	 * beneficiary was archived; no money moved.
	 */
	CANCELLED("Cancelled"),

	/** The bank returned the money of a paid payout, or had not paid it. */
	RETURNED("Returned"),

	/** A verification of a beneficiary has its result. */
	BENEFICIARY_VERIFIED("BeneficiaryVerified"),

	/** The balance fell below the line that the business has set. */
	LOW_BALANCE("LowBalance"),

	/** No payment reaches a bank. */
	BANK_DOWN("BankDown"),

	/** Payments reach the bank again, or are sent to others for good. */
	BANK_UP("BankUp"),

	/** Every payout of a bulk file is final. */
	BULK_COMPLETED("BulkCompleted");

	/** What an endpoint receives unless its business chooses otherwise. */
	public static final Set<WebhookEvent> OF_SPECIFICATION = Set.of(INITIATED, SUCCESSFUL, FAILED);

	private final String code;

	WebhookEvent(String code) {
		this.code = code;
	}

	/** The name in webhooks, the API and the database. */
	public String code() {
		return this.code;
	}

	public static Optional<WebhookEvent> of(String code) {
		return Arrays.stream(values()).filter((event) -> event.code.equals(code)).findFirst();
	}

	/** The names of all events, in the order in which pages show them. */
	public static List<String> codes() {
		return Arrays.stream(values()).map(WebhookEvent::code).toList();
	}

	/** The names of some events, in the order in which pages show them. */
	static String[] codes(Set<WebhookEvent> events) {
		return Arrays.stream(values()).filter(events::contains).map(WebhookEvent::code).toArray(String[]::new);
	}

}

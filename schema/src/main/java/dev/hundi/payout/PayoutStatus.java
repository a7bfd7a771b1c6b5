package dev.hundi.payout;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Status of a payout with its successors. The database holds the same transitions in
 * {@code payout_status_transition}. Rule: docs/specification.md, "Payout status", and
 * docs/api-decisions.md, "Payouts".
 */
public enum PayoutStatus {

	/** Accepted and queued; no money has moved. */
	INITIATED(3, "Initiated"),

	/** The wallet is debited; the bank has not given its final answer. */
	PENDING(4, null),

	/**
	 * The bank has paid. Only a return by the bank leads away from here, or that it finds
	 * that it had not paid.
	 */
	SUCCESSFUL(11, "Successful"),

	/** Not paid, or paid and returned; the debit is reversed. */
	FAILED(12, "Failed");

	private final int code;

	private final @Nullable String event;

	PayoutStatus(int code, @Nullable String event) {
		this.code = code;
		this.event = event;
	}

	/**
	 * The status with a code.
	 * @throws IllegalArgumentException for an unknown code, which is never mapped to a
	 * known status
	 */
	public static PayoutStatus of(int code) {
		return Arrays.stream(values())
			.filter((status) -> status.code == code)
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No payout status has the code " + code));
	}

	/** The number in the API and the database. */
	public int code() {
		return this.code;
	}

	/** The webhook event of this status, or null for none. */
	public @Nullable String event() {
		return this.event;
	}

	public Set<PayoutStatus> successors() {
		return switch (this) {
			case INITIATED -> EnumSet.of(PENDING, FAILED);
			case PENDING -> EnumSet.of(SUCCESSFUL, FAILED);
			case SUCCESSFUL -> EnumSet.of(FAILED);
			case FAILED -> EnumSet.noneOf(PayoutStatus.class);
		};
	}

}

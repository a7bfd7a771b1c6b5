package dev.hundi.payout;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Status of a payout, with the statuses that may follow it. The database holds the same
 * table in {@code payout_status_transition}.
 * <p>
 * Rule: specification, "Payout status", and decisions, "Payouts".
 */
public enum PayoutStatus {

	/** Accepted and queued; no money has moved. */
	INITIATED(3, "Initiated"),

	/** The wallet is debited; the bank has not given its final answer. */
	PENDING(4, null),

	/** The bank has paid. Only the bank's return of the money leads away from here. */
	SUCCESSFUL(11, "Successful"),

	/** Not paid, or paid and returned; what was debited is credited again. */
	FAILED(12, "Failed");

	private final int code;

	private final @Nullable String event;

	PayoutStatus(int code, @Nullable String event) {
		this.code = code;
		this.event = event;
	}

	/**
	 * The status with a code.
	 * @throws IllegalArgumentException for any other number: an unknown status is never
	 * taken for a known one
	 */
	public static PayoutStatus of(int code) {
		return Arrays.stream(values())
			.filter((status) -> status.code == code)
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No payout status has the code " + code));
	}

	/** The number that the API and the database use. */
	public int code() {
		return this.code;
	}

	/** The webhook event that tells of this status, or null where none does. */
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

	/** Whether merchants may take it as final: 11 and 12. */
	public boolean isTerminal() {
		return this == SUCCESSFUL || this == FAILED;
	}

}

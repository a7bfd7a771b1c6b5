package dev.hundi.payout;

import java.util.Arrays;

/** How far a payout that has not ended is. */
public enum OpenStage {

	/** Accepted, not debited. */
	ACCEPTED(ResponseCode.INITIATED, false),

	/** Waits for a higher balance. */
	QUEUED(ResponseCode.INITIATED, true),

	/** Debited, not sent to a bank. */
	DEBITED(ResponseCode.WALLET_DEBITED, false),

	/** Sent to a bank. */
	DISPATCHED(ResponseCode.DISPATCHED, false),

	/** Accepted by the bank. */
	ACKNOWLEDGED(ResponseCode.BANK_ACKNOWLEDGED, false),

	/** The bank has not answered. */
	IN_DOUBT(ResponseCode.IN_DOUBT, false);

	private final ResponseCode code;

	private final boolean queued;

	OpenStage(ResponseCode code, boolean queued) {
		this.code = code;
		this.queued = queued;
	}

	ResponseCode code() {
		return this.code;
	}

	boolean isQueued() {
		return this.queued;
	}

	static OpenStage of(String code, boolean queued) {
		return Arrays.stream(values())
			.filter((stage) -> stage.code.name().equals(code) && stage.queued == queued)
			.findFirst()
			.orElseThrow();
	}

}

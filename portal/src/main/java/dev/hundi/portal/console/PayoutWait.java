package dev.hundi.portal.console;

import dev.hundi.payout.OpenPayouts.Attempt;
import dev.hundi.payout.OpenStage;
import org.jspecify.annotations.Nullable;

/** What a payout waits for. */
enum PayoutWait {

	/** The debit of its wallet; the sweep repeats it. */
	DEBIT,

	/** A higher balance. */
	BALANCE,

	/** A bank that takes it. */
	BANK,

	/** The answer to a call. */
	CALL,

	/** The next enquiry. */
	ENQUIRY,

	/** An operator: its enquiries have ended. */
	REVIEW;

	static PayoutWait of(OpenStage stage, @Nullable Attempt attempt) {
		if (stage == OpenStage.ACCEPTED) {
			return DEBIT;
		}
		if (stage == OpenStage.QUEUED) {
			return BALANCE;
		}
		if (attempt == null) {
			return BANK;
		}
		return switch (attempt.state()) {
			case "CLAIMED" -> CALL;
			case "PENDING", "IN_DOUBT" -> (attempt.dueAt() != null) ? ENQUIRY : REVIEW;
			// The order of the last attempt did not reach its bank.
			default -> BANK;
		};
	}

}

package dev.hundi.portal.console;

import java.util.List;

import dev.hundi.bank.OffSwitch;
import dev.hundi.payout.OpenPayouts.Attempt;
import dev.hundi.payout.OpenPayouts.OpenPayout;
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

	/** The staff, which has switched off every bank that could take it. */
	SWITCH,

	/** Finance: a statement shows its payment, so no order is sent. */
	STATEMENT,

	/** The answer to a call. */
	CALL,

	/** The next enquiry. */
	ENQUIRY,

	/** An operator: its enquiries have ended. */
	REVIEW;

	/**
	 * What an open payout waits for.
	 * @param onStatement whether a statement shows its payment
	 * @param banks all banks and rails that report
	 * @param off everything that is switched off
	 */
	static PayoutWait of(OpenPayout payout, boolean onStatement, List<BankView> banks, List<OffSwitch> off) {
		if (payout.stage() == OpenStage.ACCEPTED) {
			return DEBIT;
		}
		if (payout.stage() == OpenStage.QUEUED) {
			return BALANCE;
		}
		Attempt attempt = payout.attempt();
		if (attempt == null) {
			return withoutOrder(payout, onStatement, banks, off);
		}
		return switch (attempt.state()) {
			case "CLAIMED" -> CALL;
			case "PENDING", "IN_DOUBT" -> (attempt.dueAt() != null) ? ENQUIRY : REVIEW;
			// The order of the last attempt did not reach its bank.
			default -> withoutOrder(payout, onStatement, banks, off);
		};
	}

	private static PayoutWait withoutOrder(OpenPayout payout, boolean onStatement, List<BankView> banks,
			List<OffSwitch> off) {
		if (onStatement) {
			return STATEMENT;
		}
		return isOff(payout, banks, off) ? SWITCH : BANK;
	}

	/** A payout that was in doubt goes to no other bank. */
	private static boolean isOff(OpenPayout payout, List<BankView> banks, List<OffSwitch> off) {
		Attempt attempt = payout.attempt();
		String only = (attempt != null && attempt.enquiries() > 0) ? attempt.bank() : null;
		if (off.stream().anyMatch((one) -> isOffFor(one, only, payout))) {
			return true;
		}
		List<BankView> taking = banks.stream()
			.filter((view) -> view.rail() == payout.rail() && view.reported()
					&& (only == null || only.equals(view.bank())))
			.toList();
		return !taking.isEmpty() && taking.stream().noneMatch((view) -> view.off().isEmpty());
	}

	private static boolean isOffFor(OffSwitch off, @Nullable String only, OpenPayout payout) {
		return (only != null) ? off.covers(only, payout.rail()) : off.bank() == null && off.rail() == payout.rail();
	}

}

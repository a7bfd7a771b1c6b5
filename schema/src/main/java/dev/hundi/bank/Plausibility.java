package dev.hundi.bank;

import java.util.Locale;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A bank's report compared with its order. The statements of {@link SettlePayout} hold
 * the same rules and decide; this class names the one that was broken.
 *
 * @param state of the attempt
 * @param utr under which the attempt was settled
 * @param status of the payout
 * @param amountPaise of the order
 * @param target account number or VPA of the order
 * @param payoutOfUtr the payout that was settled under the reported UTR
 * @param isStated whether a bank statement shows the payment of the order
 * @param isUnpaid whether the payout was {@linkplain RefundedUnpaid refunded as never
 * paid}
 */
record Plausibility(Attempt attempt, BankReport report, String state, @Nullable String utr, int status,
		long amountPaise, String target, @Nullable UUID payoutOfUtr, boolean isStated, boolean isUnpaid) {

	/** Objection to a refusal. */
	static final String STATED = "A bank statement shows its payment";

	boolean isState(String state) {
		return this.state.equals(state);
	}

	boolean isOpen() {
		return this.status == 4 && !isState("NOT_SENT") && !isState("FAILED");
	}

	/** Whether the report confirms the recorded success. */
	boolean agreesWithSuccess() {
		return !this.isUnpaid && objection() == null
				&& (this.report.utr() == null || this.utr == null || this.report.utr().equals(this.utr));
	}

	/** Whether a report of a failure says nothing new. */
	boolean agreesWithFailure() {
		return isState("FAILED") || this.isUnpaid;
	}

	@Nullable String objectionToSuccess() {
		return (this.report.utr() == null) ? "The bank reports success without a UTR" : objection();
	}

	@Nullable String objectionToFailure() {
		return this.isStated ? STATED : objection();
	}

	/** Why the report cannot be about this order, or null. */
	@Nullable String objection() {
		Long amount = this.report.amountPaise();
		if (amount != null && amount != this.amountPaise) {
			return "The bank reports %d paise, the order is of %d".formatted(amount, this.amountPaise);
		}
		if (this.report.target() != null && !end(this.report.target()).equals(end(this.target))) {
			return "The bank reports another account or VPA than the order's";
		}
		if (this.payoutOfUtr != null && !this.payoutOfUtr.equals(this.attempt.payout().payoutId())) {
			return "The bank reports UTR %s, under which payout %s was settled".formatted(this.report.utr(),
					this.payoutOfUtr);
		}
		return null;
	}

	private static String end(String target) {
		return target.substring(Math.max(0, target.length() - BankReport.COMPARED)).toUpperCase(Locale.ROOT);
	}

}

package dev.hundi.sandbox.bank.ledger;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The fate of a new order: its recorded status, its later status, and whether the client
 * gets a response.
 */
enum Outcome {

	PAID(PaymentStatus.SUCCESS, null, null, true),

	INVALID_ACCOUNT(PaymentStatus.FAILED, FailureCode.INVALID_ACCOUNT, null, true),

	INVALID_VPA(PaymentStatus.FAILED, FailureCode.INVALID_VPA, null, true),

	REJECTED(PaymentStatus.FAILED, FailureCode.REJECTED, null, true),

	PENDING(PaymentStatus.PENDING, null, null, true),

	PENDING_THEN_PAID(PaymentStatus.PENDING, null, PaymentStatus.SUCCESS, true),

	PENDING_THEN_FAILED(PaymentStatus.PENDING, null, PaymentStatus.FAILED, true),

	PAID_THEN_RETURNED(PaymentStatus.SUCCESS, null, PaymentStatus.RETURNED, true),

	PAID_UNANSWERED(PaymentStatus.SUCCESS, null, null, false),

	UNPAID_UNANSWERED(PaymentStatus.FAILED, FailureCode.NOT_PROCESSED, null, false);

	/** Targets with a fixed outcome, independent of the behaviour. */
	private static final Map<String, Outcome> forced = Map.ofEntries(Map.entry("026291800001191/YESB0000262", PAID),
			Map.entry("026291800001190/YESB0000262", INVALID_ACCOUNT), Map.entry("007711000031/HDFC0000077", PENDING),
			Map.entry("00224412311300/YESB0000001", PENDING_THEN_PAID),
			Map.entry("7766666351000/YESB0000001", PENDING_THEN_FAILED),
			Map.entry("02014457596969/CITI0000001", PAID_THEN_RETURNED),
			Map.entry("00000000504/YESB0000001", PAID_UNANSWERED),
			Map.entry("00000000503/YESB0000001", UNPAID_UNANSWERED), Map.entry("success@upi", PAID),
			Map.entry("invalid@upi", INVALID_VPA), Map.entry("pending@upi", PENDING),
			Map.entry("timeout@upi", PAID_UNANSWERED));

	private final PaymentStatus recordedAs;

	private final @Nullable FailureCode code;

	private final @Nullable PaymentStatus becomes;

	private final boolean answered;

	Outcome(PaymentStatus recordedAs, @Nullable FailureCode code, @Nullable PaymentStatus becomes, boolean answered) {
		this.recordedAs = recordedAs;
		this.code = code;
		this.becomes = becomes;
		this.answered = answered;
	}

	/**
	 * Decides about a new order.
	 * @param chance uniform in [0, 1)
	 */
	static Outcome of(TransferOrder order, Behaviour behaviour, double chance) {
		Outcome outcome = forced.get(order.target());
		if (outcome != null) {
			return outcome;
		}
		double left = chance - behaviour.failureRate();
		if (left < 0) {
			return REJECTED;
		}
		left -= behaviour.timeoutPaidRate();
		if (left < 0) {
			return PAID_UNANSWERED;
		}
		left -= behaviour.timeoutNotPaidRate();
		return (left < 0) ? UNPAID_UNANSWERED : PAID;
	}

	PaymentStatus recordedAs() {
		return this.recordedAs;
	}

	@Nullable FailureCode code() {
		return this.code;
	}

	/** The status that follows by itself, or null if none does. */
	@Nullable PaymentStatus becomes() {
		return this.becomes;
	}

	boolean answered() {
		return this.answered;
	}

	/** Delay of {@link #becomes}, in milliseconds. */
	long becomesAfterMs(Behaviour behaviour) {
		return (this.becomes == PaymentStatus.RETURNED) ? behaviour.returnDelayMs() : behaviour.settleDelayMs();
	}

}

package dev.hundi.sandbox.bank.ledger;

import org.jspecify.annotations.Nullable;

/**
 * How the bank treats orders without a forced outcome. Held in memory: a restart resets
 * it.
 *
 * @param delayMs before every response to a payment order
 * @param settleDelayMs until a pending order settles
 * @param returnDelayMs until a returned payment comes back
 * @param failureRate of orders refused, 0 to 1
 * @param timeoutPaidRate of orders paid but never answered, 0 to 1
 * @param timeoutNotPaidRate of orders neither paid nor answered, 0 to 1
 * @param declining while true, every new order is answered 503 {@code NOT_ACCEPTED} and
 * nothing is recorded
 * @param chargePaise fee for each executed payment, with 18 % GST on top
 * @param nextDayRate of payments and charges booked on the day after, 0 to 1
 * @param outage while true, the connection of every payment request is closed and nothing
 * is recorded
 * @param misreport what it reports wrongly about every payment
 */
public record Behaviour(long delayMs, long settleDelayMs, long returnDelayMs, double failureRate,
		double timeoutPaidRate, double timeoutNotPaidRate, boolean declining, boolean outage, long chargePaise,
		double nextDayRate, Misreport misreport) {

	static final Behaviour initial = new Behaviour(20, 3_000, 5_000, 0, 0, 0, false, false, 0, 0, Misreport.NONE);

	private static final long delayMaxMs = 3_600_000;

	private static final long chargeMaxPaise = 10_000_00;

	public Behaviour {
		requireDelay("delayMs", delayMs);
		requireDelay("settleDelayMs", settleDelayMs);
		requireDelay("returnDelayMs", returnDelayMs);
		requireRate("failureRate", failureRate);
		requireRate("timeoutPaidRate", timeoutPaidRate);
		requireRate("timeoutNotPaidRate", timeoutNotPaidRate);
		requireRate("nextDayRate", nextDayRate);
		if (chargePaise < 0 || chargePaise > chargeMaxPaise) {
			throw new IllegalArgumentException("chargePaise must be between 0 and " + chargeMaxPaise);
		}
		requireRate("the sum of the three rates", failureRate + timeoutPaidRate + timeoutNotPaidRate);
	}

	Behaviour with(Change change) {
		return new Behaviour(or(change.delayMs, this.delayMs), or(change.settleDelayMs, this.settleDelayMs),
				or(change.returnDelayMs, this.returnDelayMs), or(change.failureRate, this.failureRate),
				or(change.timeoutPaidRate, this.timeoutPaidRate),
				or(change.timeoutNotPaidRate, this.timeoutNotPaidRate), or(change.declining, this.declining),
				or(change.outage, this.outage), or(change.chargePaise, this.chargePaise),
				or(change.nextDayRate, this.nextDayRate), or(change.misreport, this.misreport));
	}

	private static <T> T or(@Nullable T changed, T present) {
		return (changed != null) ? changed : present;
	}

	private static void requireDelay(String name, long millis) {
		if (millis < 0 || millis > delayMaxMs) {
			throw new IllegalArgumentException("%s must be between 0 and %d".formatted(name, delayMaxMs));
		}
	}

	private static void requireRate(String name, double rate) {
		if (!(rate >= 0 && rate <= 1)) {
			throw new IllegalArgumentException(name + " must be between 0 and 1");
		}
	}

	/** Changed values; null keeps the current one. */
	public record Change(@Nullable Long delayMs, @Nullable Long settleDelayMs, @Nullable Long returnDelayMs,
			@Nullable Double failureRate, @Nullable Double timeoutPaidRate, @Nullable Double timeoutNotPaidRate,
			@Nullable Boolean declining, @Nullable Boolean outage, @Nullable Long chargePaise,
			@Nullable Double nextDayRate, @Nullable Misreport misreport) {
	}

}

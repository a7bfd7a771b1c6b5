package dev.hundi.bank;

import java.time.Instant;
import java.util.Map;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * What one copy of stream-processors sees of a bank and rail.
 *
 * @param state of the bank for all its rails
 * @param payments the payments of the last ten minutes by result; absent results are 0
 * @param last the result of the last payment, null before the first
 */
public record RailHealth(String bank, Rail rail, State state, Map<PaymentResult, Integer> payments,
		@Nullable LastPayment last) {

	public RailHealth {
		payments = Map.copyOf(payments);
	}

	public int count(PaymentResult result) {
		return this.payments.getOrDefault(result, 0);
	}

	/**
	 * The state of a bank.
	 *
	 * @param parks whether payouts are parked for it
	 * @param callsInFlight orders, enquiries and registrations of this copy that wait for
	 * the bank; several orders may share a call
	 * @param reachedAt when the bank last answered a payment or an enquiry of this copy,
	 * UTC; null before the first
	 */
	public record State(BreakerState breaker, boolean parks, int callsInFlight, @Nullable Instant reachedAt) {
	}

	/**
	 * A result of a payment.
	 *
	 * @param at UTC
	 */
	public record LastPayment(PaymentResult result, Instant at) {
	}

}

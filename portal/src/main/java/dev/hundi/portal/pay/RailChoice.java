package dev.hundi.portal.pay;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.hundi.business.PayoutTerms;
import dev.hundi.payout.Rail;

/**
 * Suggests a rail. A payout that is due at once takes the fastest rail whose limits it
 * fits: UPI, IMPS, RTGS, NEFT. One that is due later takes the one with the lowest
 * charge, because NEFT's half-hourly batches do not matter then.
 */
final class RailChoice {

	private static final List<Rail> FASTEST_FIRST = List.of(Rail.UPI, Rail.IMPS, Rail.RTGS, Rail.NEFT);

	private RailChoice() {
	}

	/** The suggested rail; empty if the amount fits none. */
	static Optional<Rail> suggest(boolean paysToVpa, long amountPaise, boolean later, PayoutTerms terms) {
		Stream<Rail> fitting = FASTEST_FIRST.stream()
			.filter((rail) -> rail.paysToVpa() == paysToVpa && fits(rail, amountPaise, terms));
		return later ? fitting.min(Comparator.comparingLong((rail) -> chargePaise(rail, amountPaise, terms)))
				: fitting.findFirst();
	}

	/** Whether an amount is within the limits of a rail and of the business. */
	static boolean fits(Rail rail, long amountPaise, PayoutTerms terms) {
		Long mostPaise = terms.maxPayoutPaise();
		return amountPaise >= terms.railLimits().minPaise(rail) && amountPaise <= terms.railLimits().maxPaise(rail)
				&& (mostPaise == null || amountPaise <= mostPaise);
	}

	private static long chargePaise(Rail rail, long amountPaise, PayoutTerms terms) {
		var charge = terms.commissionPlan().charge(rail, amountPaise);
		return charge.commissionPaise() + charge.gstPaise();
	}

}

package dev.hundi.portal.home;

import java.time.Instant;
import java.util.List;

import dev.hundi.payout.Rail;

/**
 * Figures of the last days.
 *
 * @param rails of payouts accepted in 30 days
 * @param hours the last 24, the oldest first
 * @param at when they were counted, UTC
 */
record Figures(List<OfRail> rails, List<OfHour> hours, Instant at) {

	Figures {
		rails = List.copyOf(rails);
		hours = List.copyOf(hours);
	}

	/**
	 * The final payouts of a rail.
	 */
	record OfRail(Rail rail, long paid, long failed) {

		/** Of the final ones, in percent; 100 if there is none. */
		public double successPercent() {
			long all = this.paid + this.failed;
			return (all == 0) ? 100 : 100.0 * this.paid / all;
		}

	}

	/**
	 * What was accepted in an hour.
	 *
	 * @param start UTC
	 * @param amountPaise in paise
	 */
	record OfHour(Instant start, long payouts, long amountPaise) {
	}

}

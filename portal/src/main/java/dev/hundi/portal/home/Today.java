package dev.hundi.portal.home;

import java.time.Duration;
import java.time.Instant;

import dev.hundi.payout.PayoutFigures.Counts;
import dev.hundi.time.India;

/**
 * The payouts of a day of India. Counting takes about a microsecond a payout. Many are
 * kept for fifty times as long, so that the first page of a business takes at most a
 * fiftieth of a processor for it.
 *
 * @param at when they were counted, UTC
 */
record Today(Counts counts, Instant at) {

	/** These are counted for each page. */
	static final long FEW = 10_000;

	private static final Duration OF_ONE = Duration.ofNanos(50_000);

	/** Whether the page may show them when they have changed already. */
	public boolean isKept() {
		return payouts() > FEW;
	}

	/** Not beyond the end of the day. */
	Instant until() {
		Instant until = isKept() ? this.at.plus(OF_ONE.multipliedBy(payouts())) : this.at;
		Instant tomorrow = India.startOf(India.dateOf(this.at).plusDays(1));
		return until.isBefore(tomorrow) ? until : tomorrow;
	}

	private long payouts() {
		return this.counts.paid() + this.counts.failed() + this.counts.waiting();
	}

}

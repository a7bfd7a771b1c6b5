package dev.hundi.portal.home;

import java.time.Instant;
import java.util.List;

import dev.hundi.payout.PayoutFigures.OfHour;
import dev.hundi.payout.PayoutFigures.OfRail;

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

}

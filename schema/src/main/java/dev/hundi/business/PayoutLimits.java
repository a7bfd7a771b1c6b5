package dev.hundi.business;

import java.util.EnumMap;
import java.util.Map;

import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

/**
 * Limits of one payout that a business has of its own.
 *
 * @param ranges in paise; rails without one have the platform's
 * @param maxPayoutPaise maximum amount of one payout in paise besides the rail's, or null
 */
public record PayoutLimits(Map<Rail, RailLimits.Range> ranges, @Nullable Long maxPayoutPaise) {

	public PayoutLimits {
		Map<Rail, RailLimits.Range> copy = new EnumMap<>(Rail.class);
		copy.putAll(ranges);
		ranges = copy;
		if (maxPayoutPaise != null && maxPayoutPaise <= 0) {
			throw new IllegalArgumentException("maxPayoutPaise must be above zero: " + maxPayoutPaise);
		}
	}

	/** The limits that apply to payouts of a rail. */
	public RailLimits railLimits() {
		return RailLimits.of(this.ranges);
	}

}

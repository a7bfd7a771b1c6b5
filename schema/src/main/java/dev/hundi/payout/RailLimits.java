package dev.hundi.payout;

import java.util.EnumMap;
import java.util.Map;

/**
 * Minimum and maximum amount of one payout on each rail (docs/api-decisions.md,
 * "Payouts").
 */
public final class RailLimits {

	private static final long NO_MORE_THAN_PAISE = 49_99_99_999_99L;

	/** The platform's limits, for businesses without their own. */
	public static final RailLimits DEFAULT = new RailLimits(Map.of(Rail.IMPS, new Range(1_00, 5_00_000_00), Rail.NEFT,
			new Range(1_00, NO_MORE_THAN_PAISE), Rail.RTGS, new Range(2_00_000_00, NO_MORE_THAN_PAISE), Rail.SELF,
			new Range(1_00, NO_MORE_THAN_PAISE), Rail.UPI, new Range(1_00, 1_00_000_00)));

	private final Map<Rail, Range> ranges;

	private RailLimits(Map<Rail, Range> ranges) {
		this.ranges = new EnumMap<>(ranges);
	}

	/** A business's own ranges over the platform's. */
	public static RailLimits of(Map<Rail, Range> own) {
		Map<Rail, Range> ranges = new EnumMap<>(DEFAULT.ranges);
		ranges.putAll(own);
		return new RailLimits(ranges);
	}

	public long minPaise(Rail rail) {
		return range(rail).minPaise;
	}

	public long maxPaise(Rail rail) {
		return range(rail).maxPaise;
	}

	private Range range(Rail rail) {
		Range range = this.ranges.get(rail);
		if (range == null) {
			throw new IllegalStateException("No limits for " + rail);
		}
		return range;
	}

	/** A closed range in paise. */
	public record Range(long minPaise, long maxPaise) {

		public Range {
			if (minPaise <= 0 || maxPaise < minPaise) {
				throw new IllegalArgumentException("Invalid range of amounts: " + minPaise + " to " + maxPaise);
			}
		}

	}

}

package dev.hundi.business;

import java.math.BigDecimal;

/**
 * A business to be registered.
 *
 * @param name 1 to 200 characters
 * @param reservePercent rolling reserve, 0 to 100 with two decimals
 * @param minBalancePaise balance that must remain after a payout, in paise
 */
public record NewBusiness(String name, boolean apiAccessEnabled, BigDecimal reservePercent, long minBalancePaise) {

	/** Characters of a name. */
	public static final int MAX_NAME = 200;

	public NewBusiness {
		if (name.isBlank() || name.length() > MAX_NAME) {
			throw new IllegalArgumentException("A business name has 1 to " + MAX_NAME + " characters");
		}
		if (reservePercent.signum() < 0 || reservePercent.compareTo(BigDecimal.valueOf(100)) > 0
				|| reservePercent.stripTrailingZeros().scale() > 2) {
			throw new IllegalArgumentException("reservePercent must be 0 to 100 with two decimals: " + reservePercent);
		}
		if (minBalancePaise < 0) {
			throw new IllegalArgumentException("minBalancePaise must not be negative: " + minBalancePaise);
		}
	}

}

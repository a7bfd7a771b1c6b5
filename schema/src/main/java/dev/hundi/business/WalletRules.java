package dev.hundi.business;

import java.math.BigDecimal;

/**
 * What a business may use of its wallet.
 *
 * @param reservePercent rolling reserve, 0 to 100 with two decimals
 * @param minBalancePaise balance that must remain after a payout, in paise
 * @param queueIfLowBalance whether payouts wait for a higher balance instead of failing
 */
public record WalletRules(BigDecimal reservePercent, long minBalancePaise, boolean queueIfLowBalance) {

	public WalletRules {
		if (reservePercent.signum() < 0 || reservePercent.compareTo(BigDecimal.valueOf(100)) > 0
				|| reservePercent.stripTrailingZeros().scale() > 2) {
			throw new IllegalArgumentException("reservePercent must be 0 to 100 with two decimals: " + reservePercent);
		}
		if (minBalancePaise < 0) {
			throw new IllegalArgumentException("minBalancePaise must not be negative: " + minBalancePaise);
		}
	}

}

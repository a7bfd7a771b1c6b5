package dev.hundi.wallet;

import java.math.BigDecimal;

/**
 * The part of a wallet that a payout may use (docs/api-decisions.md, "Wallet").
 *
 * @param reservePercent rolling reserve, percent with at most two decimals
 * @param minBalancePaise balance that must remain, in paise
 */
record BalanceRule(BigDecimal reservePercent, long minBalancePaise) {

	private static final long WHOLE = 10_000;

	BalanceRule {
		if (reservePercent.signum() < 0 || reservePercent.compareTo(BigDecimal.valueOf(100)) > 0
				|| reservePercent.stripTrailingZeros().scale() > 2) {
			throw new IllegalArgumentException("reservePercent must be 0 to 100 with two decimals: " + reservePercent);
		}
		if (minBalancePaise < 0) {
			throw new IllegalArgumentException("minBalancePaise must not be negative: " + minBalancePaise);
		}
	}

	/**
	 * Reserve in paise on a balance in paise:
	 * {@code ceil(max(0, available) × percent / 100)}.
	 */
	long reservePaise(long availablePaise) {
		long balance = Math.max(0, availablePaise);
		long hundredths = this.reservePercent.movePointRight(2).longValueExact();
		// Split, because balance × hundredths overflows for balances that a BIGINT can
		// hold.
		return (balance / WHOLE) * hundredths + Math.ceilDiv((balance % WHOLE) * hundredths, WHOLE);
	}

	/** What a payout with commission and GST may use of a balance, in paise. */
	long spendablePaise(long availablePaise) {
		long unreserved = availablePaise - reservePaise(availablePaise);
		return unreserved <= this.minBalancePaise ? 0 : unreserved - this.minBalancePaise;
	}

}

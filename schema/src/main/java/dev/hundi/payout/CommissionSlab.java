package dev.hundi.payout;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;

/**
 * The commission on amounts of one rail above a bound, up to the next slab.
 *
 * @param abovePaise the slab prices amounts above this many paise
 * @param flatPaise fee in paise
 * @param percent 0 to 100 percent of the amount, with four decimals, added to the fee,
 * rounded half up to the paisa
 * @param minPaise minimum commission in paise
 * @param maxPaise maximum commission in paise, or null for none
 */
public record CommissionSlab(Rail rail, long abovePaise, long flatPaise, BigDecimal percent, long minPaise,
		@Nullable Long maxPaise) {

	public CommissionSlab {
		if (abovePaise < 0 || flatPaise < 0 || percent.signum() < 0 || minPaise < 0) {
			throw new IllegalArgumentException("A commission slab is never negative");
		}
		// One form of the same number, so that slabs compare.
		percent = percent.stripTrailingZeros();
		if (percent.compareTo(BigDecimal.valueOf(100)) > 0 || percent.scale() > 4) {
			throw new IllegalArgumentException("percent must be 0 to 100 with four decimals: " + percent);
		}
		if (maxPaise != null && maxPaise < minPaise) {
			throw new IllegalArgumentException("Largest commission " + maxPaise + " is below the least " + minPaise);
		}
	}

	static CommissionSlab flat(Rail rail, long abovePaise, long flatPaise) {
		return new CommissionSlab(rail, abovePaise, flatPaise, BigDecimal.ZERO, 0, null);
	}

	long commissionPaise(long amountPaise) {
		long paise = Math.addExact(this.flatPaise, percentPaise(amountPaise));
		long atLeast = Math.max(paise, this.minPaise);
		return (this.maxPaise != null) ? Math.min(atLeast, this.maxPaise) : atLeast;
	}

	private long percentPaise(long amountPaise) {
		if (this.percent.signum() == 0) {
			return 0;
		}
		return this.percent.multiply(BigDecimal.valueOf(amountPaise))
			.movePointLeft(2)
			.setScale(0, RoundingMode.HALF_UP)
			.longValueExact();
	}

}

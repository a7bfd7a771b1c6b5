package dev.hundi.payout;

/**
 * What a business pays for one payout in addition to its amount, in paise.
 */
public record Charge(long commissionPaise, long gstPaise) {

	public Charge {
		if (commissionPaise < 0 || gstPaise < 0) {
			throw new IllegalArgumentException("A charge is never negative: " + commissionPaise + ", " + gstPaise);
		}
	}

}

package dev.hundi.payout;

/**
 * What a business pays for one payout in addition to its amount, or the fee of another
 * service, in paise.
 */
public record Charge(long commissionPaise, long gstPaise) {

	public Charge {
		if (commissionPaise < 0 || gstPaise < 0) {
			throw new IllegalArgumentException("A charge is never negative: " + commissionPaise + ", " + gstPaise);
		}
	}

	/** Commission or fee, and GST. */
	public long totalPaise() {
		return Math.addExact(this.commissionPaise, this.gstPaise);
	}

}

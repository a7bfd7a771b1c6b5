package dev.hundi.bench.broken.payout;

/** The kernel itself, which may. Not annotated: its package has no package-info. */
public class Payouts {

	public String fail() {
		return "UPDATE payout SET status = 12";
	}

}

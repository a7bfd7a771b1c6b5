package dev.hundi.wallet;

/**
 * The sums of a window of movements, in paise: opening + credits − debits = closing. Of a
 * search, totals and counts are of the movements found, while opening and closing stay
 * those of the window (decisions, "Wallet").
 */
public record MovementSummary(long openingBalancePaise, long closingBalancePaise, long totalCreditPaise,
		long totalDebitPaise, long creditCount, long debitCount) {

	static final MovementSummary NONE = new MovementSummary(0, 0, 0, 0, 0, 0);

	public long totalCount() {
		return this.creditCount + this.debitCount;
	}

}

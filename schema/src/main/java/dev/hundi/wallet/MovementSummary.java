package dev.hundi.wallet;

/**
 * The sums of a window of movements, in paise: opening + credits − debits = closing. For
 * a search, totals and counts cover the hits, while opening and closing stay those of the
 * window (docs/api-decisions.md, "Wallet").
 */
public record MovementSummary(long openingBalancePaise, long closingBalancePaise, long totalCreditPaise,
		long totalDebitPaise, long creditCount, long debitCount) {

	static final MovementSummary NONE = new MovementSummary(0, 0, 0, 0, 0, 0);

	public long totalCount() {
		return this.creditCount + this.debitCount;
	}

}

package dev.hundi.ledger;

/**
 * A row of the trial balance. Amounts are paise; balances are signed as in the ledger:
 * plus is a credit balance, which the platform owes.
 *
 * @param openingPaise before the period
 * @param debitPaise sum of the debits of the period, not negative
 * @param creditPaise sum of the credits of the period, not negative
 */
public record AccountBalance(AccountName account, long openingPaise, long debitPaise, long creditPaise) {

	public AccountBalance {
		if (debitPaise < 0 || creditPaise < 0) {
			throw new IllegalArgumentException("Sums of debits and of credits are not negative");
		}
	}

	/** The balance at the end of the period. */
	public long closingPaise() {
		return Math.subtractExact(Math.addExact(this.openingPaise, this.creditPaise), this.debitPaise);
	}

}

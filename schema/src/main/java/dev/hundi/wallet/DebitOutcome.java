package dev.hundi.wallet;

/**
 * The number of payouts by result of a batch debit.
 *
 * @param debited status 3 → 4
 * @param refused status 3 → 12 with INSUFFICIENT_BALANCE
 * @param queued left in status 3 because the business queues payouts that do not fit
 */
public record DebitOutcome(int debited, int refused, int queued) {

	static final DebitOutcome NOTHING = new DebitOutcome(0, 0, 0);

	DebitOutcome plus(DebitOutcome other) {
		return new DebitOutcome(this.debited + other.debited, this.refused + other.refused, this.queued + other.queued);
	}

}

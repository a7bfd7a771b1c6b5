package dev.hundi.wallet;

/**
 * The movements of a window: a range of sequences, because sequence and time rise
 * together.
 *
 * @param after the last sequence before the window, or 0
 * @param last the last sequence in the window
 * @param summary sums of the range
 */
record MovementRange(long after, long last, MovementSummary summary) {

	static final MovementRange EMPTY = new MovementRange(0, 0, MovementSummary.NONE);

	/** Derives the debits from the credits and the change of the balance. */
	static MovementRange of(long after, long last, long openingPaise, long closingPaise, long creditPaise,
			long creditCount) {
		return new MovementRange(after, last, new MovementSummary(openingPaise, closingPaise, creditPaise,
				openingPaise + creditPaise - closingPaise, creditCount, last - after - creditCount));
	}

}

package dev.hundi.wallet;

/**
 * The movements of a window: a range of sequences, because sequence and time rise
 * together.
 *
 * @param after the last sequence before the window, 0 where there is none
 * @param last the last sequence in it
 * @param summary sums of the range
 */
record MovementRange(long after, long last, MovementSummary summary) {

	static final MovementRange EMPTY = new MovementRange(0, 0, MovementSummary.NONE);

}

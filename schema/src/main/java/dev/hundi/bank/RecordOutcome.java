package dev.hundi.bank;

/**
 * The effect of recording a bank's answer.
 */
public enum RecordOutcome {

	/** It changed the attempt. */
	RECORDED,

	/** The attempt has this state already: a duplicate answer. */
	ALREADY_RECORDED,

	/**
	 * It cannot be about this order; the attempt is in doubt and manual review is needed.
	 */
	IMPLAUSIBLE,

	/** It contradicts a final state; nothing changed and manual review is needed. */
	CONFLICT

}

package dev.hundi.bank;

/**
 * How a bank's callback compares with the recorded state.
 */
public enum CallbackVerdict {

	/** It may be new; an enquiry is due. */
	ENQUIRED,

	/**
	 * The order is still being sent; the callback is judged again after its answer or
	 * doubt.
	 */
	UNDER_WAY,

	/** It agrees with the recorded state. */
	AGREES,

	/** It contradicts a final state; nothing changed and manual review is needed. */
	CONTRADICTS,

	/** The bank was never sent such a reference. */
	UNKNOWN_REFERENCE

}

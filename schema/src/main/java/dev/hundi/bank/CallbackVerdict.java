package dev.hundi.bank;

/**
 * What a bank's callback is against what is recorded.
 */
public enum CallbackVerdict {

	/** It may be news; the bank is asked. */
	ENQUIRED,

	/** The order itself is still being sent; its answer, or the doubt after it, comes. */
	UNDER_WAY,

	/** It says what is known, perhaps late. */
	AGREES,

	/** It contradicts what is final here; nothing changed and a person must look. */
	CONTRADICTS,

	/** The bank was never sent such a reference. */
	UNKNOWN_REFERENCE

}

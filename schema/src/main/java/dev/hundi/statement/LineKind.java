package dev.hundi.statement;

/**
 * The kind of a statement line, as far as the bank states it.
 */
public enum LineKind {

	/** One outgoing payment. */
	PAYMENT,

	/** A payment that came back. */
	RETURN,

	/** Money in. */
	CREDIT,

	/** A fee of the bank. */
	CHARGE,

	/** Tax on a fee of the bank. */
	GST,

	/** One total for many payments. */
	BATCH,

	/** The bank reverses an entry of its own. */
	REVERSAL,

	/** The bank's code is unknown. */
	OTHER

}

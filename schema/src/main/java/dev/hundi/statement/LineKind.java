package dev.hundi.statement;

/** What a line of a statement is, as far as the bank says so. */
public enum LineKind {

	/** One payment out. */
	PAYMENT,

	/** A payment that came back. */
	RETURN,

	/** Money in. */
	CREDIT,

	/** What the bank takes for its work. */
	CHARGE,

	/** Tax on what the bank takes. */
	GST,

	/** One total for many payments. */
	BATCH,

	/** The bank takes back an entry of its own. */
	REVERSAL,

	/** The bank's code says nothing that is known here. */
	OTHER

}

package dev.hundi.statement;

/**
 * Why nothing of a statement is matched or posted.
 */
public enum StatementHoldReason {

	/** Its date is after today, in Asia/Kolkata. */
	FUTURE,

	/** Its balances, its entries or their details do not add up. */
	WRONG_SUM,

	/** It does not open where the accepted statement before it closes. */
	GAP,

	/** It follows a held statement. */
	PREDECESSOR_HELD,

	/** The accepted statement after it follows another one. */
	SUCCESSOR_DIFFERS,

	/** The same reference and page is accepted. */
	DUPLICATE

}

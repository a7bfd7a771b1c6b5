package dev.hundi.statement;

/** What a column of a bank's CSV holds. */
public enum ProfileColumn {

	/** The day of booking. */
	BOOKED_ON,

	/** The value date. */
	VALUE_ON,

	/** Free text of the bank. */
	NARRATION,

	/** Debits, beside a column of credits. */
	DEBIT,

	/** Credits, beside a column of debits. */
	CREDIT,

	/** Debits and credits, with a column of the direction or with a sign. */
	AMOUNT,

	/** Whether the amount is a debit or a credit. */
	DIRECTION,

	/** The balance after the row. */
	BALANCE,

	/** The network's reference. */
	UTR,

	/** Our own reference. */
	REFERENCE,

	/** The bank's reference. */
	BANK_REFERENCE,

	/** The account that a credit was sent to. */
	VIRTUAL_ACCOUNT

}

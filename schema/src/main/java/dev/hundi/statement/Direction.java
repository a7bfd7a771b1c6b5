package dev.hundi.statement;

/**
 * Direction of money, seen from the account.
 */
public enum Direction {

	/** Out of the account. */
	DEBIT,

	/** Into the account. */
	CREDIT

}

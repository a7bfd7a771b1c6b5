package dev.hundi.statement;

/** Which way money moved, seen from the account. */
public enum Direction {

	/** Out of the account. */
	DEBIT,

	/** Into the account. */
	CREDIT

}

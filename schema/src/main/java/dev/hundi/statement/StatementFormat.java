package dev.hundi.statement;

/**
 * Statement formats of banks.
 */
public enum StatementFormat {

	/** ISO 20022 camt.053, versions 02 to 13. */
	CAMT053,

	/** SWIFT MT940, with or without its block headers. */
	MT940,

	/** A table whose columns the bank's profile describes. */
	CSV

}

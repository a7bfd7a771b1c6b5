package dev.hundi.statement;

/** How a bank writes a statement. */
public enum StatementFormat {

	/** ISO 20022 camt.053, versions 02 to 13. */
	CAMT053,

	/** SWIFT MT940, bare or in its blocks. */
	MT940,

	/** Rows of a table, as the profile of the bank explains them. */
	CSV

}

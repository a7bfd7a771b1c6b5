package dev.hundi.statement;

/** The way by which a file of statements came. */
public enum StatementSource {

	/** Put into the watched folder. */
	FOLDER,

	/** Sent by an operator. */
	UPLOAD,

	/** Written by the bank itself. */
	BANK

}

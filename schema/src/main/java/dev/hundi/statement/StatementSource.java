package dev.hundi.statement;

/**
 * The channel that a statement file was received by.
 */
public enum StatementSource {

	/** The watched folder. */
	FOLDER,

	/** An operator's upload. */
	UPLOAD,

	/** The bank itself. */
	BANK

}

package dev.hundi.statement;

/**
 * The channel that a statement file was received by.
 */
public enum StatementSource {

	/** The watched folder. */
	FOLDER,

	/** A person's upload. */
	UPLOAD,

	/** The bank itself. */
	BANK

}

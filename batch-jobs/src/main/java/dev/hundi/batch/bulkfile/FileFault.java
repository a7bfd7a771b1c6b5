package dev.hundi.batch.bulkfile;

/**
 * Why a file is refused as a whole. The names are part of the API and never change.
 */
public enum FileFault {

	/** The content is not of the declared format. */
	WRONG_CONTENT,
	/** The encoding of the text cannot be detected. */
	UNKNOWN_ENCODING,
	/** Parts of the text are in different encodings. */
	MIXED_ENCODING,
	/** The file is incomplete. */
	TRUNCATED,
	/** XML that is not well-formed or does not follow the schema. */
	MALFORMED_XML,
	/** XML with a DOCTYPE or CDATA. */
	FORBIDDEN_XML,
	/** A workbook with macros. */
	MACROS,
	/** The unpacked content exceeds its limit. */
	TOO_LARGE_UNPACKED,
	/** Too many columns. */
	TOO_MANY_COLUMNS,
	/** A cell, row or XML token exceeds its limit. */
	CELL_TOO_LONG,
	/** Too many rows. */
	TOO_MANY_ROWS,
	/** No row below the headings. */
	NO_ROWS,
	/** A required column is missing. */
	COLUMN_MISSING,
	/** Two columns have the same meaning. */
	COLUMN_TWICE,
	/** Several sheets that are shown have payouts. */
	SECOND_SHEET,
	/** A column of the payouts is hidden. */
	HIDDEN_COLUMN,
	/** The number of rows differs from the declared one. */
	COUNT_MISMATCH,
	/** The sum of the amounts differs from the declared total. */
	TOTAL_MISMATCH,
	/** The stored file differs from the uploaded one. */
	CONTENT_CHANGED,
	/** The file has no valid row. */
	NO_VALID_ROWS,
	/** A row is not valid, and the release mode is ALL_OR_NOTHING. */
	BAD_ROWS,
	/** Processing failed repeatedly. */
	INTERNAL_ERROR

}

package dev.hundi.batch.bulkfile;

/**
 * Why a file as a whole is refused. The names are shown to merchants and never change.
 */
public enum FileFault {

	/** The bytes are none of the announced format. */
	WRONG_CONTENT,
	/** The text is in no encoding that can be told. */
	UNKNOWN_ENCODING,
	/** Parts of the text are in different encodings. */
	MIXED_ENCODING,
	/** The file ends in the middle of something. */
	TRUNCATED,
	/** XML that is not well-formed, or not of the schema. */
	MALFORMED_XML,
	/** XML with a DOCTYPE, CDATA or an endless comment. */
	FORBIDDEN_XML,
	/** A workbook with macros. */
	MACROS,
	/** Far larger when unpacked than any honest file. */
	TOO_LARGE_UNPACKED,
	/** More columns than a file may have. */
	TOO_MANY_COLUMNS,
	/** A cell with more text than one may have. */
	CELL_TOO_LONG,
	/** More rows than a file may have. */
	TOO_MANY_ROWS,
	/** No row below the headings. */
	NO_ROWS,
	/** A column that is needed is not there. */
	COLUMN_MISSING,
	/** Two columns mean the same. */
	COLUMN_TWICE,
	/** The number of rows is not the declared one. */
	COUNT_MISMATCH,
	/** The amounts do not add up to the declared total. */
	TOTAL_MISMATCH,
	/** The stored file is not the one that was uploaded. */
	CONTENT_CHANGED,
	/** Not one row can be paid. */
	NO_VALID_ROWS,
	/** A row is bad, and the file is to be paid as a whole or not at all. */
	BAD_ROWS,
	/** The file could not be processed, again and again. */
	INTERNAL_ERROR

}

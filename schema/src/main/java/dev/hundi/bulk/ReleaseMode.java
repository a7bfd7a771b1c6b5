package dev.hundi.bulk;

/**
 * How a file with invalid rows is treated.
 */
public enum ReleaseMode {

	/** Its valid rows are paid, the others are not. */
	VALID_ROWS,
	/** It is rejected as a whole. */
	ALL_OR_NOTHING

}

package dev.hundi.bulk;

/**
 * What a file with bad rows comes to.
 */
public enum ReleaseMode {

	/** Its valid rows are paid, the others are not. */
	VALID_ROWS,
	/** It is rejected as a whole. */
	ALL_OR_NOTHING

}

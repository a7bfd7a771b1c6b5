package dev.hundi.bulk;

/**
 * What became of all rows of a file whose payouts are final.
 */
public enum BulkOutcome {

	/** Every row of the file was paid. */
	ALL_ROWS_PAID,
	/** Every valid row was paid; the others were never payouts. */
	ALL_VALID_ROWS_PAID,
	/** Some valid rows were not paid, or were returned. */
	SOME_ROWS_PAID,
	/** No row was paid. */
	NO_ROW_PAID

}

package dev.hundi.bulk;

/**
 * The status of one row of a bulk file.
 */
public enum RowStatus {

	/** Valid, and not released. */
	VALID,
	/** Breaks a rule. */
	INVALID,
	/** Repeats an earlier row or payout. */
	DUPLICATE,
	/** A payout that is not final. */
	RELEASED,
	/** A payout that was paid. */
	SUCCESSFUL,
	/** A payout that was not paid, or was returned. */
	FAILED;

	/** The status of a row {@code r} with its payout {@code p}, if it has one. */
	static final String SQL = """
			CASE WHEN p.payout_id IS NULL THEN r.status WHEN p.status = 11 THEN 'SUCCESSFUL' WHEN p.status = 12 THEN 'FAILED'
			     ELSE 'RELEASED' END""";

}

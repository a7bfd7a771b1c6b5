package dev.hundi.bank;

/**
 * Orders that a bank statement shows as paid, whatever the bank or this database says
 * about them. None is sent: waiting costs time, a second order costs money.
 */
public final class ShownAsPaid {

	/**
	 * A payout is paid and its statement loaded long after it was accepted. Most first
	 * orders are sent earlier and are not looked up.
	 */
	private static final String TOO_NEW = "interval '1 minute'";

	private ShownAsPaid() {
	}

	/**
	 * SQL: whether a statement has a debit under a reference that the bank's code does
	 * not call a charge: no run would ever settle a payout by that one. A withdrawn
	 * statement counts until the bank's next one is accepted, which shows the payment
	 * again or not. With OFFSET 0 each reference is looked up; the planner would read all
	 * lines. The SQL function {@code payouts_on_statements}, which merchants read, has
	 * the same condition, for first orders of any age.
	 */
	static String sql(String reference) {
		return """
				EXISTS (
				  SELECT FROM bank_statement_line l
				    JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id
				   WHERE l.reference = %s AND l.direction = 'DEBIT' AND (l.kind NOT IN ('CHARGE', 'GST') OR l.kind_from_narration)
				     AND CASE WHEN s.status = 'WITHDRAWN' THEN NOT is_statement_replaced(s.bank_statement_id) ELSE true END
				  OFFSET 0)
				"""
			.formatted(reference);
	}

	/**
	 * SQL: the same for a payout without an earlier order. One that waits, or that a
	 * database knew before it was restored, may have been paid in another way.
	 */
	public static String firstOrderSql(String payoutId, String reference) {
		return "(uuid_extract_timestamp(%s) <= now() - %s AND %s)".formatted(payoutId, TOO_NEW, sql(reference));
	}

}

package dev.hundi.bank;

/**
 * Payouts that two people refunded because the bank had never paid them, although a
 * statement that is withdrawn had shown it. What the bank reports of one agrees if it has
 * failed or was returned, and contradicts if it is paid.
 */
public final class RefundedUnpaid {

	private RefundedUnpaid() {
	}

	/** SQL: whether a payout is one. */
	public static String sql(String payoutId) {
		return "EXISTS (SELECT FROM reconciliation_reversal v WHERE v.payout_id = %s AND v.unpaid_resolution_id IS NOT NULL)"
			.formatted(payoutId);
	}

}

package dev.hundi.reconciliation;

/**
 * What a line of a statement is in the books. A word of its narration is the weakest
 * evidence: payees are named like charges, and remitters write "return". So where only a
 * word decided, an exact match by our reference or the UTR with the amount makes a charge
 * a payment, and a virtual account of ours with a UTR that no payment has makes a return
 * a credit. A charge for a payment has another amount than the payment.
 */
final class LineKinds {

	/** The kind of a row {@code l} of bank_statement_line. */
	static final String KIND = """
			CASE WHEN NOT l.kind_from_narration THEN l.kind
			     WHEN l.kind IN ('CHARGE', 'GST') AND l.direction = 'DEBIT'
			      AND (EXISTS (SELECT FROM bank_attempt a
			                     JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
			                    WHERE a.reference = l.reference AND p.amount_paise = l.amount_paise)
			        OR EXISTS (SELECT FROM payout_utr u
			                     JOIN payout p ON p.business_id = u.business_id AND p.payout_id = u.payout_id
			                    WHERE u.utr = l.utr AND p.amount_paise = l.amount_paise)) THEN 'PAYMENT'
			     WHEN l.kind IN ('RETURN', 'REVERSAL') AND l.direction = 'CREDIT' AND l.utr IS NOT NULL
			      AND EXISTS (SELECT FROM wallet w WHERE w.virtual_account_number = l.virtual_account_number)
			      AND NOT EXISTS (SELECT FROM bank_attempt a WHERE a.reference = l.reference)
			      AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr)
			      AND NOT EXISTS (SELECT FROM bank_statement_line d WHERE d.utr = l.utr AND d.direction = 'DEBIT') THEN 'CREDIT'
			     ELSE l.kind END""";

	/**
	 * Whether a row {@code l} of bank_statement_line is for people only. A credit to the
	 * virtual account of a wallet that only a word calls a return, under our reference
	 * and a UTR that no payment has, may be the return of that payout, or a remitter
	 * wrote the reference. And a reference that texts of an older payment contain may
	 * stand for that payment.
	 */
	static final String BY_HAND_ONLY = """
			(EXISTS (SELECT FROM reconciliation_named_reference n WHERE n.reference = l.reference)
			 OR l.kind_from_narration AND l.kind IN ('RETURN', 'REVERSAL') AND l.direction = 'CREDIT' AND l.utr IS NOT NULL
			 AND EXISTS (SELECT FROM wallet w WHERE w.virtual_account_number = l.virtual_account_number)
			 AND EXISTS (SELECT FROM bank_attempt a WHERE a.reference = l.reference)
			 AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr)
			 AND NOT EXISTS (SELECT FROM bank_statement_line d WHERE d.utr = l.utr AND d.direction = 'DEBIT'))""";

	/** Whether a row {@code l} of bank_statement_line moves a row {@code p} of payout. */
	static final String MOVES_PAYOUT = """
			(l.kind NOT IN ('CHARGE', 'GST')
			 OR l.kind_from_narration AND l.direction = 'DEBIT' AND l.amount_paise = p.amount_paise)""";

	private LineKinds() {
	}

}

package dev.hundi.reconciliation;

import dev.hundi.bank.PayoutKey;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the accepted statements together say about a payout: its debit lines minus its
 * credit lines. A credit alone proves no return, because a bank that pays an order twice
 * takes the second payment back under the same reference.
 */
final class PaidAtBank {

	/**
	 * Debits minus credits in paise over all accepted statements, of a row {@code p} of
	 * payout. A line belongs to the payout by our reference, by a match with the payout's
	 * settlement or what restored that, or, without a reference of ours, by the UTR. A
	 * total that paid several payouts counts with the payout's amount. A match by a UTR,
	 * a reference or an effect is the one row with the settlement; only of the other
	 * rules are further rows looked up, by their index.
	 */
	static final String NET_PAISE = """
			(WITH posting AS MATERIALIZED (
			   SELECT m.match_id, m.bank_statement_id, m.line_number
			     FROM ledger_transaction s
			     JOIN reconciliation_match_item m ON m.transaction_id = s.transaction_id
			    WHERE s.business_id = p.business_id AND s.payout_id = p.payout_id AND s.kind = 'PAYOUT_SETTLEMENT'
			   UNION ALL
			   SELECT m.match_id, m.bank_statement_id, m.line_number
			     FROM reconciliation_reversal v
			     JOIN ledger_transaction s ON s.business_id = v.business_id AND s.transaction_id = v.root_transaction_id
			      AND s.kind = 'PAYOUT_SETTLEMENT'
			     JOIN reconciliation_match_item m ON m.transaction_id = v.restored_transaction_id
			    WHERE v.business_id = p.business_id AND v.payout_id = p.payout_id
			 ), shared AS MATERIALIZED (
			   SELECT EXISTS (SELECT FROM posting
			                    JOIN reconciliation_match_item i ON i.match_id = posting.match_id AND i.%2$s
			                    JOIN ledger_transaction t ON t.business_id = i.business_id AND t.transaction_id = i.transaction_id
			                    LEFT JOIN reconciliation_reversal o ON o.restored_transaction_id = t.transaction_id
			                   WHERE coalesce(t.payout_id, o.payout_id) <> p.payout_id) AS is_shared
			 ), item AS MATERIALIZED (
			   SELECT bank_statement_id, line_number FROM posting WHERE bank_statement_id IS NOT NULL
			   UNION
			   SELECT i.bank_statement_id, i.line_number
			     FROM posting
			     JOIN reconciliation_match_item i ON i.match_id = posting.match_id AND i.%2$s AND i.bank_statement_id IS NOT NULL
			 ), own AS MATERIALIZED (
			   SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.utr
			     FROM bank_attempt a
			     JOIN bank_statement_line l ON l.reference = a.reference
			     JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id AND s.status = 'ACCEPTED'
			    WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id AND %1$s
			   UNION
			   SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise, l.utr
			     FROM item
			     JOIN bank_statement_line l ON l.bank_statement_id = item.bank_statement_id AND l.line_number = item.line_number
			    WHERE NOT (SELECT is_shared FROM shared) AND %1$s
			 ), line AS MATERIALIZED (
			   SELECT bank_statement_id, line_number, direction, amount_paise FROM own
			   UNION
			   SELECT l.bank_statement_id, l.line_number, l.direction, l.amount_paise
			     FROM (SELECT p.utr UNION SELECT utr FROM own WHERE direction = 'DEBIT') AS known
			     JOIN bank_statement_line l ON l.utr = known.utr
			     JOIN bank_statement s ON s.bank_statement_id = l.bank_statement_id AND s.status = 'ACCEPTED'
			    WHERE NOT EXISTS (SELECT FROM bank_attempt a WHERE a.reference = l.reference)
			      AND l.kind NOT IN ('CREDIT', 'BATCH') AND %1$s
			 )
			 SELECT coalesce((SELECT sum(CASE direction WHEN 'DEBIT' THEN amount_paise ELSE -amount_paise END) FROM line), 0)
			      + CASE WHEN (SELECT is_shared FROM shared)
			              AND EXISTS (SELECT FROM item JOIN bank_statement_line l
			                              ON l.bank_statement_id = item.bank_statement_id AND l.line_number = item.line_number
			                           WHERE l.direction = 'DEBIT')
			              AND NOT EXISTS (SELECT FROM item JOIN line
			                                  ON line.bank_statement_id = item.bank_statement_id AND line.line_number = item.line_number)
			             THEN p.amount_paise ELSE 0 END)
			"""
		.formatted(LineKinds.MOVES_PAYOUT, Matches.OF_SEVERAL);

	private final JdbcClient jdbc;

	PaidAtBank(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Whether the debits and the credits of a payout cancel out over all statements. */
	boolean isReturned(PayoutKey payout) {
		return this.jdbc
			.sql("SELECT " + NET_PAISE + " = 0 FROM payout p WHERE p.business_id = :business AND p.payout_id = :payout")
			.param("business", payout.businessId())
			.param("payout", payout.payoutId())
			.query(Boolean.class)
			.single();
	}

}

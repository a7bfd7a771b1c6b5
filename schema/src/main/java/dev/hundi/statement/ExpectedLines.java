package dev.hundi.statement;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Whether the platform knows the money of a line. */
@Repository
public class ExpectedLines {

	private final JdbcClient jdbc;

	ExpectedLines(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Whether a payout or a top-up has the UTR of a line, or a payout its reference, with
	 * the same amount.
	 */
	public boolean contains(StatementLine line) {
		if (line.utr() == null && line.reference() == null) {
			return false;
		}
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM payout_utr u
					                 JOIN payout p ON p.business_id = u.business_id AND p.payout_id = u.payout_id
					                WHERE u.utr = :utr AND p.amount_paise = :paise)
					    OR EXISTS (SELECT FROM bank_attempt a
					                 JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
					                WHERE a.reference = :reference AND p.amount_paise = :paise)
					    OR EXISTS (SELECT FROM ledger_transaction t
					                 JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id
					                WHERE t.kind = 'TOPUP' AND t.reference = :utr AND e.amount_paise = :paise)
					""")
			.param("utr", line.utr())
			.param("reference", line.reference())
			.param("paise", line.amountPaise())
			.query(Boolean.class)
			.single();
	}

}

package dev.hundi.stream.dispatch;

import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Bank statements of one line of ₹100.00 about a payout. */
final class ShownByStatement {

	private ShownByStatement() {
	}

	/**
	 * Inserts a line under the payout's reference in a statement of some status.
	 * @return the statement
	 */
	static UUID line(TestDatabase database, UUID payout, String status, String direction) {
		WithoutTriggers.run(database.dataSource(),
				(session) -> session
					.sql("""
							WITH account AS (
							  INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, active)
							  VALUES ('Hundi', 'SBOX0000001', 'Sandbox Bank', 'Fort', 'NODAL', ARRAY['IMPS'], false)
							  RETURNING nodal_account_id
							), statement AS (
							  INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
							                              opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, hold_reason,
							                              day_position)
							  SELECT nodal_account_id, current_date, :reference, 'CSV', 'UPLOAD', 'x', sha256(convert_to(:reference, 'UTF8')),
							         10000, 0, 1, 0, 10000, :status, CASE WHEN :status = 'HELD' THEN 'GAP' END,
							         CASE WHEN :status = 'ACCEPTED' THEN 1 END
							    FROM account
							  RETURNING bank_statement_id, nodal_account_id
							)
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
							                                 amount_paise, booked_on, value_on, kind, utr, reference)
							SELECT bank_statement_id, 1, nodal_account_id, current_date, :direction, 10000, current_date, current_date, 'PAYMENT',
							       '325000000031', :reference
							  FROM statement
							""")
					.param("reference", BankReference.of(payout))
					.param("status", status)
					.param("direction", direction)
					.update());
		return JdbcClient.create(database.dataSource())
			.sql("SELECT bank_statement_id FROM bank_statement_line WHERE reference = :reference")
			.param("reference", BankReference.of(payout))
			.query(UUID.class)
			.single();
	}

	/** Two people withdraw a statement. */
	static void withdraw(TestDatabase database, UUID statement) {
		WithoutTriggers.run(database.dataSource(),
				(session) -> session
					.sql("""
							WITH approved AS (
							  INSERT INTO reconciliation_resolution (nodal_account_id, action, break_ids, reason, evidence, maker, decision, checker,
							                                         checked_at, bank_statement_id)
							  SELECT nodal_account_id, 'WITHDRAW_STATEMENT', '{}', 'Wrong sum', 'Mail 7', 'Asha', 'APPROVED', 'Bharat', now(),
							         bank_statement_id
							    FROM bank_statement WHERE bank_statement_id = :id
							  RETURNING resolution_id
							)
							UPDATE bank_statement SET status = 'WITHDRAWN', hold_reason = NULL, day_position = NULL, withdrawal_id = resolution_id
							  FROM approved WHERE bank_statement_id = :id
							""")
					.param("id", statement)
					.update());
	}

	/** The bank's next statement, of the same day and without a line, is accepted. */
	static void replace(TestDatabase database, UUID statement) {
		WithoutTriggers.run(database.dataSource(),
				(session) -> session
					.sql("""
							INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
							                            opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, day_position)
							SELECT nodal_account_id, business_date, 'next', 'CSV', 'UPLOAD', 'y', sha256(convert_to(:id::text, 'UTF8')), 0, 0, 0, 0, 0,
							       'ACCEPTED', 1
							  FROM bank_statement WHERE bank_statement_id = :id
							""")
					.param("id", statement)
					.update());
	}

}

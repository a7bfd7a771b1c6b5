package dev.hundi.payout;

import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Accepts a range of rows of a released bulk file in one SQL statement, by the rules of
 * {@link AcceptPayout}: the beneficiary is active and of the rail's kind, the wallet
 * exists, the charge is the quoted one, the balance is not checked. A beneficiary that a
 * row names by id or code has the name and target that it had when the file was loaded. A
 * unique index limits each row to one payout.
 */
@Component
public class AcceptRows {

	private final JdbcClient jdbc;

	AcceptRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The result of a range.
	 *
	 * @param rows new payouts
	 * @param paise their sum in paise
	 * @param debitPaise what they take from the wallet, in paise
	 * @param left valid rows without a payout, because their beneficiary cannot be paid
	 */
	public record Accepted(int rows, long paise, long debitPaise, int left) {
	}

	/**
	 * Accepts a range in the caller's transaction.
	 * @param from first row
	 * @param to the row after the last
	 * @throws org.springframework.dao.DuplicateKeyException if a transaction id was
	 * taken, or another process accepted a row of the range
	 */
	public Accepted accept(UUID businessId, UUID bulkFileId, int from, int to) {
		Instant now = Instant.now();
		return this.jdbc.sql(SQL)
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("from", from)
			.param("to", to)
			.param("transactionIds",
					IntStream.range(from, to).mapToObj((row) -> PublicCode.transactionId(now)).toArray(String[]::new))
			.param("code", ResponseCode.INITIATED.name())
			.param("message", ResponseCode.INITIATED.message())
			.query((row, number) -> new Accepted(row.getInt("accepted"), row.getLong("paise"),
					row.getLong("debit_paise"), row.getInt("due") - row.getInt("accepted")))
			.single();
	}

	/**
	 * Looks beneficiaries up by index, as for a single payout: rows copied a moment ago
	 * have no statistics to plan a join with. Payouts are joined, only those of the
	 * range: single lookups under a plan made while the table was empty would read all
	 * payouts of the business for each row.
	 */
	private static final String SQL = """
			WITH due AS MATERIALIZED (
			  SELECT r.row_number, r.beneficiary_id, r.beneficiary_code, r.account_number, r.ifsc, r.vpa, r.rail,
			         r.amount_paise, r.commission_paise, r.gst_paise, r.merchant_reference_id, r.narration
			    FROM bulk_row r
			   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.row_number >= :from
			     AND r.row_number < :to AND r.status = 'VALID'
			     AND NOT EXISTS (SELECT FROM payout p WHERE p.business_id = :businessId AND p.bulk_file_id = :bulkFileId
			                        AND p.bulk_row_number = r.row_number AND p.bulk_row_number >= :from
			                        AND p.bulk_row_number < :to)
			), accepted AS (
			  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                      beneficiary_email, beneficiary_phone, account_number, ifsc, vpa, rail, amount_paise,
			                      commission_paise, gst_paise, response_code, response_message, merchant_reference_id, narration,
			                      source, bulk_file_id, bulk_row_number)
			  SELECT :businessId, id.transaction_id, b.beneficiary_id, b.beneficiary_code, b.name, b.email, b.phone_number,
			         b.account_number, b.ifsc, b.vpa, due.rail, due.amount_paise, due.commission_paise, due.gst_paise, :code,
			         :message, due.merchant_reference_id, due.narration, 'BULK', :bulkFileId, due.row_number
			    FROM due
			    JOIN unnest(:transactionIds::text[]) WITH ORDINALITY AS id (transaction_id, position)
			      ON id.position = due.row_number - :from + 1
			   CROSS JOIN LATERAL (
			     SELECT t.* FROM beneficiary t
			      WHERE t.business_id = :businessId AND t.beneficiary_id = due.beneficiary_id
			     UNION ALL
			     SELECT t.* FROM beneficiary t
			      WHERE t.business_id = :businessId AND t.beneficiary_code = due.beneficiary_code
			        AND due.beneficiary_id IS NULL
			     UNION ALL
			     SELECT t.* FROM beneficiary t
			      WHERE t.business_id = :businessId AND t.account_number = due.account_number AND t.ifsc = due.ifsc
			        AND due.beneficiary_id IS NULL AND due.beneficiary_code IS NULL
			     UNION ALL
			     SELECT t.* FROM beneficiary t
			      WHERE t.business_id = :businessId AND t.vpa IS NOT NULL AND lower(t.vpa) = lower(due.vpa)
			        AND due.beneficiary_id IS NULL AND due.beneficiary_code IS NULL
			   ) b
			   WHERE b.status = 1 AND (b.vpa IS NOT NULL) = (due.rail = 'U')
			     AND (num_nonnulls(due.beneficiary_id, due.beneficiary_code) = 0 OR EXISTS (
			       SELECT FROM bulk_payee l
			        WHERE l.business_id = :businessId AND l.bulk_file_id = :bulkFileId AND l.beneficiary_id = b.beneficiary_id
			          AND (l.last_sequence = b.last_sequence
			               OR NOT is_payee_changed(:businessId, b.beneficiary_id, l.last_sequence))
			       OFFSET 0))
			     AND EXISTS (SELECT FROM wallet w WHERE w.business_id = :businessId)
			   ORDER BY due.row_number
			  RETURNING business_id, payout_id, amount_paise, total_debit_paise, response_code, response_message
			), event AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code,
			                            response_message)
			  SELECT business_id, payout_id, 1, 3, 'CREATED', 'BULK', response_code, response_message FROM accepted
			)
			SELECT (SELECT count(*) FROM due) AS due, count(*) AS accepted, coalesce(sum(amount_paise), 0) AS paise,
			       coalesce(sum(total_debit_paise), 0) AS debit_paise
			  FROM accepted
			""";

}

package dev.hundi.bulk;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Computes the totals of a file.
 */
@Component
public class TotalBulkRows {

	private static final String TOTAL = """
			WITH total AS (
			  SELECT count(*) AS rows, count(*) FILTER (WHERE status = 'VALID') AS valid,
			         count(*) FILTER (WHERE status = 'INVALID') AS invalid,
			         count(*) FILTER (WHERE status = 'DUPLICATE') AS duplicate,
			         count(*) FILTER (WHERE status = 'VALID' AND warnings IS NOT NULL) AS warned,
			         coalesce(sum(amount_paise), 0) AS paise, count(*) FILTER (WHERE amount_paise IS NULL) AS without_amount,
			         coalesce(sum(amount_paise) FILTER (WHERE status = 'VALID'), 0) AS valid_paise,
			         coalesce(sum(amount_paise + commission_paise + gst_paise) FILTER (WHERE status = 'VALID'), 0) AS debit_paise
			    FROM bulk_row
			   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
			)
			""";

	private final JdbcClient jdbc;

	TotalBulkRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The totals of a file.
	 *
	 * @param totalPaise of every amount that could be read
	 * @param withoutAmount rows whose amount could not be read
	 */
	public record Totals(int rows, int valid, int invalid, int duplicate, long totalPaise, int withoutAmount) {
	}

	/**
	 * Computes and stores the totals in the caller's transaction.
	 * @throws ClaimLostException if the claim is lost
	 */
	public Totals total(ClaimedBulkFile file) {
		return this.jdbc
			.sql(TOTAL
					+ """
							UPDATE bulk_file f
							   SET rows_read = total.rows, valid_rows = total.valid, invalid_rows = total.invalid,
							       duplicate_rows = total.duplicate, warned_rows = total.warned, total_paise = total.paise, valid_paise = total.valid_paise,
							       debit_paise = total.debit_paise, loaded_at = coalesce(f.loaded_at, now())
							  FROM total
							 WHERE f.business_id = :businessId AND f.bulk_file_id = :bulkFileId AND f.claim_id = :claimId
							RETURNING total.rows, total.valid, total.invalid, total.duplicate, total.paise, total.without_amount
							""")
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.param("claimId", file.claimId())
			.query((row, number) -> new Totals(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4),
					row.getLong(5), row.getInt(6)))
			.optional()
			.orElseThrow(() -> new ClaimLostException(file));
	}

	/**
	 * Ends loading: the file awaits its release by as many people as its total needs.
	 * @throws ClaimLostException if the claim is lost
	 */
	public void awaitRelease(ClaimedBulkFile file) {
		int changed = this.jdbc.sql("""
				WITH total AS (
				  SELECT valid_paise FROM bulk_file WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
				)
				UPDATE bulk_file f
				   SET status = 'AWAITING_RELEASE', changed_by = 'batch-jobs', claim_id = NULL, due_at = NULL,
				       attempt_count = 0, people_needed = %s
				  FROM total
				 WHERE f.business_id = :businessId AND f.bulk_file_id = :bulkFileId AND f.claim_id = :claimId
				""".formatted(ApprovalTiers.PEOPLE))
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.param("claimId", file.claimId())
			.update();
		if (changed != 1) {
			throw new ClaimLostException(file);
		}
	}

}

package dev.hundi.bulk;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.list.Window;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Judges the rows of a file by what the database knows, all at once. Each check marks
 * only what it finds, so that good rows are written once; run again it finds nothing new.
 */
@Component
public class CheckBulkRows {

	/**
	 * The beneficiary that a row {@code r} names, whatever its status: as {@code b}.
	 */
	static final String TARGET = """
			LATERAL (
			  SELECT t.beneficiary_id, t.status, t.vpa FROM beneficiary t
			   WHERE t.business_id = :businessId AND t.beneficiary_id = r.beneficiary_id
			  UNION ALL
			  SELECT t.beneficiary_id, t.status, t.vpa FROM beneficiary t
			   WHERE t.business_id = :businessId AND t.beneficiary_code = r.beneficiary_code AND r.beneficiary_id IS NULL
			  UNION ALL
			  SELECT t.beneficiary_id, t.status, t.vpa FROM beneficiary t
			   WHERE t.business_id = :businessId AND t.account_number = r.account_number AND t.ifsc = r.ifsc
			     AND r.beneficiary_id IS NULL AND r.beneficiary_code IS NULL
			  UNION ALL
			  SELECT t.beneficiary_id, t.status, t.vpa FROM beneficiary t
			   WHERE t.business_id = :businessId AND t.vpa IS NOT NULL AND lower(t.vpa) = lower(r.vpa)
			     AND r.beneficiary_id IS NULL AND r.beneficiary_code IS NULL
			) b""";

	private static final String NOT_RELEASED = """
			NOT EXISTS (SELECT FROM payout own
			             WHERE own.business_id = :businessId AND own.bulk_file_id = :bulkFileId
			               AND own.bulk_row_number = r.row_number)""";

	/**
	 * Appends an error to each row of {@code bad}, unless the row has one of the code.
	 */
	private static final String MARK = """
			UPDATE bulk_row r
			   SET status = CASE WHEN r.status = 'INVALID' THEN r.status ELSE :status END,
			       errors = coalesce(r.errors, '[]') || jsonb_build_array(jsonb_build_object(
			         'column', bad.column_name, 'code', bad.code, 'message', bad.message, 'value', NULL))
			  FROM bad
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.row_number = bad.row_number
			   AND NOT coalesce(r.errors @> jsonb_build_array(jsonb_build_object('code', bad.code)), false)
			""";

	private final JdbcClient jdbc;

	CheckBulkRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Marks rows whose beneficiary is unknown, archived, or of the wrong kind for the
	 * rail. An inline one that does not exist yet is none of these.
	 */
	public int beneficiaries(UUID businessId, UUID bulkFileId) {
		return mark("INVALID", businessId, bulkFileId,
				"""
						WITH bad AS (
						  SELECT r.row_number,
						         CASE WHEN r.beneficiary_id IS NOT NULL THEN 'Beneficiary ID'
						              WHEN r.beneficiary_code IS NOT NULL THEN 'Beneficiary Code'
						              WHEN r.vpa IS NOT NULL THEN 'VPA' ELSE 'Account Number' END AS column_name,
						         CASE WHEN b.beneficiary_id IS NULL THEN 'BENEFICIARY_NOT_FOUND'
						              WHEN b.status <> 1 THEN 'BENEFICIARY_INACTIVE' ELSE 'RAIL_TARGET_MISMATCH' END AS code,
						         CASE WHEN b.beneficiary_id IS NULL THEN 'The business has no such beneficiary'
						              WHEN b.status <> 1 THEN 'The beneficiary is archived; reactivate it or pay another'
						              ELSE 'UPI pays to a VPA, every other rail to an account; the beneficiary has the other kind'
						              END AS message
						    FROM bulk_row r
						    LEFT JOIN %s ON true
						   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND %s
						     AND ((b.beneficiary_id IS NULL AND (r.beneficiary_id IS NOT NULL OR r.beneficiary_code IS NOT NULL))
						          OR b.status <> 1
						        OR (b.beneficiary_id IS NOT NULL AND (b.vpa IS NOT NULL) <> (r.rail = 'U')))
						)
						"""
					.formatted(TARGET, NOT_RELEASED));
	}

	/** Marks rows that pay what an earlier row of the file pays. */
	public int repeatedRows(UUID businessId, UUID bulkFileId) {
		return mark("DUPLICATE", businessId, bulkFileId, """
						WITH ranked AS MATERIALIZED (
				  SELECT row_number, merchant_reference_id, min(row_number) OVER (PARTITION BY fingerprint) AS first_row
				    FROM bulk_row
				   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND fingerprint IS NOT NULL
				     AND status <> 'INVALID'
				), bad AS (
				  SELECT row_number, 'Merchant Reference' AS column_name, 'DUPLICATE_IN_FILE' AS code,
				         CASE WHEN merchant_reference_id IS NOT NULL
				              THEN 'Row ' || first_row || ' has the same merchant reference'
				              ELSE 'Row ' || first_row || ' pays the same, and no merchant reference tells them apart'
				              END AS message
				    FROM ranked
				   WHERE row_number > first_row
				)
				""");
	}

	/**
	 * Marks rows whose merchant reference a payout has that did not fail, of whatever
	 * source; a failed one may be paid again.
	 * @param within how far back payouts are looked at
	 */
	public int earlierPayouts(UUID businessId, UUID bulkFileId, Duration within) {
		return this.jdbc.sql("""
				WITH bad AS (
				  SELECT DISTINCT ON (r.row_number) r.row_number, 'Merchant Reference' AS column_name,
				         'ALREADY_PAID' AS code,
				         'Payout ' || p.transaction_id || ' has the same merchant reference' AS message
				    FROM payout p
				    JOIN bulk_row r ON r.business_id = :businessId AND r.bulk_file_id = :bulkFileId
				                   AND r.merchant_reference_id = p.merchant_reference_id AND r.status = 'VALID'
				   WHERE p.business_id = :businessId AND p.payout_id >= :from AND p.status <> 12
				     AND p.bulk_file_id IS DISTINCT FROM :bulkFileId AND %s
				   ORDER BY r.row_number, p.payout_id
				)
				""".formatted(NOT_RELEASED) + MARK)
			.param("status", "DUPLICATE")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("from", new Window(Instant.now().minus(within), null).fromId())
			.update();
	}

	/**
	 * For the rest of the caller's transaction. Rows that were copied a moment ago have
	 * no statistics; the planner takes them for few, and a loop within a loop over a
	 * large file would not end.
	 */
	public void joinByHash() {
		this.jdbc.sql("SET LOCAL enable_nestloop = off").update();
	}

	private int mark(String status, UUID businessId, UUID bulkFileId, String bad) {
		return this.jdbc.sql(bad + MARK)
			.param("status", status)
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.update();
	}

}

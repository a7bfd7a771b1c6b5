package dev.hundi.beneficiary;

import java.util.UUID;
import java.util.stream.IntStream;

import dev.hundi.payout.PublicCode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Registers the beneficiaries that rows of a bulk file describe and the business does not
 * have, by the uniqueness rule of {@link Beneficiaries#create}.
 */
@Component
public class RegisterRowTargets {

	private final JdbcClient jdbc;

	RegisterRowTargets(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Registers those of valid rows of a range, each with its CREATED event, in the
	 * caller's transaction; {@code bulk_row.described_by} names the row that describes
	 * each. In the order of their targets, so that concurrent ranges cannot deadlock.
	 * @param from first row
	 * @param to the row after the last
	 * @return number of new beneficiaries
	 * @throws org.springframework.dao.DuplicateKeyException if a code was taken
	 */
	public int register(UUID businessId, UUID bulkFileId, int from, int to) {
		int missing = missing(businessId, bulkFileId, from, to);
		return (missing == 0) ? 0 : insert(businessId, bulkFileId, from, to, missing);
	}

	private int missing(UUID businessId, UUID bulkFileId, int from, int to) {
		return bound(this.jdbc.sql("SELECT count(*) FROM (" + NEW + ") AS fresh"), businessId, bulkFileId, from, to)
			.query(Integer.class)
			.single();
	}

	private int insert(UUID businessId, UUID bulkFileId, int from, int to, int missing) {
		return bound(this.jdbc
			.sql("""
					WITH fresh AS (
					  SELECT *, row_number() OVER (ORDER BY account_number, ifsc, lower(vpa)) AS position FROM (%s) AS fresh
					), b AS (
					  INSERT INTO beneficiary (business_id, beneficiary_code, name, email, phone_number, account_number, ifsc, vpa)
					  SELECT :businessId, code.code, described.name, described.email, described.phone_number,
					         described.account_number, described.ifsc, described.vpa
					    FROM fresh
					    JOIN unnest(:codes::text[]) WITH ORDINALITY AS code (code, position) ON code.position = fresh.position
					   CROSS JOIN LATERAL (
					     SELECT d.* FROM bulk_row d
					      WHERE d.business_id = :businessId AND d.bulk_file_id = :bulkFileId
					        AND d.row_number = coalesce(fresh.described_by, fresh.row_number)
					     OFFSET 0
					   ) described
					   ORDER BY fresh.position
					  ON CONFLICT DO NOTHING
					  RETURNING *
					), event AS (
					  INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
					  SELECT b.business_id, b.beneficiary_id, 1, 'CREATED', beneficiary_snapshot(b::beneficiary) FROM b
					)
					SELECT count(*) FROM b
					"""
				.formatted(NEW)), businessId, bulkFileId, from, to)
			.param("codes",
					IntStream.range(0, missing).mapToObj((i) -> PublicCode.random("BEN", 8)).toArray(String[]::new))
			.query(Integer.class)
			.single();
	}

	/** The first row of each target that is not yet a beneficiary. */
	private static final String NEW = """
			SELECT DISTINCT ON (r.account_number, r.ifsc, lower(r.vpa))
			       r.row_number, r.described_by, r.account_number, r.ifsc, r.vpa
			  FROM bulk_row r
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.row_number >= :from
			   AND r.row_number < :to AND r.status = 'VALID' AND r.beneficiary_id IS NULL AND r.beneficiary_code IS NULL
			   AND r.phone_number IS NOT NULL
			   AND NOT EXISTS (SELECT FROM beneficiary t WHERE t.business_id = :businessId
			                      AND t.account_number = r.account_number AND t.ifsc = r.ifsc)
			   AND NOT EXISTS (SELECT FROM beneficiary t WHERE t.business_id = :businessId AND t.vpa IS NOT NULL
			                      AND lower(t.vpa) = lower(r.vpa))
			 ORDER BY r.account_number, r.ifsc, lower(r.vpa), r.row_number
			""";

	private static JdbcClient.StatementSpec bound(JdbcClient.StatementSpec sql, UUID businessId, UUID bulkFileId,
			int from, int to) {
		return sql.param("businessId", businessId).param("bulkFileId", bulkFileId).param("from", from).param("to", to);
	}

}

package dev.hundi.bulk;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

import dev.hundi.bulk.ReleaseBulkRows.Range;
import dev.hundi.list.Window;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Checks the rows of a file against the database, all at once. Each check updates only
 * rows with an error, and is idempotent.
 */
@Component
public class CheckBulkRows {

	/**
	 * Rows with the beneficiary that they reference, in any status, and whether it
	 * differs from the one of {@link #rememberPayees}. Of rows that describe a
	 * beneficiary, only those whose beneficiary is archived.
	 */
	private static final String TARGETS = """
			SELECT r.row_number, r.rail, 'Beneficiary ID' AS column_name, t.beneficiary_id, t.status, t.vpa,
			       (l.last_sequence = t.last_sequence OR NOT is_payee_changed(t.business_id, t.beneficiary_id, l.last_sequence))
			       IS NOT TRUE AS is_changed
			  FROM bulk_row r
			  LEFT JOIN beneficiary t ON t.business_id = :businessId AND t.beneficiary_id = r.beneficiary_id
			                         AND t.erased_at IS NULL
			  LEFT JOIN bulk_payee l ON l.business_id = :businessId AND l.bulk_file_id = :bulkFileId
			                        AND l.beneficiary_id = t.beneficiary_id
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.beneficiary_id IS NOT NULL
			   AND :ids
			UNION ALL
			SELECT r.row_number, r.rail, 'Beneficiary Code', t.beneficiary_id, t.status, t.vpa,
			       (l.last_sequence = t.last_sequence OR NOT is_payee_changed(t.business_id, t.beneficiary_id, l.last_sequence))
			       IS NOT TRUE
			  FROM bulk_row r
			  LEFT JOIN beneficiary t ON t.business_id = :businessId AND t.beneficiary_code = r.beneficiary_code
			                         AND t.erased_at IS NULL
			  LEFT JOIN bulk_payee l ON l.business_id = :businessId AND l.bulk_file_id = :bulkFileId
			                        AND l.beneficiary_id = t.beneficiary_id
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.beneficiary_code IS NOT NULL
			   AND r.beneficiary_id IS NULL AND :codes
			UNION ALL
			SELECT r.row_number, r.rail, 'Account Number', t.beneficiary_id, t.status, t.vpa, false
			  FROM beneficiary t
			  JOIN bulk_row r ON r.account_number = t.account_number AND r.ifsc = t.ifsc
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.beneficiary_id IS NULL
			   AND r.beneficiary_code IS NULL AND t.business_id = :businessId AND t.status <> 1
			UNION ALL
			SELECT r.row_number, r.rail, 'VPA', t.beneficiary_id, t.status, t.vpa, false
			  FROM beneficiary t
			  JOIN bulk_row r ON lower(r.vpa) = lower(t.vpa)
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.beneficiary_id IS NULL
			   AND r.beneficiary_code IS NULL AND t.business_id = :businessId AND t.status <> 1
			""";

	private static final String NOT_RELEASED = """
			NOT EXISTS (SELECT FROM payout own
			             WHERE own.business_id = :businessId AND own.bulk_file_id = :bulkFileId
			               AND own.bulk_row_number = r.row_number)""";

	/**
	 * Whether a payout {@code p} is recent enough to be compared. A scheduled one is paid
	 * up to three months after its acceptance.
	 */
	private static final String RECENT = """
			(p.payout_id >= :from OR p.completed_at IS NULL OR p.completed_at >= :since::timestamptz)""";

	private static final String IN_RANGE = "r.row_number >= :from AND r.row_number < :to";

	private static final Range ALL_ROWS = new Range(1, Integer.MAX_VALUE);

	/**
	 * Appends an error to each row of {@code bad}, unless the row has one of the same
	 * column and code.
	 */
	private static final String MARK = """
			UPDATE bulk_row r
			   SET status = CASE WHEN r.status = 'INVALID' THEN r.status ELSE :status END,
			       errors = coalesce(r.errors, '[]') || jsonb_build_array(jsonb_build_object(
			         'column', bad.column_name, 'code', bad.code, 'message', bad.message, 'value', NULL))
			  FROM bad
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.row_number = bad.row_number
			   AND NOT coalesce(r.errors @> jsonb_build_array(jsonb_build_object('column', bad.column_name, 'code', bad.code)),
			                    false)
			""";

	/** Like {@link #MARK}, for warnings. */
	private static final String WARN = """
			UPDATE bulk_row r
			   SET warnings = coalesce(r.warnings, '[]') || jsonb_build_array(jsonb_build_object(
			         'column', odd.column_name, 'code', odd.code, 'message', odd.message, 'value', NULL))
			  FROM odd
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.row_number = odd.row_number
			   AND NOT coalesce(r.warnings @> jsonb_build_array(jsonb_build_object('code', odd.code)), false)
			""";

	/**
	 * Of a file of so many rows, one payout is read to learn whether its references are
	 * new.
	 */
	private static final int ROWS_PER_NEARBY_PAYOUT = 10;

	private final JdbcClient jdbc;

	CheckBulkRows(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads once what the checks need to know of the rows. References are compared by
	 * digests, of which equal ones only cause the full comparison.
	 */
	public BulkContents contents(UUID businessId, UUID bulkFileId) {
		return this.jdbc
			.sql("""
					SELECT count(*) AS rows, coalesce(bool_or(beneficiary_id IS NOT NULL), false) AS ids,
					       coalesce(bool_or(beneficiary_code IS NOT NULL), false) AS codes,
					       coalesce(bool_or(account_number IS NOT NULL), false) AS accounts,
					       coalesce(bool_or(vpa IS NOT NULL), false) AS vpas,
					       coalesce(bool_or(phone_number IS NULL), false) AS without_phone_number,
					       count(fingerprint) > count(DISTINCT hashtextextended(coalesce(lower(merchant_reference_id), fingerprint::text), 0))
					                            FILTER (WHERE fingerprint IS NOT NULL) AS alike,
					       min(lower(merchant_reference_id)) AS first_reference, max(lower(merchant_reference_id)) AS last_reference
					  FROM bulk_row
					 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
					""")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.query(BulkContents.class)
			.single();
	}

	/**
	 * Remembers the beneficiaries that rows name by id or code as they are now. The rows
	 * that people see before the release are rows to these names and targets.
	 */
	public void rememberPayees(UUID businessId, UUID bulkFileId, BulkContents contents) {
		this.jdbc
			.sql("""
					INSERT INTO bulk_payee (business_id, bulk_file_id, beneficiary_id, last_sequence)
					SELECT r.business_id, r.bulk_file_id, t.beneficiary_id, t.last_sequence
					  FROM bulk_row r
					  JOIN beneficiary t ON t.business_id = :businessId AND t.beneficiary_id = r.beneficiary_id
					 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND :ids
					 UNION
					SELECT r.business_id, r.bulk_file_id, t.beneficiary_id, t.last_sequence
					  FROM bulk_row r
					  JOIN beneficiary t ON t.business_id = :businessId AND t.beneficiary_code = r.beneficiary_code
					 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.beneficiary_id IS NULL AND :codes
					ON CONFLICT DO NOTHING
					""")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("ids", contents.ids())
			.param("codes", contents.codes())
			.update();
	}

	/**
	 * Marks rows whose beneficiary is unknown, archived, changed since
	 * {@link #rememberPayees}, or of the wrong kind for the rail. A described beneficiary
	 * that does not exist yet is valid if the row has a phone number.
	 */
	public int beneficiaries(UUID businessId, UUID bulkFileId, BulkContents contents) {
		return beneficiaries(businessId, bulkFileId, contents, ALL_ROWS);
	}

	/**
	 * The same for a range of rows. While ranges are released beside each other, a
	 * transaction does not see the payouts of the other ranges, so it must not judge
	 * their rows.
	 */
	int beneficiaries(UUID businessId, UUID bulkFileId, BulkContents contents, Range range) {
		int withoutPhoneNumber = contents.withoutPhoneNumber() ? phoneNumbers(businessId, bulkFileId, range) : 0;
		return withoutPhoneNumber + marking("INVALID", businessId, bulkFileId,
				"""
						WITH bad AS (
						  SELECT r.row_number, r.column_name,
						         CASE WHEN r.beneficiary_id IS NULL THEN 'BENEFICIARY_NOT_FOUND'
						              WHEN r.status <> 1 THEN 'BENEFICIARY_INACTIVE' WHEN r.is_changed THEN 'BENEFICIARY_CHANGED'
						              ELSE 'RAIL_TARGET_MISMATCH' END AS code,
						         CASE WHEN r.beneficiary_id IS NULL THEN 'The business has no such beneficiary'
						              WHEN r.status <> 1 THEN 'The beneficiary is archived; reactivate it or pay another'
						              WHEN r.is_changed
						              THEN 'Name, account or VPA of the beneficiary changed after the upload; upload the row again'
						              ELSE 'UPI pays to a VPA, every other rail to an account; the beneficiary has the other kind'
						              END AS message
						    FROM (%s) AS r
						   WHERE (r.beneficiary_id IS NULL OR r.status <> 1 OR r.is_changed
						          OR (r.vpa IS NOT NULL) <> (r.rail = 'U')) AND %s AND %s
						)
						"""
					.formatted(TARGETS, NOT_RELEASED, IN_RANGE))
			.param("from", range.from())
			.param("to", range.to())
			.param("ids", contents.ids())
			.param("codes", contents.codes())
			.update();
	}

	/** Marks rows that describe a beneficiary to be registered without a phone number. */
	private int phoneNumbers(UUID businessId, UUID bulkFileId, Range range) {
		return marking("INVALID", businessId, bulkFileId,
				"""
						WITH bad AS (
						  SELECT r.row_number, 'Phone' AS column_name, 'REQUIRED' AS code,
						         'Phone is required for a beneficiary that is not registered' AS message
						    FROM bulk_row r
						    LEFT JOIN beneficiary a ON a.business_id = :businessId AND a.account_number = r.account_number
						                           AND a.ifsc = r.ifsc
						    LEFT JOIN beneficiary v ON v.business_id = :businessId AND lower(v.vpa) = lower(r.vpa)
						   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.phone_number IS NULL
						     AND r.beneficiary_id IS NULL AND r.beneficiary_code IS NULL AND a.beneficiary_id IS NULL
						     AND v.beneficiary_id IS NULL AND ((r.account_number IS NOT NULL AND r.ifsc IS NOT NULL) OR r.vpa IS NOT NULL)
						     AND NOT coalesce(r.errors @> '[{"column": "Phone"}]', false) AND %s AND %s
						)
						"""
					.formatted(NOT_RELEASED, IN_RANGE))
			.param("from", range.from())
			.param("to", range.to())
			.update();
	}

	/**
	 * Marks valid rows whose amount is outside the present limits, which may have changed
	 * since the file was loaded.
	 * @param maxPayoutPaise maximum of the business besides the rail's, or null
	 */
	public int limits(UUID businessId, UUID bulkFileId, RailLimits limits, @Nullable Long maxPayoutPaise) {
		Rail[] rails = Rail.values();
		return marking("INVALID", businessId, bulkFileId,
				"""
						WITH bad AS (
						  SELECT r.row_number, 'Amount' AS column_name,
						         CASE WHEN r.amount_paise < l.min_paise THEN 'AMOUNT_BELOW_RAIL_MINIMUM'
						              ELSE 'AMOUNT_ABOVE_RAIL_MAXIMUM' END AS code,
						         CASE WHEN r.amount_paise < l.min_paise THEN 'Amount is below the minimum of ' || l.name
						              WHEN r.amount_paise > l.max_paise THEN 'Amount is above the maximum of ' || l.name
						              ELSE 'Amount is above the business''s limit for one payout' END AS message
						    FROM bulk_row r
						    JOIN unnest(:rails::text[], :names::text[], :mins::bigint[], :maxs::bigint[])
						         AS l (rail, name, min_paise, max_paise) ON l.rail = r.rail
						   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID'
						     AND r.amount_paise NOT BETWEEN l.min_paise AND least(l.max_paise, cast(:maxPayout AS bigint)) AND %s
						)
						"""
					.formatted(NOT_RELEASED))
			.param("rails", Arrays.stream(rails).map(Rail::code).toArray(String[]::new))
			.param("names", Arrays.stream(rails).map(Rail::name).toArray(String[]::new))
			.param("mins", Arrays.stream(rails).map(limits::minPaise).toArray(Long[]::new))
			.param("maxs", Arrays.stream(rails).map(limits::maxPaise).toArray(Long[]::new))
			.param("maxPayout", maxPayoutPaise)
			.update();
	}

	/**
	 * Warns of valid rows whose name is not that of the registered beneficiary which they
	 * pay. Case, blanks and punctuation do not count.
	 */
	public int names(UUID businessId, UUID bulkFileId, BulkContents contents) {
		return this.jdbc
			.sql("""
					WITH payee AS (
					  SELECT r.row_number, r.name, t.name AS registered
					    FROM bulk_row r
					    JOIN beneficiary t ON t.business_id = :businessId AND t.beneficiary_id = r.beneficiary_id
					   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID' AND r.name <> t.name
					     AND :ids
					   UNION ALL
					  SELECT r.row_number, r.name, t.name
					    FROM bulk_row r
					    JOIN beneficiary t ON t.business_id = :businessId AND t.beneficiary_code = r.beneficiary_code
					   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID' AND r.name <> t.name
					     AND r.beneficiary_id IS NULL AND :codes
					   UNION ALL
					  SELECT r.row_number, r.name, t.name
					    FROM bulk_row r
					    JOIN beneficiary t ON t.business_id = :businessId AND t.account_number = r.account_number AND t.ifsc = r.ifsc
					   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID' AND r.name <> t.name
					     AND :accounts
					   UNION ALL
					  SELECT r.row_number, r.name, t.name
					    FROM bulk_row r
					    JOIN beneficiary t ON t.business_id = :businessId AND lower(t.vpa) = lower(r.vpa)
					   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID' AND r.name <> t.name
					     AND :vpas
					), odd AS (
					  SELECT row_number, 'Name' AS column_name, 'NAME_DIFFERS' AS code,
					         'The beneficiary is registered as ' || registered || ' and is paid under that name' AS message
					    FROM payee
					   WHERE translate(lower(name), :ignored, '') <> translate(lower(registered), :ignored, '')
					)
					"""
					+ WARN)
			.param("ignored", " .,'-/&()")
			.param("ids", contents.ids())
			.param("codes", contents.codes())
			.param("accounts", contents.accounts())
			.param("vpas", contents.vpas())
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.update();
	}

	/** Warns of valid rows whose merchant references differ only in case. */
	public int references(UUID businessId, UUID bulkFileId) {
		return this.jdbc.sql("""
				WITH valid AS (
				  SELECT row_number, merchant_reference_id, lower(merchant_reference_id) AS folded
				    FROM bulk_row
				   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND status = 'VALID'
				     AND merchant_reference_id IS NOT NULL
				), alike AS (
				  SELECT folded, min(row_number) AS first_row FROM valid GROUP BY folded HAVING count(*) > 1
				), odd AS (
				  SELECT valid.row_number, 'Merchant Reference' AS column_name, 'REFERENCE_DIFFERS_IN_CASE' AS code,
				         'The merchant reference of row ' || first_row || ' differs only in case' AS message
				    FROM alike
				    JOIN valid ON valid.folded = alike.folded AND valid.row_number > alike.first_row
				)
				""" + WARN).param("businessId", businessId).param("bulkFileId", bulkFileId).update();
	}

	/** Marks rows that repeat an earlier payment of the file. */
	public int repeatedRows(UUID businessId, UUID bulkFileId) {
		return marking("DUPLICATE", businessId, bulkFileId, """
				WITH repeated AS (
				  SELECT fingerprint, min(row_number) AS first_row
				    FROM bulk_row
				   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND fingerprint IS NOT NULL
				     AND status <> 'INVALID'
				   GROUP BY fingerprint
				  HAVING count(*) > 1
				), bad AS (
				  SELECT r.row_number, 'Merchant Reference' AS column_name, 'DUPLICATE_IN_FILE' AS code,
				         CASE WHEN r.merchant_reference_id IS NOT NULL
				              THEN 'Row ' || first_row || ' has the same merchant reference'
				              ELSE 'Row ' || first_row || ' pays the same, and no merchant reference distinguishes them'
				              END AS message
				    FROM repeated
				    JOIN bulk_row r ON r.business_id = :businessId AND r.bulk_file_id = :bulkFileId
				                   AND r.fingerprint = repeated.fingerprint AND r.status <> 'INVALID'
				   WHERE r.row_number > first_row
				)
				""").update();
	}

	/**
	 * Marks rows whose merchant reference belongs to a payout that did not fail, of any
	 * source, and warns of those whose reference differs from it only in case. Looks each
	 * reference up by index, unless the file's references lie between those of other
	 * payouts, as consecutive numbers do.
	 * @param within age limit of the payouts compared, since their acceptance or their
	 * end; open ones have none
	 */
	public int earlierPayouts(UUID businessId, UUID bulkFileId, BulkContents contents, Duration within) {
		Window since = new Window(Instant.now().minus(within), null);
		if (contents.firstReference() == null || !hasPayoutsAmong(businessId, bulkFileId, contents, since)) {
			return 0;
		}
		return this.jdbc
			.sql("""
					WITH earlier AS (
					  SELECT r.row_number, 'Merchant Reference' AS column_name, found.transaction_id, found.is_same
					    FROM bulk_row r
					   CROSS JOIN LATERAL (
					     SELECT p.transaction_id, p.merchant_reference_id = r.merchant_reference_id AS is_same
					       FROM payout p
					      WHERE p.business_id = :businessId AND lower(p.merchant_reference_id) = lower(r.merchant_reference_id)
					        AND %s AND p.status <> 12 AND p.bulk_file_id IS DISTINCT FROM :bulkFileId
					      ORDER BY is_same DESC, p.payout_id
					      LIMIT 1) AS found
					   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID'
					     AND r.merchant_reference_id IS NOT NULL AND %s
					), odd AS (
					  SELECT row_number, column_name, 'REFERENCE_DIFFERS_IN_CASE' AS code,
					         'The merchant reference of payout ' || transaction_id || ' differs only in case' AS message
					    FROM earlier WHERE NOT is_same
					), warned AS (
					  %s
					), bad AS (
					  SELECT row_number, column_name, 'ALREADY_PAID' AS code,
					         'Payout ' || transaction_id || ' has the same merchant reference' AS message
					    FROM earlier WHERE is_same
					)
					"""
				.formatted(RECENT, NOT_RELEASED, WARN) + MARK)
			.param("status", "DUPLICATE")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("from", since.fromId())
			.param("since", since.sinceParameter())
			.update();
	}

	/**
	 * Whether other payouts have references between the lowest and the highest of the
	 * file, or too many do to be read.
	 */
	private boolean hasPayoutsAmong(UUID businessId, UUID bulkFileId, BulkContents contents, Window since) {
		return this.jdbc
			.sql("""
					SELECT count(*) = :nearby OR coalesce(bool_or(%s AND p.bulk_file_id IS DISTINCT FROM :bulkFileId), false)
					  FROM (SELECT payout_id, bulk_file_id, completed_at
					          FROM payout
					         WHERE business_id = :businessId AND merchant_reference_id IS NOT NULL
					           AND lower(merchant_reference_id) BETWEEN :firstReference AND :lastReference
					         ORDER BY lower(merchant_reference_id)
					         LIMIT :nearby) AS p
					"""
				.formatted(RECENT))
			.param("nearby", 1 + contents.rows() / ROWS_PER_NEARBY_PAYOUT)
			.param("from", since.fromId())
			.param("since", since.sinceParameter())
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("firstReference", contents.firstReference())
			.param("lastReference", contents.lastReference())
			.query(Boolean.class)
			.single();
	}

	/**
	 * Several valid rows may describe the same beneficiary: name, phone number and e-mail
	 * address of the lowest row with a phone number win, whichever is released first.
	 * Runs in the caller's transaction and updates only rows that differ.
	 */
	public int settleDescriptions(UUID businessId, UUID bulkFileId) {
		return this.jdbc.sql("""
				WITH described AS MATERIALIZED (
				  SELECT row_number, name, phone_number, email,
				         coalesce(account_number || ' ' || ifsc, lower(vpa)) AS target
				    FROM bulk_row
				   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND status = 'VALID'
				     AND beneficiary_id IS NULL AND beneficiary_code IS NULL AND phone_number IS NOT NULL
				), first AS (
				  SELECT target, min(row_number) AS row_number FROM described GROUP BY target HAVING count(*) > 1
				)
				UPDATE bulk_row r
				   SET described_by = lowest.row_number
				  FROM first
				  JOIN described lowest ON lowest.row_number = first.row_number
				  JOIN described other ON other.target = first.target AND other.row_number > first.row_number
				 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.row_number = other.row_number
				   AND (other.name, other.phone_number, other.email)
				       IS DISTINCT FROM (lowest.name, lowest.phone_number, lowest.email)
				   AND r.described_by IS DISTINCT FROM lowest.row_number
				""").param("businessId", businessId).param("bulkFileId", bulkFileId).update();
	}

	/**
	 * Forbids nested loops for the rest of the caller's transaction. Rows copied a moment
	 * ago have no statistics; the planner would assume few and loop over a large file.
	 */
	public void joinByHash() {
		this.jdbc.sql("SET LOCAL enable_nestloop = off").update();
	}

	private JdbcClient.StatementSpec marking(String status, UUID businessId, UUID bulkFileId, String bad) {
		return this.jdbc.sql(bad + MARK)
			.param("status", status)
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId);
	}

}

package dev.hundi.portal.bulk;

import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.portal.session.MerchantOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Whom a file would pay for the first time. */
@MerchantOnly
@Repository
class NewPayees {

	/** Rows of a file that are compared with the beneficiaries. */
	static final int COMPARED = 5_000;

	private static final int SHOWN = 50;

	private final JdbcClient jdbc;

	NewPayees(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Valid rows whose account or VPA is no beneficiary yet, the largest amounts first.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public Found of(UUID businessId, UUID bulkFileId) {
		List<Payee> largest = largest(businessId, bulkFileId);
		boolean isCut = this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM bulk_row
				                WHERE business_id = :business AND bulk_file_id = :file AND status = 'VALID'
				                  AND beneficiary_id IS NULL AND beneficiary_code IS NULL
				                ORDER BY row_number OFFSET :compared LIMIT 1)
				""")
			.param("business", businessId)
			.param("file", bulkFileId)
			.param("compared", COMPARED)
			.query(Boolean.class)
			.single();
		return new Found(largest, largest.isEmpty() ? 0 : largest.getFirst().ofRows, isCut ? COMPARED : null);
	}

	private List<Payee> largest(UUID businessId, UUID bulkFileId) {
		return this.jdbc
			.sql("""
					SELECT r.row_number, r.name, r.account_number, r.vpa, r.amount_paise, count(*) OVER () AS of_rows
					  FROM (SELECT * FROM bulk_row
					         WHERE business_id = :business AND bulk_file_id = :file AND status = 'VALID'
					           AND beneficiary_id IS NULL AND beneficiary_code IS NULL
					         ORDER BY row_number LIMIT :compared) AS r
					 WHERE NOT EXISTS (SELECT FROM beneficiary b
					                    WHERE b.business_id = r.business_id AND b.account_number = r.account_number AND b.ifsc = r.ifsc)
					   AND NOT EXISTS (SELECT FROM beneficiary b WHERE b.business_id = r.business_id AND lower(b.vpa) = lower(r.vpa))
					 ORDER BY r.amount_paise DESC, r.row_number
					 LIMIT :shown
					""")
			.param("business", businessId)
			.param("file", bulkFileId)
			.param("compared", COMPARED)
			.param("shown", SHOWN)
			.query(Payee.class)
			.list();
	}

	/**
	 * What a file pays to new beneficiaries.
	 *
	 * @param largest not all of them
	 * @param rows all that were found
	 * @param compared how many rows were compared, or null for all
	 */
	record Found(List<Payee> largest, long rows, @Nullable Integer compared) {

		Found {
			largest = List.copyOf(largest);
		}

		/** The number of shown rows, or null for all. */
		public @Nullable Integer shown() {
			return (this.rows > this.largest.size()) ? this.largest.size() : null;
		}

		public boolean isEmpty() {
			return this.rows == 0 && this.compared == null;
		}

	}

	/**
	 * Whom a row pays.
	 *
	 * @param ofRows rows that pay new beneficiaries
	 */
	record Payee(int rowNumber, String name, @Nullable String accountNumber, @Nullable String vpa, long amountPaise,
			long ofRows) {

		public String account() {
			return (this.accountNumber != null) ? this.accountNumber : Objects.requireNonNull(this.vpa);
		}

	}

}

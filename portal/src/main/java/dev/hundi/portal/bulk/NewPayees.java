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
	public List<Payee> of(UUID businessId, UUID bulkFileId) {
		return this.jdbc
			.sql("""
					SELECT r.row_number, r.name, r.account_number, r.vpa, r.amount_paise
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

	/** Whom a row pays. */
	record Payee(int rowNumber, String name, @Nullable String accountNumber, @Nullable String vpa, long amountPaise) {

		public String account() {
			return (this.accountNumber != null) ? this.accountNumber : Objects.requireNonNull(this.vpa);
		}

	}

}

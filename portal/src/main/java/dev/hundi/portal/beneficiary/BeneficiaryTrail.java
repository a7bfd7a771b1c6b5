package dev.hundi.portal.beneficiary;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What happened to a beneficiary, and what banks report about its name. */
@MerchantOnly
@Repository
class BeneficiaryTrail {

	private static final int MOST = 200;

	private final JdbcClient jdbc;

	BeneficiaryTrail(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The newest first. */
	@Transactional(propagation = Propagation.MANDATORY)
	public List<Entry> of(UUID businessId, UUID beneficiaryId) {
		return this.jdbc
			.sql("""
					SELECT created_at AS at, kind AS what, concat_ws(', ', snapshot ->> 'name', snapshot ->> 'accountNumber',
					       snapshot ->> 'ifsc', snapshot ->> 'vpa') AS detail, reason
					  FROM beneficiary_event WHERE business_id = :business AND beneficiary_id = :beneficiary
					UNION ALL
					SELECT answered_at, 'VERIFICATION_' || state, registered_name, NULL
					  FROM beneficiary_verification
					 WHERE business_id = :business AND beneficiary_id = :beneficiary AND answered_at IS NOT NULL
					UNION ALL
					SELECT requested_at, 'NAME_REQUESTED', name, NULL
					  FROM name_verification WHERE beneficiary_id = :beneficiary AND business_id = :business
					UNION ALL
					SELECT checked_at, 'NAME_' || result, concat_ws(', ', name_at_bank, score), NULL
					  FROM name_verification
					 WHERE beneficiary_id = :beneficiary AND business_id = :business AND result IS NOT NULL
					 ORDER BY at DESC
					 LIMIT :most
					""")
			.param("business", businessId)
			.param("beneficiary", beneficiaryId)
			.param("most", MOST)
			.query((row, number) -> new Entry(Timestamps.instant(row, "at"), row.getString("what"),
					row.getString("detail"), row.getString("reason")))
			.list();
	}

	/**
	 * An entry.
	 *
	 * @param at UTC
	 * @param what kind of the event, or state of a verification
	 * @param detail the beneficiary after the event, or the holder name at the bank
	 */
	record Entry(Instant at, String what, @Nullable String detail, @Nullable String reason) {
	}

}

package dev.hundi.verification;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The name verifications, as those read them who asked. */
@Repository
public class NameVerifications {

	private final JdbcClient jdbc;

	NameVerifications(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The newest verification of a beneficiary, finished or not. */
	public Optional<NameVerification> newest(UUID businessId, UUID beneficiaryId) {
		return this.jdbc.sql("""
				SELECT %s FROM name_verification
				 WHERE beneficiary_id = :beneficiaryId AND business_id = :businessId
				 ORDER BY verification_id DESC LIMIT 1
				""".formatted(NameVerification.COLUMNS))
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.query(NameVerification::read)
			.optional();
	}

	/** The newest verification of each of some beneficiaries that has one. */
	public Map<UUID, NameVerification> newest(UUID businessId, Collection<UUID> beneficiaryIds) {
		Map<UUID, NameVerification> newest = new HashMap<>();
		this.jdbc.sql("""
				SELECT v.beneficiary_id, %s
				  FROM unnest(:ids::uuid[]) AS wanted (id)
				 CROSS JOIN LATERAL (SELECT beneficiary_id, %s FROM name_verification
				                      WHERE beneficiary_id = wanted.id AND business_id = :businessId
				                      ORDER BY verification_id DESC LIMIT 1) AS v
				""".formatted(NameVerification.COLUMNS, NameVerification.COLUMNS))
			.param("ids", beneficiaryIds.toArray(UUID[]::new))
			.param("businessId", businessId)
			.query((row) -> {
				newest.put(row.getObject("beneficiary_id", UUID.class), NameVerification.read(row, 0));
			});
		return newest;
	}

	/** The newest verification of the settlement account of a business in onboarding. */
	public Optional<NameVerification> ofSettlementAccount(UUID businessId) {
		return this.jdbc.sql("""
				SELECT %s FROM settlement_account_verification
				 WHERE business_id = :businessId ORDER BY verification_id DESC LIMIT 1
				""".formatted(NameVerification.COLUMNS))
			.param("businessId", businessId)
			.query(NameVerification::read)
			.optional();
	}

	Optional<NameVerification> running(UUID businessId, UUID beneficiaryId) {
		return this.jdbc.sql("""
				SELECT %s FROM name_verification
				 WHERE beneficiary_id = :beneficiaryId AND business_id = :businessId AND result IS NULL
				""".formatted(NameVerification.COLUMNS))
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.query(NameVerification::read)
			.optional();
	}

}

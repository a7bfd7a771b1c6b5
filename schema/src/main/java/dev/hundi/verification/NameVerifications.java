package dev.hundi.verification;

import java.sql.Types;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.beneficiary.Beneficiary;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The name verifications, as those read them who asked. */
@Repository
public class NameVerifications {

	/**
	 * A verification whose beneficiary has another name or target by now tells nothing of
	 * the beneficiary.
	 */
	private static final String OF_THE_PRESENT_TARGET = """
			EXISTS (SELECT FROM beneficiary b
			         WHERE b.business_id = v.business_id AND b.beneficiary_id = v.beneficiary_id
			           AND (b.name, b.account_number, b.ifsc, b.vpa)
			               IS NOT DISTINCT FROM (v.name, v.account_number, v.ifsc, v.vpa))""";

	private final JdbcClient jdbc;

	NameVerifications(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The newest verification of the present name and target of a beneficiary, finished
	 * or not.
	 */
	public Optional<NameVerification> newest(UUID businessId, UUID beneficiaryId) {
		return this.jdbc.sql("""
				SELECT %s FROM name_verification v
				 WHERE beneficiary_id = :beneficiaryId AND business_id = :businessId AND %s
				 ORDER BY verification_id DESC LIMIT 1
				""".formatted(NameVerification.COLUMNS, OF_THE_PRESENT_TARGET))
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.query(NameVerification::read)
			.optional();
	}

	/** The same of each of some beneficiaries that has one. */
	public Map<UUID, NameVerification> newest(UUID businessId, Collection<UUID> beneficiaryIds) {
		Map<UUID, NameVerification> newest = new HashMap<>();
		this.jdbc.sql("""
				SELECT v.beneficiary_id, %s
				  FROM unnest(:ids::uuid[]) AS wanted (id)
				 CROSS JOIN LATERAL (SELECT beneficiary_id, %s FROM name_verification v
				                      WHERE beneficiary_id = wanted.id AND business_id = :businessId AND %s
				                      ORDER BY verification_id DESC LIMIT 1) AS v
				""".formatted(NameVerification.COLUMNS, NameVerification.COLUMNS, OF_THE_PRESENT_TARGET))
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

	/**
	 * The verification of a name and target that has no result yet, or that was requested
	 * with the same key.
	 */
	Optional<NameVerification> running(Beneficiary beneficiary, @Nullable String idempotencyKey) {
		return this.jdbc
			.sql("""
					SELECT %s FROM name_verification
					 WHERE beneficiary_id = :beneficiaryId AND business_id = :businessId
					   AND (result IS NULL OR idempotency_key = :idempotencyKey)
					   AND (name, account_number, ifsc, vpa) IS NOT DISTINCT FROM (:name, :accountNumber::text, :ifsc::text, :vpa::text)
					 ORDER BY idempotency_key = :idempotencyKey DESC NULLS LAST, verification_id DESC LIMIT 1
					"""
				.formatted(NameVerification.COLUMNS))
			.param("businessId", beneficiary.businessId())
			.param("beneficiaryId", beneficiary.beneficiaryId())
			.param("idempotencyKey", idempotencyKey, Types.VARCHAR)
			.param("name", beneficiary.name())
			.param("accountNumber", beneficiary.accountNumber())
			.param("ifsc", beneficiary.ifsc())
			.param("vpa", beneficiary.vpa())
			.query(NameVerification::read)
			.optional();
	}

}

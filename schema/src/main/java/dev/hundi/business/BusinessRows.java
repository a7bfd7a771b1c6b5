package dev.hundi.business;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

import org.springframework.data.jdbc.repository.query.Modifying;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.Repository;

/**
 * The table {@code business}.
 */
interface BusinessRows extends Repository<Business, UUID> {

	Business save(Business business);

	Optional<Business> findById(UUID businessId);

	Optional<Business> findByBusinessCode(String businessCode);

	@Modifying
	@Query("""
			UPDATE business SET api_access_enabled = :enabled
			 WHERE business_id = :businessId AND api_access_enabled <> :enabled AND relation_ended_at IS NULL
			   AND (NOT :enabled OR EXISTS (SELECT FROM wallet w WHERE w.business_id = :businessId))
			""")
	int switchApiAccess(UUID businessId, boolean enabled);

	@Modifying
	@Query("""
			UPDATE business SET relation_ended_at = now()
			 WHERE business_id = :businessId AND relation_ended_at IS NULL AND NOT api_access_enabled
			   AND NOT EXISTS (SELECT FROM wallet w WHERE w.business_id = :businessId AND w.balance_paise <> 0)
			   AND NOT EXISTS (SELECT FROM payout p WHERE p.business_id = :businessId AND p.status IN (3, 4))
			   AND NOT is_releasing_files(:businessId)
			""")
	int endRelation(UUID businessId);

	@Modifying
	@Query("""
			UPDATE business SET relation_ended_at = NULL
			 WHERE business_id = :businessId AND relation_ended_at IS NOT NULL
			   AND NOT EXISTS (SELECT FROM onboarding_case c WHERE c.business_id = :businessId AND c.erased_at IS NOT NULL)
			""")
	int resumeRelation(UUID businessId);

	@Modifying
	@Query("""
			UPDATE business
			   SET reserve_percent = :reserve, min_balance_paise = :minimum, queue_if_low_balance = :queues
			 WHERE business_id = :businessId AND reserve_percent = :oldReserve AND min_balance_paise = :oldMinimum
			   AND queue_if_low_balance = :oldQueues
			""")
	int changeWalletRules(UUID businessId, BigDecimal reserve, long minimum, boolean queues, BigDecimal oldReserve,
			long oldMinimum, boolean oldQueues);

	@Modifying
	@Query("""
			UPDATE business SET gstin = :gstin, registered_address = :address WHERE business_id = :businessId
			""")
	int setRegistration(UUID businessId, String gstin, String address);

}

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
			 WHERE business_id = :businessId AND api_access_enabled <> :enabled
			   AND (NOT :enabled OR EXISTS (SELECT FROM wallet w WHERE w.business_id = :businessId))
			""")
	int switchApiAccess(UUID businessId, boolean enabled);

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

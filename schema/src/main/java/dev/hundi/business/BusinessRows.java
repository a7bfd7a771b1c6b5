package dev.hundi.business;

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

	Optional<Business> findByBusinessCode(String businessCode);

	@Modifying
	@Query("UPDATE business SET api_access_enabled = :enabled WHERE business_id = :businessId")
	int setApiAccess(UUID businessId, boolean enabled);

	@Modifying
	@Query("""
			UPDATE business SET gstin = :gstin, registered_address = :address WHERE business_id = :businessId
			""")
	int setRegistration(UUID businessId, String gstin, String address);

}

package dev.hundi.business;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.PublicCode;

import org.springframework.stereotype.Component;

/**
 * Registered businesses.
 */
@Component
public class Businesses {

	private final BusinessRows rows;

	Businesses(BusinessRows rows) {
		this.rows = rows;
	}

	/** Stores a business under a new id and code. It has no wallet and no API key yet. */
	public RegisteredBusiness register(NewBusiness business) {
		return this.rows.save(Business.of(business, PublicCode.random("BIZ", 8))).registered();
	}

	/**
	 * Enables or disables the signed API for a business.
	 * @throws IllegalArgumentException if the business does not exist
	 */
	public void apiAccess(UUID businessId, boolean enabled) {
		if (this.rows.setApiAccess(businessId, enabled) == 0) {
			throw new IllegalArgumentException("Unknown business " + businessId);
		}
	}

	/**
	 * Records what statements of a business say about it.
	 * @throws IllegalArgumentException if the business does not exist
	 */
	public void registration(UUID businessId, Registration registration) {
		if (this.rows.setRegistration(businessId, registration.gstin(), registration.address()) == 0) {
			throw new IllegalArgumentException("Unknown business " + businessId);
		}
	}

	public Optional<RegisteredBusiness> byCode(String businessCode) {
		return this.rows.findByBusinessCode(businessCode).map(Business::registered);
	}

}

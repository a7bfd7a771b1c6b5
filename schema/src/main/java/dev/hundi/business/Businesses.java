package dev.hundi.business;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.PublicCode;

import org.springframework.stereotype.Component;

/**
 * The registered businesses.
 */
@Component
public class Businesses {

	private final BusinessRows rows;

	Businesses(BusinessRows rows) {
		this.rows = rows;
	}

	/**
	 * Stores a business under a new id and code. It has no wallet and no API key yet.
	 */
	public RegisteredBusiness register(NewBusiness business) {
		return this.rows.save(Business.of(business, PublicCode.random("BIZ", 8))).registered();
	}

	/**
	 * Opens or closes the signed API to a business.
	 * @throws IllegalArgumentException if there is no such business
	 */
	public void apiAccess(UUID businessId, boolean enabled) {
		if (this.rows.setApiAccess(businessId, enabled) == 0) {
			throw new IllegalArgumentException("There is no business " + businessId);
		}
	}

	public Optional<RegisteredBusiness> byCode(String businessCode) {
		return this.rows.findByBusinessCode(businessCode).map(Business::registered);
	}

}

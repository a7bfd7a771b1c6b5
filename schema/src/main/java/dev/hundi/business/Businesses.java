package dev.hundi.business;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.PublicCode;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

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
	 * Enables or disables the signed API for a business. Copies of the API notice it
	 * within five seconds.
	 * @return false if it is so already, the business does not exist, the relation with
	 * it has ended, or it is to be enabled and has no wallet
	 */
	@Transactional
	public boolean switchApiAccess(UUID businessId, boolean enabled) {
		return this.rows.switchApiAccess(businessId, enabled) == 1;
	}

	/**
	 * Ends the relation with a business: what identified it is erased five years later.
	 * @return false if it has ended, API access is enabled, the wallet has a balance or
	 * open payouts, or a bulk file is being released
	 */
	@Transactional
	public boolean endRelation(UUID businessId) {
		return this.rows.endRelation(businessId) == 1;
	}

	/**
	 * Resumes the relation with a business.
	 * @return false if it has not ended, or what identified the business is erased
	 */
	@Transactional
	public boolean resumeRelation(UUID businessId) {
		return this.rows.resumeRelation(businessId) == 1;
	}

	/**
	 * Changes what a business may use of its wallet.
	 * @param before as the person who decides saw them
	 * @return false if they are others meanwhile, or the business does not exist
	 */
	@Transactional
	public boolean changeWalletRules(UUID businessId, WalletRules before, WalletRules after) {
		return this.rows.changeWalletRules(businessId, after.reservePercent(), after.minBalancePaise(),
				after.queueIfLowBalance(), before.reservePercent(), before.minBalancePaise(),
				before.queueIfLowBalance()) == 1;
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

	/**
	 * The code of a business.
	 * @throws IllegalArgumentException if the business does not exist
	 */
	String codeOf(UUID businessId) {
		return this.rows.findById(businessId)
			.orElseThrow(() -> new IllegalArgumentException("Unknown business " + businessId))
			.businessCode();
	}

	public Optional<RegisteredBusiness> byCode(String businessCode) {
		return this.rows.findByBusinessCode(businessCode).map(Business::registered);
	}

}

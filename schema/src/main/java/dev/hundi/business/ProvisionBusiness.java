package dev.hundi.business;

import java.util.UUID;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.wallet.Wallets;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Gives a business what it needs to move money: wallet, virtual account and the prices of
 * today as a plan of its own. API access is switched apart. A repetition changes nothing.
 */
@Component
public class ProvisionBusiness {

	private final Businesses businesses;

	private final Wallets wallets;

	private final PricePlans plans;

	ProvisionBusiness(Businesses businesses, Wallets wallets, PricePlans plans) {
		this.businesses = businesses;
		this.wallets = wallets;
		this.plans = plans;
	}

	/**
	 * Provisions a business whose onboarding is approved, and records what statements
	 * print.
	 * @param approvalId of the KYC approval, executed in the same transaction
	 * @return the virtual account number
	 */
	@Transactional
	public String provision(UUID businessId, Registration registration, UUID approvalId) {
		this.businesses.registration(businessId, registration);
		return provision(businessId, approvalId);
	}

	/**
	 * Provisions a business, whole or not at all.
	 * @param approvalId of the KYC approval, executed in the same transaction; null for
	 * the owner of the database
	 * @return the virtual account number
	 * @throws IllegalArgumentException if the business does not exist
	 */
	@Transactional
	public String provision(UUID businessId, @Nullable UUID approvalId) {
		String code = this.businesses.codeOf(businessId);
		this.wallets.provision(businessId, virtualAccountNumber(code));
		if (!this.plans.hasAny(businessId)) {
			this.plans.add(businessId, null, CommissionPlan.DEFAULT.slabs(), PricePlan.DEFAULT_VERIFICATION_PAISE,
					approvalId);
		}
		return this.wallets.virtualAccountNumber(businessId).orElseThrow();
	}

	/** Unique, because codes are. */
	private static String virtualAccountNumber(String businessCode) {
		return "HUNDI" + businessCode;
	}

}

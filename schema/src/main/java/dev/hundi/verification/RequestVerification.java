package dev.hundi.verification;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.business.PricePlans;
import dev.hundi.payout.Charge;
import dev.hundi.verification.VerificationRequest.InactiveBeneficiary;
import dev.hundi.verification.VerificationRequest.NoWallet;
import dev.hundi.verification.VerificationRequest.NotCovered;
import dev.hundi.verification.VerificationRequest.Running;
import dev.hundi.verification.VerificationRequest.UnknownBeneficiary;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Requests name verifications. stream-processors asks the bank; the price of the moment
 * of the request is charged with the result.
 */
@Component
public class RequestVerification {

	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	private final NameVerifications verifications;

	private final Beneficiaries beneficiaries;

	private final PricePlans prices;

	private final Wallets wallets;

	RequestVerification(JdbcClient jdbc, NameVerifications verifications, Beneficiaries beneficiaries,
			PricePlans prices, Wallets wallets) {
		this.jdbc = jdbc;
		this.verifications = verifications;
		this.beneficiaries = beneficiaries;
		this.prices = prices;
		this.wallets = wallets;
	}

	/** Requests the verification of a beneficiary without an idempotency key. */
	public VerificationRequest ofBeneficiary(UUID businessId, UUID beneficiaryId, String requestedBy) {
		return ofBeneficiary(businessId, beneficiaryId, requestedBy, null);
	}

	/**
	 * Requests the verification of a beneficiary, or finds the one of its name and target
	 * that is running or was requested with the same key.
	 * @param requestedBy {@code API}, or {@code PORTAL} and the person
	 */
	public VerificationRequest ofBeneficiary(UUID businessId, UUID beneficiaryId, String requestedBy,
			@Nullable String idempotencyKey) {
		Beneficiary beneficiary = this.beneficiaries.find(businessId, beneficiaryId).orElse(null);
		if (beneficiary == null) {
			return new UnknownBeneficiary();
		}
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			Optional<NameVerification> running = this.verifications.running(beneficiary, idempotencyKey);
			if (running.isPresent()) {
				return new Running(running.get(), false);
			}
			if (beneficiary.status() != BeneficiaryStatus.ACTIVE) {
				return new InactiveBeneficiary();
			}
			WalletSnapshot wallet = this.wallets.snapshot(businessId).orElse(null);
			if (wallet == null || !wallet.walletProvisioned()) {
				return new NoWallet();
			}
			Charge charge = this.prices.verificationCharge(businessId);
			if (wallet.spendablePaise() < charge.totalPaise()) {
				return new NotCovered(wallet.spendablePaise(), charge.totalPaise());
			}
			Optional<NameVerification> requested = insert(beneficiary, charge, requestedBy, idempotencyKey);
			if (requested.isPresent()) {
				return new Running(requested.get(), true);
			}
		}
		throw new IllegalStateException("Verifications of beneficiary " + beneficiaryId + " ended " + ATTEMPTS
				+ " times while another one was requested");
	}

	/**
	 * Requests the verification of the settlement account of a business in onboarding,
	 * free of charge.
	 */
	public void ofSettlementAccount(UUID businessId, String holder, String accountNumber, String ifsc,
			String requestedBy) {
		this.jdbc
			.sql("""
					INSERT INTO name_verification (business_id, name, account_number, ifsc, fee_paise, gst_paise, requested_by)
					VALUES (:businessId, :name, :accountNumber, :ifsc, 0, 0, :requestedBy)
					""")
			.param("businessId", businessId)
			.param("name", holder)
			.param("accountNumber", accountNumber)
			.param("ifsc", ifsc)
			.param("requestedBy", requestedBy)
			.update();
	}

	/**
	 * Empty if another verification of the beneficiary began at the same time, or one
	 * with the same key.
	 */
	private Optional<NameVerification> insert(Beneficiary beneficiary, Charge charge, String requestedBy,
			@Nullable String idempotencyKey) {
		return this.jdbc
			.sql("""
					INSERT INTO name_verification (business_id, beneficiary_id, name, account_number, ifsc, vpa, fee_paise,
					                               gst_paise, requested_by, idempotency_key)
					VALUES (:businessId, :beneficiaryId, :name, :accountNumber, :ifsc, :vpa, :fee, :gst, :requestedBy, :idempotencyKey)
					ON CONFLICT DO NOTHING
					RETURNING %s
					"""
				.formatted(NameVerification.COLUMNS))
			.param("businessId", beneficiary.businessId())
			.param("beneficiaryId", beneficiary.beneficiaryId())
			.param("name", beneficiary.name())
			.param("accountNumber", beneficiary.accountNumber())
			.param("ifsc", beneficiary.ifsc())
			.param("vpa", beneficiary.vpa())
			.param("fee", charge.commissionPaise())
			.param("gst", charge.gstPaise())
			.param("requestedBy", requestedBy)
			.param("idempotencyKey", idempotencyKey)
			.query(NameVerification::read)
			.optional();
	}

}

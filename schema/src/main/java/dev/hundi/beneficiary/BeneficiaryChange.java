package dev.hundi.beneficiary;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A change of a beneficiary (docs/specification.md, "PATCH
 * /v1/beneficiaries/:beneficiaryId"). Null fields stay unchanged.
 *
 * @param email the new address; empty for none
 * @param ifsc upper-cased
 */
public record BeneficiaryChange(@Nullable String name, @Nullable String email, @Nullable String phoneNumber,
		@Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa) {

	public BeneficiaryChange {
		if (ifsc != null) {
			ifsc = ifsc.toUpperCase(Locale.ROOT);
		}
	}

	/** Whether it sets a part of the other kind of target. */
	boolean changesTargetKind(Beneficiary beneficiary) {
		boolean bank = beneficiary.vpa() == null;
		return bank ? this.vpa != null : this.accountNumber != null || this.ifsc != null;
	}

}

package dev.hundi.beneficiary;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A change of a beneficiary (specification, "PATCH /v1/beneficiaries/:beneficiaryId").
 * What is null stays as it is.
 *
 * @param email the new address; empty for none
 * @param ifsc held in upper case
 */
public record BeneficiaryChange(@Nullable String name, @Nullable String email, @Nullable String phoneNumber,
		@Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa) {

	public BeneficiaryChange {
		if (ifsc != null) {
			ifsc = ifsc.toUpperCase(Locale.ROOT);
		}
	}

	/** Whether it names a part of a target that the beneficiary has none of. */
	boolean turns(Beneficiary beneficiary) {
		boolean bank = beneficiary.vpa() == null;
		return bank ? this.vpa != null : this.accountNumber != null || this.ifsc != null;
	}

}

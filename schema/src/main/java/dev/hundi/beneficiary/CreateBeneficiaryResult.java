package dev.hundi.beneficiary;

import java.util.UUID;

/**
 * The result of registering a beneficiary.
 */
public sealed interface CreateBeneficiaryResult {

	record Created(UUID beneficiaryId, String beneficiaryCode) implements CreateBeneficiaryResult {
	}

	/** The business has this target already, active or archived; nothing is stored. */
	record Duplicate(Beneficiary existing) implements CreateBeneficiaryResult {
	}

}

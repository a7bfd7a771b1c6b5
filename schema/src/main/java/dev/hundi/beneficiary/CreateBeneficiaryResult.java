package dev.hundi.beneficiary;

import java.util.UUID;

/**
 * What became of a beneficiary to be registered.
 */
public sealed interface CreateBeneficiaryResult {

	record Created(UUID beneficiaryId, String beneficiaryCode) implements CreateBeneficiaryResult {
	}

	/**
	 * The business has this target already, active or archived; nothing is stored.
	 */
	record Duplicate(Beneficiary existing) implements CreateBeneficiaryResult {
	}

}

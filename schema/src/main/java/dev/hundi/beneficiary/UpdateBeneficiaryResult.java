package dev.hundi.beneficiary;

/**
 * What became of a change to a beneficiary.
 */
public sealed interface UpdateBeneficiaryResult {

	/** The beneficiary as it is now; also where the change left all as it was. */
	record Changed(Beneficiary beneficiary) implements UpdateBeneficiaryResult {
	}

	/** Another beneficiary of the business has the new target; nothing is changed. */
	record Collision(Beneficiary existing) implements UpdateBeneficiaryResult {
	}

	/** A bank target cannot become a VPA, nor a VPA a bank target; nothing is changed. */
	record TargetKindImmutable() implements UpdateBeneficiaryResult {
	}

	/** The business has no such beneficiary. */
	record NotFound() implements UpdateBeneficiaryResult {
	}

}

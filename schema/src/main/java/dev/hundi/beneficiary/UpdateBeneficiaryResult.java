package dev.hundi.beneficiary;

/**
 * The result of changing a beneficiary.
 */
public sealed interface UpdateBeneficiaryResult {

	/** The beneficiary after the change, which may have had no effect. */
	record Changed(Beneficiary beneficiary) implements UpdateBeneficiaryResult {
	}

	/** Another beneficiary of the business has the new target; nothing is changed. */
	record Collision(Beneficiary existing) implements UpdateBeneficiaryResult {
	}

	/** A bank target cannot become a VPA, nor a VPA a bank target; nothing is changed. */
	record TargetKindImmutable() implements UpdateBeneficiaryResult {
	}

	record NotFound() implements UpdateBeneficiaryResult {
	}

}

package dev.hundi.verification;

/** What became of the request for a verification. */
public sealed interface VerificationRequest {

	/**
	 * It is running: requested by this call, or by an earlier one that has no result yet
	 * or had the same idempotency key.
	 */
	record Running(NameVerification verification, boolean isNew) implements VerificationRequest {
	}

	/** The business has no such beneficiary. */
	record UnknownBeneficiary() implements VerificationRequest {
	}

	/** The beneficiary is archived. */
	record InactiveBeneficiary() implements VerificationRequest {
	}

	/** The business has no wallet. */
	record NoWallet() implements VerificationRequest {
	}

	/**
	 * The wallet does not cover the fee.
	 *
	 * @param spendablePaise of the wallet
	 * @param chargePaise fee and GST
	 */
	record NotCovered(long spendablePaise, long chargePaise) implements VerificationRequest {
	}

}

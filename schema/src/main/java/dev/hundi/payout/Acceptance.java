package dev.hundi.payout;

/**
 * What became of a request for a payout.
 */
public sealed interface Acceptance {

	/** A new payout is stored in status 3. */
	record Accepted(PayoutReceipt receipt) implements Acceptance {
	}

	/** The idempotency key has its payout already; nothing new is stored. */
	record Replayed(PayoutReceipt receipt) implements Acceptance {
	}

	/** The request itself came before; nothing is stored. */
	record NonceUsed() implements Acceptance {
	}

	/** No payout is stored; the request's nonce is used up all the same. */
	record Refused(Reason reason) implements Acceptance {
	}

	/** Why a payout is refused; where several hold, the first. */
	enum Reason {

		/** The business has no such beneficiary. */
		BENEFICIARY_NOT_FOUND,

		/** The beneficiary is archived. */
		BENEFICIARY_INACTIVE,

		/** UPI without a VPA, or another rail without an account. */
		RAIL_TARGET_MISMATCH,

		/** The business has no wallet yet. */
		WALLET_NOT_PROVISIONED

	}

}

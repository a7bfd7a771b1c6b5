package dev.hundi.payout;

/**
 * The result of a payout request.
 */
public sealed interface Acceptance {

	/** A new payout is stored in status 3. */
	record Accepted(PayoutReceipt receipt) implements Acceptance {
	}

	/** The idempotency key has a payout already; nothing is stored. */
	record Replayed(PayoutReceipt receipt) implements Acceptance {
	}

	/** The nonce was used before; nothing is stored. */
	record NonceUsed() implements Acceptance {
	}

	/** No payout is stored; the nonce is used nevertheless. */
	record Refused(Reason reason) implements Acceptance {
	}

	/** Why a payout is refused; the first reason that applies. */
	enum Reason {

		BENEFICIARY_NOT_FOUND,

		BENEFICIARY_INACTIVE,

		/** UPI without a VPA, or another rail without an account. */
		RAIL_TARGET_MISMATCH,

		WALLET_NOT_PROVISIONED

	}

}

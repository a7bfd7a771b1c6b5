package dev.hundi.bench;

import java.util.UUID;

/**
 * A beneficiary that payouts go to, and the keys of its business.
 */
record PayoutTarget(UUID businessId, String apiKey, String signingKey, UUID beneficiaryId) {

	/** The merchant's reference of every payout. */
	static final String REFERENCE = "ORD-20261121-0001";

}

package dev.hundi.bench.accept;

import java.util.UUID;

/**
 * A beneficiary and the keys of its business.
 */
public record PayoutTarget(UUID businessId, String apiKey, String signingKey, UUID beneficiaryId) {

	/** The merchant reference of every payout. */
	public static final String REFERENCE = "ORD-20261121-0001";

}

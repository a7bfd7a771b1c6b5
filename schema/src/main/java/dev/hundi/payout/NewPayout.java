package dev.hundi.payout;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A payout of a verified request.
 *
 * @param nonce the request's replay token
 * @param idempotencyKey the merchant's key for this attempt, or null
 * @param amountPaise amount to the beneficiary in paise, within the business's limits
 * @param charge commission and GST, fixed at acceptance
 * @param makerId the person who makes it in the portal; null for the API
 */
public record NewPayout(UUID businessId, String apiKey, String nonce, @Nullable String idempotencyKey,
		UUID beneficiaryId, Rail rail, long amountPaise, Charge charge, @Nullable String merchantReferenceId,
		PayoutOptions options, @Nullable UUID makerId) {

	/** Maximum characters of a merchant's reference. */
	public static final int MAX_REFERENCE = 128;

	public NewPayout {
		if (amountPaise <= 0) {
			throw new IllegalArgumentException("An amount must be above zero paise: " + amountPaise);
		}
		if (idempotencyKey != null && (idempotencyKey.isEmpty() || idempotencyKey.length() > 255)) {
			throw new IllegalArgumentException("An idempotency key has 1 to 255 characters");
		}
		if (merchantReferenceId != null && !isReference(merchantReferenceId)) {
			throw new IllegalArgumentException("A merchant reference has 1 to 128 characters");
		}
	}

	/** A payout of the API without optional fields. */
	public NewPayout(UUID businessId, String apiKey, String nonce, @Nullable String idempotencyKey, UUID beneficiaryId,
			Rail rail, long amountPaise, Charge charge, @Nullable String merchantReferenceId) {
		this(businessId, apiKey, nonce, idempotencyKey, beneficiaryId, rail, amountPaise, charge, merchantReferenceId,
				PayoutOptions.NONE, null);
	}

	/** Whether the accept needs to write nothing but the payout and its event. */
	boolean isPlain() {
		return this.makerId == null && this.options.equals(PayoutOptions.NONE);
	}

	/**
	 * Whether a text is a valid merchant reference: 1 to 128 code points, as PostgreSQL
	 * counts characters.
	 */
	public static boolean isReference(String text) {
		return !text.isEmpty() && text.codePointCount(0, text.length()) <= MAX_REFERENCE;
	}

}

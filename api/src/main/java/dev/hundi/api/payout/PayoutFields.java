package dev.hundi.api.payout;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.input.JsonFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.api.input.RupeeAmount;
import dev.hundi.business.Caller;
import dev.hundi.money.Rupees;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * The validated body of {@code POST /v1/payouts}.
 *
 * @param amountPaise within the limits of the rail and of the business
 */
record PayoutFields(UUID beneficiaryId, Rail rail, long amountPaise, @Nullable String merchantReferenceId,
		PayoutOptions options) {

	/**
	 * Reads the fields.
	 * @throws Refusal with every invalid field
	 */
	static PayoutFields read(JsonFields fields, Caller caller) {
		Optional<UUID> beneficiaryId = beneficiaryId(fields);
		Optional<Rail> rail = rail(fields);
		Optional<Long> amountPaise = amountPaise(fields);
		String reference = merchantReferenceId(fields);
		Optional<PayoutOptions> options = OptionFields.read(fields, Instant.now());
		if (amountPaise.isPresent()) {
			checkLimits(fields, caller, rail, amountPaise.get());
		}
		fields.finish();
		return new PayoutFields(beneficiaryId.orElseThrow(), rail.orElseThrow(), amountPaise.orElseThrow(), reference,
				options.orElseThrow());
	}

	private static Optional<UUID> beneficiaryId(JsonFields fields) {
		String text = fields.required("beneficiaryId");
		if (text == null) {
			return Optional.empty();
		}
		Optional<UUID> beneficiaryId = RequestIds.parse(text);
		if (beneficiaryId.isEmpty()) {
			fields.reject("beneficiaryId", Rule.INVALID, "beneficiaryId must be a UUID");
		}
		return beneficiaryId;
	}

	private static Optional<Rail> rail(JsonFields fields) {
		String text = fields.required("transactionType");
		if (text == null) {
			return Optional.empty();
		}
		Optional<Rail> rail = Rail.ofCode(text);
		if (rail.isEmpty()) {
			fields.reject("transactionType", Rule.INVALID, "transactionType must be one of I, N, R, S and U");
		}
		return rail;
	}

	private static Optional<Long> amountPaise(JsonFields fields) {
		String text = fields.required("amount");
		if (text == null) {
			return Optional.empty();
		}
		OptionalLong paise = RupeeAmount.paise(text);
		if (paise.isEmpty()) {
			fields.reject("amount", Rule.INVALID,
					"amount must be rupees with exactly two decimals, such as \"1500.00\"");
			return Optional.empty();
		}
		if (paise.getAsLong() == 0) {
			fields.reject("amount", Rule.NOT_POSITIVE, "amount must be above zero");
			return Optional.empty();
		}
		return Optional.of(paise.getAsLong());
	}

	/**
	 * Not blank, because a search for blanks is no search and would not find the payout.
	 */
	private static @Nullable String merchantReferenceId(JsonFields fields) {
		String text = fields.text("merchantReferenceId");
		if (text != null && text.isBlank()) {
			fields.reject("merchantReferenceId", Rule.BLANK, "merchantReferenceId must not be empty");
		}
		else if (text != null && !NewPayout.isReference(text)) {
			fields.reject("merchantReferenceId", Rule.TOO_LONG, "merchantReferenceId must have at most 128 characters");
		}
		return text;
	}

	private static void checkLimits(JsonFields fields, Caller caller, Optional<Rail> rail, long amountPaise) {
		long minPaise = rail.map(caller.railLimits()::minPaise).orElse(0L);
		long maxPaise = rail.map(caller.railLimits()::maxPaise).orElse(Long.MAX_VALUE);
		Long businessMaxPaise = caller.maxPayoutPaise();
		if (amountPaise < minPaise) {
			fields.reject("amount", Rule.AMOUNT_BELOW_RAIL_MINIMUM,
					"amount must be at least %s on this rail".formatted(Rupees.format(minPaise)));
		}
		else if (amountPaise > maxPaise) {
			fields.reject("amount", Rule.AMOUNT_ABOVE_RAIL_MAXIMUM,
					"amount must be at most %s on this rail".formatted(Rupees.format(maxPaise)));
		}
		else if (businessMaxPaise != null && amountPaise > businessMaxPaise) {
			fields.reject("amount", Rule.AMOUNT_ABOVE_RAIL_MAXIMUM,
					"amount must be at most %s, the business's limit for one payout"
						.formatted(Rupees.format(businessMaxPaise)));
		}
	}

}

package dev.hundi.api.payout;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.api.json.Schema;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.payout.HoldReason;
import dev.hundi.payout.PayoutFilter;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/** The filters of {@code GET /v1/payouts}. */
final class PayoutFilters {

	static final Parameter STATUS = Parameter.query("status", "Only payouts in this status.",
			Schema.oneOf("", Arrays.stream(PayoutStatus.values()).mapToInt(PayoutStatus::code).toArray()), "3");

	static final Parameter RAIL = Parameter.query("transactionType", "Only payouts on this rail.",
			Schema.oneOf("", Arrays.stream(Rail.values()).map(Rail::code).toList()), "I");

	static final Parameter HOLD_REASON = Parameter.query("holdReason", "Only payouts that wait for this reason.",
			Schema.oneOf("", Arrays.stream(HoldReason.values()).map(HoldReason::name).toList()), "APPROVAL");

	static final Parameter TAG = Parameter.query("tag", "Only payouts with this tag.",
			Schema.text("").length(1, PayoutOptions.MAX_TAG), "november");

	static final Parameter BENEFICIARY = Parameter.query("beneficiaryId", "Only payouts to this beneficiary.",
			Schema.uuid(""), "0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f");

	private PayoutFilters() {
	}

	/** Reads the filters and records invalid ones. */
	static PayoutFilter read(QueryFields query) {
		return new PayoutFilter(
				query.oneOf("status", PayoutStatus.values(), (status) -> Integer.toString(status.code())),
				query.oneOf("transactionType", Rail.values(), Rail::code),
				query.oneOf("holdReason", HoldReason.values(), HoldReason::name), tag(query), beneficiaryId(query));
	}

	/** Records filters that were sent with a search, which would ignore them. */
	static void rejectWithSearch(QueryFields query) {
		Stream.of(STATUS, RAIL, HOLD_REASON, TAG, BENEFICIARY)
			.map(Parameter::name)
			.filter(query::has)
			.forEach((name) -> query.rejectWith("search", name));
	}

	private static @Nullable String tag(QueryFields query) {
		String text = query.text("tag");
		String tag = (text != null) ? text.strip() : null;
		if (tag != null && !PayoutOptions.has(tag, 1, PayoutOptions.MAX_TAG)) {
			query.reject("tag", Rule.INVALID, "tag must have 1 to 32 characters");
		}
		return tag;
	}

	private static @Nullable UUID beneficiaryId(QueryFields query) {
		String text = query.text("beneficiaryId");
		if (text == null) {
			return null;
		}
		Optional<UUID> id = RequestIds.parse(text);
		if (id.isEmpty()) {
			query.reject("beneficiaryId", Rule.INVALID, "beneficiaryId must be a UUID");
		}
		return id.orElse(null);
	}

}

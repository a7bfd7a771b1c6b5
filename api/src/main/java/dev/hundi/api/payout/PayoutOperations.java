package dev.hundi.api.payout;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.input.IdempotencyKey;
import dev.hundi.api.input.RupeeAmount;
import dev.hundi.api.json.Schema;
import dev.hundi.api.openapi.AnswerHeader;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.money.Rupees;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI operations of payouts.
 */
@Component
class PayoutOperations implements Operations {

	private static final String PATH = "/v1/payouts";

	private static final Parameter ID = Parameter.path("payoutTransactionId",
			"The payoutTransactionId from the answer to the initiation, not the transactionId.");

	private static final Parameter IDEMPOTENCY_KEY = Parameter.header(IdempotencyKey.HEADER,
			"Recommended. Use one key for each payment and repeat it only to retry that payment. A request with a used "
					+ "key returns the first payout with its present status, even with another body, with "
					+ "`Idempotent-Replayed: true`. Keys belong to the business and never expire.",
			Schema.text("", IdempotencyKey.FORM), "order-1001-attempt-1");

	private static final AnswerHeader REPLAYED = new AnswerHeader("Idempotent-Replayed", false,
			"`true` if the Idempotency-Key was used before; absent for a new payout.", Schema.text("").only("true"));

	private static final Schema NEW_PAYOUT = Schema.object("")
		.field("beneficiaryId", Schema.uuid("An active beneficiary of the business."))
		.field("amount",
				Schema.text("Rupees with exactly two decimals, above zero and within the limits of the rail.",
						RupeeAmount.FORM))
		.field("transactionType",
				Schema.oneOf("Rail. Default limits: " + limits(),
						Arrays.stream(Rail.values()).map(Rail::code).toList()))
		.optional("merchantReferenceId",
				Schema.text("Your own reference. Returned and searchable; not an idempotency key.")
					.length(1, NewPayout.MAX_REFERENCE)
					.orNull())
		.optional("scheduledFor",
				Schema.text("Do not debit before this time: ISO 8601 with an offset or Z, 1 minute to 90 days ahead.")
					.with("format", "date-time")
					.orNull())
		.optional("requiresApproval", Schema.bool("Hold the payout until people agree to it.").orNull())
		.optional("notes",
				Schema.object("Your own texts: at most 15 pairs, keys of 1 to 40 characters, values of at most 250.")
					.with((node) -> node.put("maxProperties", PayoutOptions.MAX_NOTES)
						.putObject("additionalProperties")
						.put("type", "string")
						.put("maxLength", PayoutOptions.MAX_NOTE))
					.orNull())
		.optional("purpose", Schema.text("What it is for.").length(1, PayoutOptions.MAX_PURPOSE).orNull())
		.optional("tags",
				Schema
					.arrayOf(Schema.text("A tag.").length(1, PayoutOptions.MAX_TAG),
							"Words by which lists are filtered; at most 10. Blanks at their ends are removed.")
					.with((node) -> node.put("maxItems", PayoutOptions.MAX_TAGS))
					.orNull())
		.optional("narration",
				Schema
					.text("What the bank passes on to the beneficiary: letters, digits and blanks.",
							Pattern.compile("[0-9A-Za-z ]{1,30}"))
					.orNull())
		.named("NewPayout");

	@Override
	public List<Operation> all() {
		return List.of(initiate(), list(), show(), statusEvents(), cancel());
	}

	private static Operation initiate() {
		return Operation.of(Group.PAYOUTS, "POST", PATH, "initiatePayout")
			.says("Initiate a payout",
					"200 means accepted, not paid. The final status arrives by webhook and can be polled. The wallet is "
							+ "checked and debited after acceptance, so insufficient funds appear as status 12 with "
							+ "`INSUFFICIENT_BALANCE`. If the response is lost, repeat the request with the same "
							+ "Idempotency-Key, or search for the merchantReferenceId first.")
			.takes(IDEMPOTENCY_KEY)
			.takesBody(true, NEW_PAYOUT, Map.of("IMPS to an account", """
					{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","amount":"1500.00","transactionType":"I",
					"merchantReferenceId":"ORD-1001"}"""))
			.answers(200, "The payout is accepted for processing.", PayoutJson.RECEIPT, "Payout initiated successfully")
			.withHeaders(REPLAYED)
			.refuses(ErrorCode.AMOUNT_BELOW_RAIL_MINIMUM, ErrorCode.AMOUNT_ABOVE_RAIL_MAXIMUM,
					ErrorCode.RAIL_TARGET_MISMATCH, ErrorCode.BENEFICIARY_INACTIVE, ErrorCode.WALLET_NOT_PROVISIONED,
					ErrorCode.BENEFICIARY_NOT_FOUND);
	}

	private static Operation list() {
		return Operation.of(Group.PAYOUTS, "GET", PATH, "listPayouts")
			.says("List and search payouts",
					"Newest first. A payout can be found by its merchantReferenceId as soon as its initiation is "
							+ "answered.")
			.takes(PayoutFilters.STATUS, PayoutFilters.RAIL, PayoutFilters.HOLD_REASON, PayoutFilters.TAG,
					PayoutFilters.BENEFICIARY, Lists.LIMIT, Lists.OFFSET, Lists.SINCE, Lists.UNTIL,
					Lists
						.search("Matches part of the transactionId, payoutTransactionId, merchantReferenceId, UTR, bank reference, "
								+ "narration, or the name, account number, VPA or IFSC of the beneficiary. Covers all dates: since and until "
								+ "are ignored, and filters are refused.", "ORD-1001"))
			.answers(200, "A page of payouts.", PayoutJson.ITEMS, null);
	}

	private static Operation show() {
		return Operation.of(Group.PAYOUTS, "GET", PATH + "/{payoutTransactionId}", "getPayout")
			.says("Get a payout", "All fields of the payout, in an array with one element.")
			.takes(ID)
			.answers(200, "The payout.", PayoutJson.ONE, null)
			.refuses(ErrorCode.PAYOUT_NOT_FOUND);
	}

	private static Operation statusEvents() {
		return Operation
			.of(Group.PAYOUTS, "GET", PATH + "/{payoutTransactionId}/status-events", "listPayoutStatusEvents")
			.says("Get the timeline of a payout", "Every step so far, oldest first.")
			.takes(ID)
			.answers(200, "The timeline.", PayoutJson.EVENTS, null)
			.refuses(ErrorCode.PAYOUT_NOT_FOUND);
	}

	private static Operation cancel() {
		return Operation.of(Group.PAYOUTS, "POST", PATH + "/{payoutTransactionId}/cancel", "cancelPayout")
			.says("Cancel a payout",
					"Ends a payout that is held or queued (it has a holdReason) in status 12 with `CANCELLED_BY_MERCHANT`. "
							+ "No money moves. A payout that is released or debited at the same moment is either cancelled or "
							+ "paid, never both: the answer says which.")
			.takes(ID)
			.answers(200, "The cancelled payout.", PayoutJson.CANCELLED, "Payout cancelled")
			.refuses(ErrorCode.PAYOUT_NOT_FOUND)
			.refuses(ErrorCode.PAYOUT_NOT_CANCELLABLE, PayoutJson.ITEM);
	}

	/** The limits of the platform; a business may have its own. */
	private static String limits() {
		return Arrays.stream(Rail.values())
			.map((rail) -> "%s (%s) %s to %s, to a %s".formatted(rail.code(), rail.name(),
					Rupees.format(RailLimits.DEFAULT.minPaise(rail)), Rupees.format(RailLimits.DEFAULT.maxPaise(rail)),
					rail.paysToVpa() ? "VPA" : "bank account"))
			.collect(Collectors.joining("; ", "", "."));
	}

}

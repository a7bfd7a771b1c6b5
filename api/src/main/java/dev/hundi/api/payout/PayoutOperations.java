package dev.hundi.api.payout;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.openapi.AnswerHeader;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.api.openapi.Schema;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;

import org.springframework.stereotype.Component;

/**
 * The payout endpoints, described.
 */
@Component
class PayoutOperations implements Operations {

	private static final String PATH = "/v1/payouts";

	private static final Parameter ID = Parameter.path("payoutTransactionId",
			"The id that the initiation answered, not transactionId.");

	private static final Parameter IDEMPOTENCY_KEY = Parameter.header(IdempotencyKey.HEADER,
			"Recommended: one key per attempt to pay, used again only to retry it. A key that was used answers the first "
					+ "payout, whatever the body, with `Idempotent-Replayed: true`. Never expires; scoped to the business.",
			Schema.text("", IdempotencyKey.FORM), "order-1001-attempt-1");

	private static final AnswerHeader REPLAYED = new AnswerHeader("Idempotent-Replayed", false,
			"`true` where the Idempotency-Key was used before; absent for a new payout.", Schema.text("").only("true"));

	@Override
	public List<Operation> all() {
		return List.of(initiate(), list(), show(), statusEvents());
	}

	private static Operation initiate() {
		Schema body = Schema.object("")
			.field("beneficiaryId", Schema.uuid("An active beneficiary of the business."))
			.field("amount",
					Schema.text("Rupees with exactly two decimals, above zero, within the limits of the rail.",
							RupeeAmount.FORM))
			.field("transactionType", Schema.oneOf("The rail. By default: " + limits(), rails()))
			.optional("merchantReferenceId",
					Schema.text("Your own reference; echoed and searchable, not an idempotency key.")
						.length(1, NewPayout.MAX_REFERENCE)
						.orNull())
			.named("NewPayout");
		Map<String, String> examples = new LinkedHashMap<>();
		examples.put("IMPS to an account", """
				{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","amount":"1500.00","transactionType":"I",
				"merchantReferenceId":"ORD-1001"}""");
		return Operation.of(Group.PAYOUTS, "POST", PATH, "initiatePayout")
			.says("Initiate a payout",
					"200 means accepted, not paid: the final status comes by webhook, or by reading the payout. The "
							+ "wallet is checked and debited afterwards, so too little money shows as status 12 with "
							+ "`INSUFFICIENT_BALANCE`. When the response is lost, send the same request again with the "
							+ "same Idempotency-Key, or search for the merchantReferenceId first.")
			.takes(IDEMPOTENCY_KEY)
			.takesBody(true, body, examples)
			.answers(200, "Accepted for processing.", PayoutSchemas.RECEIPT, "Payout initiated successfully", """
					{"payoutTransactionId":"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f",
					"transactionId":"TXN20261121PMYR7DG9NN","status":3,"amount":"1500.00","transactionType":"I",
					"merchantReferenceId":"ORD-1001","createdAt":"2026-11-21T08:15:30.123Z"}""")
			.withHeaders(REPLAYED)
			.refuses(ErrorCode.AMOUNT_BELOW_RAIL_MINIMUM, ErrorCode.AMOUNT_ABOVE_RAIL_MAXIMUM,
					ErrorCode.RAIL_TARGET_MISMATCH, ErrorCode.BENEFICIARY_INACTIVE, ErrorCode.WALLET_NOT_PROVISIONED,
					ErrorCode.BENEFICIARY_NOT_FOUND);
	}

	private static Operation list() {
		return Operation.of(Group.PAYOUTS, "GET", PATH, "listPayouts")
			.says("List and find payouts",
					"Newest first. A payout is found by its merchantReferenceId as soon as its initiation has answered.")
			.takes(Lists.LIMIT, Lists.OFFSET, Lists.SINCE, Lists.UNTIL, Lists
				.search("Part of transactionId, payout id, merchantReferenceId, UTR, bank reference, or of the "
						+ "beneficiary's name, account number, VPA or IFSC. Over all dates: since and until are "
						+ "ignored.", "ORD-1001"))
			.answers(200, "A page of payouts.", Schema.arrayOf(PayoutSchemas.ITEM, "Newest first."), null,
					"[" + PayoutSchemas.EXAMPLE_ITEM + "}]");
	}

	private static Operation show() {
		return Operation.of(Group.PAYOUTS, "GET", PATH + "/{payoutTransactionId}", "getPayout")
			.says("Read a payout", "The full record, in an array of one.")
			.takes(ID)
			.answers(200, "The payout.",
					Schema.arrayOf(PayoutSchemas.DETAIL, "Exactly one.")
						.with((node) -> node.put("minItems", 1).put("maxItems", 1)),
					null, "[" + PayoutSchemas.EXAMPLE_ITEM + PayoutSchemas.EXAMPLE_DETAIL + "}]")
			.refuses(ErrorCode.PAYOUT_NOT_FOUND);
	}

	private static Operation statusEvents() {
		return Operation
			.of(Group.PAYOUTS, "GET", PATH + "/{payoutTransactionId}/status-events", "listPayoutStatusEvents")
			.says("The timeline of a payout", "Every step so far, oldest first.")
			.takes(ID)
			.answers(200, "The timeline.",
					Schema.arrayOf(PayoutSchemas.EVENT, "Oldest first.").with((node) -> node.put("minItems", 1)), null,
					"[" + PayoutSchemas.EXAMPLE_EVENT + "]")
			.refuses(ErrorCode.PAYOUT_NOT_FOUND);
	}

	private static List<String> rails() {
		return Arrays.stream(Rail.values()).map(Rail::code).toList();
	}

	/** The platform's limits; a business may have its own. */
	private static String limits() {
		return Arrays.stream(Rail.values())
			.map((rail) -> "%s (%s) %s to %s, to a %s".formatted(rail.code(), rail.name(),
					Envelope.rupees(RailLimits.DEFAULT.minPaise(rail)),
					Envelope.rupees(RailLimits.DEFAULT.maxPaise(rail)), rail.paysToVpa() ? "VPA" : "bank account"))
			.collect(Collectors.joining("; ", "", "."));
	}

}

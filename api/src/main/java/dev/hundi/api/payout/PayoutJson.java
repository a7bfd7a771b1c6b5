package dev.hundi.api.payout;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.api.json.Schema;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.HoldReason;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutDetail.Payee;
import dev.hundi.payout.PayoutReceipt;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.payout.StatusEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Payouts in answers (docs/api-decisions.md, "Payouts").
 */
final class PayoutJson {

	private static final String PAYOUT_ID = "0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f";

	private static final String BENEFICIARY_ID = "0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f";

	private static final String ACCEPTED_AT = "2026-11-21T08:15:30.123Z";

	private static final String ENDED_AT = "2026-11-21T08:15:30.827Z";

	private static final JsonType<PayoutStatus> STATUS = JsonType.number(
			"3 initiated, 4 pending, 11 successful, 12 failed. 11 and 12 are final, except that 11 becomes 12 when the "
					+ "bank returns the money or finds that it had not paid.",
			PayoutStatus.values(), PayoutStatus::code);

	private static final JsonType<Rail> RAIL = JsonType.constant("Rail.", Rail.values(), Rail::code);

	private static final JsonType<String> RESPONSE_CODE = JsonType.text(
			Schema
				.oneOf("Reason for the current status. " + Arrays.stream(ResponseCode.values())
					.map((code) -> "`%s`: %s".formatted(code.name(), String.join("; or: ", code.messages())))
					.collect(Collectors.joining("; ", "", ".")),
						Arrays.stream(ResponseCode.values()).map(ResponseCode::name).toList())
				.named("ResponseCode"));

	private static final JsonType<String> RESPONSE_MESSAGE = JsonType.text("Reason for people; do not parse it.");

	private static final JsonType<String> TRANSACTION_ID = JsonType.text(
			Schema.text("Readable id for support and reports.", Pattern.compile("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}")));

	private static final JsonType<String> REFERENCE = JsonType.text("Your own reference.").orNull();

	private static final JsonType<String> UTR = JsonType.text("UTR of the bank; null until the bank reports one.")
		.orNull();

	private static final JsonType<Map<String, String>> NOTES = new JsonType.Value<>(
			Schema.object("Your own texts by key.")
				.with((node) -> node.putObject("additionalProperties").put("type", "string")),
			(json, notes) -> {
				json.writeStartObject();
				notes.forEach(json::writeStringProperty);
				json.writeEndObject();
			});

	static final JsonShape<PayoutReceipt> RECEIPT = JsonShape
		.<PayoutReceipt>named("PayoutReceipt", "An accepted payout.")
		.uuid("payoutTransactionId", "Id of the payout, for reading it.", PAYOUT_ID, PayoutReceipt::payoutId)
		.field("transactionId", TRANSACTION_ID, "TXN20261121PMYR7DG9NN", PayoutReceipt::transactionId)
		.field("status", STATUS, 3, PayoutReceipt::status)
		.rupees("amount", "Amount that the beneficiary receives.", "1500.00", PayoutReceipt::amountPaise)
		.field("transactionType", RAIL, "I", PayoutReceipt::rail)
		.field("merchantReferenceId", REFERENCE, "ORD-1001", PayoutReceipt::merchantReferenceId)
		.time("createdAt", "Time of acceptance.", ACCEPTED_AT, PayoutReceipt::createdAt);

	static final JsonShape<PayoutDetail> ITEM = JsonShape.<PayoutDetail>named("PayoutItem", "A payout in a list.")
		.uuid("payoutTransactionId", "Id of the payout.", PAYOUT_ID, PayoutDetail::payoutId)
		.field("transactionId", TRANSACTION_ID, "TXN20261121PMYR7DG9NN", PayoutDetail::transactionId)
		.field("merchantReferenceId", REFERENCE, "ORD-1001", PayoutDetail::merchantReferenceId)
		.field("utr", UTR, "325000000005", PayoutDetail::utr)
		.textOrNull("transactionReference", "Same as utr.", "325000000005", PayoutDetail::utr)
		.uuid("beneficiaryId", "Id of the beneficiary.", BENEFICIARY_ID,
				(payout) -> payout.beneficiary().beneficiaryId())
		.text("beneficiaryName", "Name of the beneficiary at acceptance.", "Ramesh Kumar",
				(payout) -> payout.beneficiary().name())
		.textOrNull("accountNumber", "Account number at acceptance.", "026291800001191",
				(payout) -> payout.beneficiary().accountNumber())
		.textOrNull("ifsc", "IFSC at acceptance.", "YESB0000262", (payout) -> payout.beneficiary().ifsc())
		.textOrNull("vpa", "VPA at acceptance.", null, (payout) -> payout.beneficiary().vpa())
		.field("transactionType", RAIL, "I", PayoutDetail::rail)
		.rupees("amount", "Amount that the beneficiary receives.", "1500.00", PayoutDetail::amountPaise)
		.rupees("commission", "Commission.", "4.00", PayoutDetail::commissionPaise)
		.rupees("gst", "GST on the commission.", "0.72", PayoutDetail::gstPaise)
		.rupees("totalDebit", "Debit of the wallet: amount + commission + GST.", "1504.72",
				PayoutDetail::totalDebitPaise)
		.field("status", STATUS, 11, PayoutDetail::status)
		.field("responseCode", RESPONSE_CODE, "SUCCESS", PayoutDetail::responseCode)
		.field("responseMessage", RESPONSE_MESSAGE, "Funds transferred", PayoutDetail::responseMessage)
		.time("createdAt", "Time of acceptance.", ACCEPTED_AT, PayoutDetail::createdAt)
		.time("updatedAt", "Time of the latest change.", ENDED_AT, PayoutDetail::updatedAt)
		.timeOrNull("scheduledFor", "Not debited before this time; null for at once.", null,
				(payout) -> payout.options().scheduledFor())
		.bool("requiresApproval", "Whether people must agree to it, or had to: because the request or a rule wants it.",
				false, (payout) -> payout.options().requiresApproval())
		.field("notes", NOTES, Map.of("invoice", "INV-7"), (payout) -> payout.options().notes())
		.textOrNull("purpose", "What it is for.", "SALARY", (payout) -> payout.options().purpose())
		.field("tags", JsonType.text("A tag.").list("Words by which lists are filtered."), List.of("november"),
				(payout) -> payout.options().tags())
		.textOrNull("narration", "What the bank passes on to the beneficiary.", "Salary November",
				(payout) -> payout.options().narration())
		.field("holdReason", JsonType
			.constant(
					"Why a payout in status 3 is not debited yet; null otherwise. APPROVAL: people must "
							+ "agree. SCHEDULED: its time has not come. LOW_BALANCE: it waits for a higher balance.",
					HoldReason.values())
			.orNull(), null, PayoutDetail::holdReason);

	/** An item with the example of a cancelled payout. */
	static final JsonType<PayoutDetail> CANCELLED = ITEM.with((schema) -> schema.example(cancelled(schema.example())));

	private static final JsonShape<Payee> PAYEE = JsonShape
		.<Payee>named("Payee", "The beneficiary as it was at acceptance.")
		.uuid("beneficiaryId", "Id of the beneficiary.", BENEFICIARY_ID, Payee::beneficiaryId)
		.text("beneficiaryCode", "Readable code.", "BEN4T7WQ2ZC", Payee::beneficiaryCode)
		.text("name", "Name.", "Ramesh Kumar", Payee::name)
		.textOrNull("email", "E-mail address.", null, Payee::email)
		.text("phoneNumber", "Phone number.", "9876543210", Payee::phoneNumber)
		.textOrNull("accountNumber", "Account number.", "026291800001191", Payee::accountNumber)
		.textOrNull("ifsc", "IFSC.", "YESB0000262", Payee::ifsc)
		.textOrNull("vpa", "VPA.", null, Payee::vpa);

	private static final JsonShape<PayoutDetail> COMMISSION = JsonShape
		.<PayoutDetail>named("CommissionBreakdown", "Cost of the payout.")
		.rupees("commission", "Commission.", "4.00", PayoutDetail::commissionPaise)
		.field("gstRate",
				JsonType.integer("GST on the commission, in percent.")
					.with((schema) -> schema.only(CommissionPlan.GST_PERCENT)),
				(payout) -> CommissionPlan.GST_PERCENT)
		.rupees("gst", "GST, rounded half up to the paisa.", "0.72", PayoutDetail::gstPaise)
		.rupees("totalDebit", "Amount + commission + GST.", "1504.72", PayoutDetail::totalDebitPaise);

	private static final JsonShape<PayoutDetail> DETAIL = JsonShape
		.<PayoutDetail>named("Payout", "A payout with all its fields.")
		.fieldsOf(ITEM, Function.identity())
		.field("beneficiary", PAYEE, PayoutDetail::beneficiary)
		.field("commissionBreakdown", COMMISSION, Function.identity())
		.textOrNull("bankReference", "Order id of the bank.", "BNK0000000005", PayoutDetail::bankReference)
		.time("initiatedAt", "Same as createdAt.", ACCEPTED_AT, PayoutDetail::createdAt)
		.timeOrNull("completedAt", "Time of the final status; null until then.", ENDED_AT, PayoutDetail::completedAt)
		.field("source", JsonType.constant("Channel that created the payout.", PayoutDetail.Source.values()), "API",
				PayoutDetail::source)
		.uuidOrNull("bulkFileId", "Bulk file of the payout; null unless source is BULK.", null,
				PayoutDetail::bulkFileId);

	private static final JsonShape<StatusEvent> EVENT = JsonShape
		.<StatusEvent>named("PayoutStatusEvent", "One step in the timeline of a payout.")
		.uuid("eventId", "Id of the step.", "0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e70", StatusEvent::eventId)
		.field("sequence", JsonType.integer("Position in the timeline: 1, 2, 3, …").with((schema) -> schema.min(1)), 1,
				StatusEvent::sequence)
		.field("fromStatus",
				JsonType.number("Previous status; null for the creation.", PayoutStatus.values(), PayoutStatus::code)
					.orNull(),
				null, StatusEvent::fromStatus)
		.field("status", STATUS, 3, StatusEvent::status)
		.field("stage", JsonType.constant("What happened.", Stage.values()), "CREATED", StatusEvent::stage)
		.text("source", "Component that recorded the step.", "API", StatusEvent::source)
		.field("responseCode", RESPONSE_CODE, "INITIATED", StatusEvent::responseCode)
		.field("responseMessage", RESPONSE_MESSAGE, "Payout request created and queued", StatusEvent::responseMessage)
		.field("utr", UTR, null, StatusEvent::utr)
		.time("createdAt", "Time of the step.", ACCEPTED_AT, StatusEvent::createdAt);

	static final JsonType<Collection<PayoutDetail>> ITEMS = ITEM.list("Newest first.");

	static final JsonType<Collection<PayoutDetail>> ONE = DETAIL.list("Exactly one payout.")
		.with((schema) -> schema.with((node) -> node.put("minItems", 1).put("maxItems", 1)));

	static final JsonType<Collection<StatusEvent>> EVENTS = EVENT.list("Oldest first.")
		.with((schema) -> schema.with((node) -> node.put("minItems", 1)));

	private PayoutJson() {
	}

	private static JsonNode cancelled(JsonNode paid) {
		ObjectNode cancelled = paid.asObject().deepCopy();
		ResponseCode code = ResponseCode.CANCELLED_BY_MERCHANT;
		return cancelled.put("status", PayoutStatus.FAILED.code())
			.put("responseCode", code.name())
			.put("responseMessage", code.message())
			.putNull("utr")
			.putNull("transactionReference");
	}

}

package dev.hundi.api.payout;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.api.json.Schema;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutDetail.Payee;
import dev.hundi.payout.PayoutReceipt;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;
import dev.hundi.payout.StatusEvent;

/**
 * Payouts in answers (decisions, "Payouts").
 */
final class PayoutJson {

	private static final String PAYOUT_ID = "0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f";

	private static final String BENEFICIARY_ID = "0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f";

	private static final String ACCEPTED_AT = "2026-11-21T08:15:30.123Z";

	private static final String ENDED_AT = "2026-11-21T08:15:30.827Z";

	private static final JsonType<PayoutStatus> STATUS = JsonType.number(
			"3 initiated, 4 pending, 11 successful, 12 failed. 11 and 12 are final, except that 11 becomes 12 when the "
					+ "bank returns the money.",
			PayoutStatus.values(), PayoutStatus::code);

	private static final JsonType<Rail> RAIL = JsonType.constant("Rail.", Rail.values(), Rail::code);

	private static final JsonType<String> RESPONSE_CODE = JsonType.text(
			Schema
				.oneOf("Reason for the current status. " + Arrays.stream(ResponseCode.values())
					.map((code) -> "`%s`: %s".formatted(code.name(), code.message()))
					.collect(Collectors.joining("; ", "", ".")),
						Arrays.stream(ResponseCode.values()).map(ResponseCode::name).toList())
				.named("ResponseCode"));

	private static final JsonType<String> RESPONSE_MESSAGE = JsonType.text("Reason for people; do not parse it.");

	private static final JsonType<String> TRANSACTION_ID = JsonType.text(
			Schema.text("Readable id for support and reports.", Pattern.compile("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}")));

	private static final JsonType<String> REFERENCE = JsonType.text("Your own reference.").orNull();

	private static final JsonType<String> UTR = JsonType.text("UTR of the bank; null until the bank reports one.")
		.orNull();

	static final JsonShape<PayoutReceipt> RECEIPT = JsonShape.<PayoutReceipt>of("An accepted payout.")
		.named("PayoutReceipt")
		.field("payoutTransactionId", JsonType.uuid("Id of the payout, for reading it."), PAYOUT_ID,
				PayoutReceipt::payoutId)
		.field("transactionId", TRANSACTION_ID, "TXN20261121PMYR7DG9NN", PayoutReceipt::transactionId)
		.field("status", STATUS, 3, PayoutReceipt::status)
		.field("amount", JsonType.rupees("Amount that the beneficiary receives."), "1500.00",
				PayoutReceipt::amountPaise)
		.field("transactionType", RAIL, "I", PayoutReceipt::rail)
		.field("merchantReferenceId", REFERENCE, "ORD-1001", PayoutReceipt::merchantReferenceId)
		.field("createdAt", JsonType.time("Time of acceptance."), ACCEPTED_AT, PayoutReceipt::createdAt);

	private static final JsonShape<PayoutDetail> ITEM = JsonShape.<PayoutDetail>of("A payout in a list.")
		.named("PayoutItem")
		.field("payoutTransactionId", JsonType.uuid("Id of the payout."), PAYOUT_ID, PayoutDetail::payoutId)
		.field("transactionId", TRANSACTION_ID, "TXN20261121PMYR7DG9NN", PayoutDetail::transactionId)
		.field("merchantReferenceId", REFERENCE, "ORD-1001", PayoutDetail::merchantReferenceId)
		.field("utr", UTR, "325000000005", PayoutDetail::utr)
		.field("transactionReference", JsonType.text("Same as utr.").orNull(), "325000000005", PayoutDetail::utr)
		.field("beneficiaryId", JsonType.uuid("Id of the beneficiary."), BENEFICIARY_ID,
				(payout) -> payout.beneficiary().beneficiaryId())
		.field("beneficiaryName", JsonType.text("Name of the beneficiary at acceptance."), "Ramesh Kumar",
				(payout) -> payout.beneficiary().name())
		.field("accountNumber", JsonType.text("Account number at acceptance.").orNull(), "026291800001191",
				(payout) -> payout.beneficiary().accountNumber())
		.field("ifsc", JsonType.text("IFSC at acceptance.").orNull(), "YESB0000262",
				(payout) -> payout.beneficiary().ifsc())
		.field("vpa", JsonType.text("VPA at acceptance.").orNull(), null, (payout) -> payout.beneficiary().vpa())
		.field("transactionType", RAIL, "I", PayoutDetail::rail)
		.field("amount", JsonType.rupees("Amount that the beneficiary receives."), "1500.00", PayoutDetail::amountPaise)
		.field("commission", JsonType.rupees("Commission."), "4.00", PayoutDetail::commissionPaise)
		.field("gst", JsonType.rupees("GST on the commission."), "0.72", PayoutDetail::gstPaise)
		.field("totalDebit", JsonType.rupees("Debit of the wallet: amount + commission + GST."), "1504.72",
				PayoutDetail::totalDebitPaise)
		.field("status", STATUS, 11, PayoutDetail::status)
		.field("responseCode", RESPONSE_CODE, "SUCCESS", PayoutDetail::responseCode)
		.field("responseMessage", RESPONSE_MESSAGE, "Funds transferred", PayoutDetail::responseMessage)
		.field("createdAt", JsonType.time("Time of acceptance."), ACCEPTED_AT, PayoutDetail::createdAt)
		.field("updatedAt", JsonType.time("Time of the latest change."), ENDED_AT, PayoutDetail::updatedAt);

	private static final JsonShape<Payee> PAYEE = JsonShape.<Payee>of("The beneficiary as it was at acceptance.")
		.named("Payee")
		.field("beneficiaryId", JsonType.uuid("Id of the beneficiary."), BENEFICIARY_ID, Payee::beneficiaryId)
		.field("beneficiaryCode", JsonType.text("Readable code."), "BEN4T7WQ2ZC", Payee::beneficiaryCode)
		.field("name", JsonType.text("Name."), "Ramesh Kumar", Payee::name)
		.field("email", JsonType.text("E-mail address.").orNull(), null, Payee::email)
		.field("phoneNumber", JsonType.text("Phone number."), "9876543210", Payee::phoneNumber)
		.field("accountNumber", JsonType.text("Account number.").orNull(), "026291800001191", Payee::accountNumber)
		.field("ifsc", JsonType.text("IFSC.").orNull(), "YESB0000262", Payee::ifsc)
		.field("vpa", JsonType.text("VPA.").orNull(), null, Payee::vpa);

	private static final JsonShape<PayoutDetail> COMMISSION = JsonShape.<PayoutDetail>of("Cost of the payout.")
		.named("CommissionBreakdown")
		.field("commission", JsonType.rupees("Commission."), "4.00", PayoutDetail::commissionPaise)
		.field("gstRate",
				JsonType.integer("GST on the commission, in percent.")
					.with((schema) -> schema.only(CommissionPlan.GST_PERCENT)),
				(payout) -> CommissionPlan.GST_PERCENT)
		.field("gst", JsonType.rupees("GST, rounded half up to the paisa."), "0.72", PayoutDetail::gstPaise)
		.field("totalDebit", JsonType.rupees("Amount + commission + GST."), "1504.72", PayoutDetail::totalDebitPaise);

	private static final JsonShape<PayoutDetail> DETAIL = JsonShape.<PayoutDetail>of("A payout with all its fields.")
		.named("Payout")
		.fieldsOf(ITEM, Function.identity())
		.field("beneficiary", PAYEE, PayoutDetail::beneficiary)
		.field("commissionBreakdown", COMMISSION, Function.identity())
		.field("bankReference", JsonType.text("Order id of the bank.").orNull(), "BNK0000000005",
				PayoutDetail::bankReference)
		.field("initiatedAt", JsonType.time("Same as createdAt."), ACCEPTED_AT, PayoutDetail::createdAt)
		.field("completedAt", JsonType.time("Time of the final status; null until then.").orNull(), ENDED_AT,
				PayoutDetail::completedAt)
		.field("source", JsonType.constant("Channel that created the payout.", PayoutDetail.Source.values()), "API",
				PayoutDetail::source)
		.field("bulkFileId", JsonType.uuid("Bulk file of the payout; null unless source is BULK.").orNull(), null,
				PayoutDetail::bulkFileId);

	private static final JsonShape<StatusEvent> EVENT = JsonShape
		.<StatusEvent>of("One step in the timeline of a payout.")
		.named("PayoutStatusEvent")
		.field("eventId", JsonType.uuid("Id of the step."), "0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e70",
				StatusEvent::eventId)
		.field("sequence", JsonType.integer("Position in the timeline: 1, 2, 3, …").with((schema) -> schema.min(1)), 1,
				StatusEvent::sequence)
		.field("fromStatus",
				JsonType.number("Previous status; null for the creation.", PayoutStatus.values(), PayoutStatus::code)
					.orNull(),
				null, StatusEvent::fromStatus)
		.field("status", STATUS, 3, StatusEvent::status)
		.field("stage", JsonType.constant("What happened.", Stage.values()), "CREATED", StatusEvent::stage)
		.field("source", JsonType.text("Component that recorded the step."), "API", StatusEvent::source)
		.field("responseCode", RESPONSE_CODE, "INITIATED", StatusEvent::responseCode)
		.field("responseMessage", RESPONSE_MESSAGE, "Payout request created and queued", StatusEvent::responseMessage)
		.field("utr", UTR, null, StatusEvent::utr)
		.field("createdAt", JsonType.time("Time of the step."), ACCEPTED_AT, StatusEvent::createdAt);

	static final JsonType<Collection<PayoutDetail>> ITEMS = ITEM.list("Newest first.");

	static final JsonType<Collection<PayoutDetail>> ONE = DETAIL.list("Exactly one payout.")
		.with((schema) -> schema.with((node) -> node.put("minItems", 1).put("maxItems", 1)));

	static final JsonType<Collection<StatusEvent>> EVENTS = EVENT.list("Oldest first.")
		.with((schema) -> schema.with((node) -> node.put("minItems", 1)));

	private PayoutJson() {
	}

}

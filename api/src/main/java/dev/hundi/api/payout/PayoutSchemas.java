package dev.hundi.api.payout;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.api.openapi.Schema;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.payout.Stage;

/**
 * What {@link PayoutJson} writes, described.
 */
final class PayoutSchemas {

	private static final Schema STATUS = Schema.oneOf(
			"3 initiated, 4 pending, 11 successful, 12 failed. 11 and 12 are final; only the bank's return of the money "
					+ "makes 12 of 11.",
			statuses());

	private static final Schema RAIL = Schema.oneOf("The rail.", Arrays.stream(Rail.values()).map(Rail::code).toList());

	private static final Schema RESPONSE_CODE = Schema
		.oneOf("Why the payout is where it is. " + Arrays.stream(ResponseCode.values())
			.map((code) -> "`%s`: %s".formatted(code.name(), code.message()))
			.collect(Collectors.joining("; ", "", ".")),
				Arrays.stream(ResponseCode.values()).map(ResponseCode::name).toList())
		.named("ResponseCode");

	private static final Schema TRANSACTION_ID = Schema.text("Readable id, for support and reports.",
			Pattern.compile("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}"));

	private static final Schema REFERENCE = Schema.text("Your own reference.").orNull();

	private static final Schema UTR = Schema.text("The bank's reference; null until the bank gives one.").orNull();

	static final Schema RECEIPT = Schema.object("An accepted payout.")
		.field("payoutTransactionId", Schema.uuid("The payout; use it to read."))
		.field("transactionId", TRANSACTION_ID)
		.field("status", STATUS)
		.field("amount", Schema.rupees("What the beneficiary gets."))
		.field("transactionType", RAIL)
		.field("merchantReferenceId", REFERENCE)
		.field("createdAt", Schema.time("When it was accepted."))
		.named("PayoutReceipt");

	private static final Schema ITEM_FIELDS = Schema.object("A payout in a list.")
		.field("payoutTransactionId", Schema.uuid("The payout."))
		.field("transactionId", TRANSACTION_ID)
		.field("merchantReferenceId", REFERENCE)
		.field("utr", UTR)
		.field("transactionReference", Schema.text("The same as utr.").orNull())
		.field("beneficiaryId", Schema.uuid("The beneficiary."))
		.field("beneficiaryName", Schema.text("Its name when the payout was accepted."))
		.field("accountNumber", Schema.text("Its account number then.").orNull())
		.field("ifsc", Schema.text("Its IFSC then.").orNull())
		.field("vpa", Schema.text("Its VPA then.").orNull())
		.field("transactionType", RAIL)
		.field("amount", Schema.rupees("What the beneficiary gets."))
		.field("commission", Schema.rupees("Commission."))
		.field("gst", Schema.rupees("GST on the commission."))
		.field("totalDebit", Schema.rupees("What the wallet is debited with: amount + commission + GST."))
		.field("status", STATUS)
		.field("responseCode", RESPONSE_CODE)
		.field("responseMessage", Schema.text("For a person; not to be parsed."))
		.field("createdAt", Schema.time("When it was accepted."))
		.field("updatedAt", Schema.time("When it last changed."));

	static final Schema ITEM = ITEM_FIELDS.named("PayoutItem");

	private static final Schema PAYEE = Schema.object("The beneficiary as it was when the payout was accepted.")
		.field("beneficiaryId", Schema.uuid("The beneficiary."))
		.field("beneficiaryCode", Schema.text("Readable code."))
		.field("name", Schema.text("Name."))
		.field("email", Schema.text("E-mail address.").orNull())
		.field("phoneNumber", Schema.text("Phone number."))
		.field("accountNumber", Schema.text("Account number.").orNull())
		.field("ifsc", Schema.text("IFSC.").orNull())
		.field("vpa", Schema.text("VPA.").orNull())
		.named("Payee");

	private static final Schema COMMISSION = Schema.object("What the payout costs.")
		.field("commission", Schema.rupees("Commission."))
		.field("gstRate", Schema.integer("GST on the commission in percent.").only(CommissionPlan.GST_PERCENT))
		.field("gst", Schema.rupees("GST, rounded half up to the paisa."))
		.field("totalDebit", Schema.rupees("Amount + commission + GST."))
		.named("CommissionBreakdown");

	static final Schema DETAIL = ITEM_FIELDS.field("beneficiary", PAYEE)
		.field("commissionBreakdown", COMMISSION)
		.field("bankReference", Schema.text("The bank's own id of the order.").orNull())
		.field("initiatedAt", Schema.time("The same as createdAt."))
		.field("completedAt", Schema.time("When it became final; null before.").orNull())
		.field("source",
				Schema.oneOf("Which way it came in.",
						Stream.of(PayoutDetail.Source.values()).map(PayoutDetail.Source::name).toList()))
		.field("bulkFileId", Schema.uuid("The file it came in, for source BULK alone.").orNull())
		.named("Payout");

	static final Schema EVENT = Schema.object("One step of a payout.")
		.field("eventId", Schema.uuid("The step."))
		.field("sequence", Schema.integer("From 1, contiguous.").with((node) -> node.put("minimum", 1)))
		.field("fromStatus", Schema.oneOf("Status before; null for the creation.", statuses()).orNull())
		.field("status", STATUS)
		.field("stage", Schema.oneOf("What happened.", Arrays.stream(Stage.values()).map(Stage::name).toList()))
		.field("source", Schema.text("Which part of the service wrote it."))
		.field("responseCode", RESPONSE_CODE)
		.field("responseMessage", Schema.text("For a person; not to be parsed."))
		.field("utr", UTR)
		.field("createdAt", Schema.time("When it happened."))
		.named("PayoutStatusEvent");

	/** Left open, because the detail goes on from here. */
	static final String EXAMPLE_ITEM = """
			{"payoutTransactionId":"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f","transactionId":"TXN20261121PMYR7DG9NN",
			"merchantReferenceId":"ORD-1001","utr":"325000000005","transactionReference":"325000000005",
			"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","beneficiaryName":"Ramesh Kumar",
			"accountNumber":"026291800001191","ifsc":"YESB0000262","vpa":null,"transactionType":"I",
			"amount":"1500.00","commission":"4.00","gst":"0.72","totalDebit":"1504.72","status":11,
			"responseCode":"SUCCESS","responseMessage":"Funds transferred",
			"createdAt":"2026-11-21T08:15:30.123Z","updatedAt":"2026-11-21T08:15:30.827Z\"""";

	static final String EXAMPLE_DETAIL = """
			,"beneficiary":{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","beneficiaryCode":"BEN4T7WQ2ZC",
			"name":"Ramesh Kumar","email":null,"phoneNumber":"9876543210","accountNumber":"026291800001191",
			"ifsc":"YESB0000262","vpa":null},"commissionBreakdown":{"commission":"4.00","gstRate":18,"gst":"0.72",
			"totalDebit":"1504.72"},"bankReference":"BNK0000000005","initiatedAt":"2026-11-21T08:15:30.123Z",
			"completedAt":"2026-11-21T08:15:30.827Z","source":"API","bulkFileId":null""";

	static final String EXAMPLE_EVENT = """
			{"eventId":"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e70","sequence":1,"fromStatus":null,"status":3,
			"stage":"CREATED","source":"API","responseCode":"INITIATED",
			"responseMessage":"Payout request created and queued","utr":null,
			"createdAt":"2026-11-21T08:15:30.123Z"}""";

	private PayoutSchemas() {
	}

	private static int[] statuses() {
		return List.of(PayoutStatus.values()).stream().mapToInt(PayoutStatus::code).toArray();
	}

}

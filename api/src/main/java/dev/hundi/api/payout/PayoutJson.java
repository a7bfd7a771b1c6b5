package dev.hundi.api.payout;

import dev.hundi.api.answer.Envelope;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.PayoutDetail;
import dev.hundi.payout.PayoutDetail.Payee;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.StatusEvent;
import tools.jackson.core.JsonGenerator;

/**
 * Payouts as the API shows them (decisions, "Payouts").
 */
final class PayoutJson {

	private PayoutJson() {
	}

	/** The full record: the fields of a list item, then those of the detail. */
	static void write(JsonGenerator json, PayoutDetail payout) {
		json.writeStartObject();
		writeItem(json, payout);
		writePayee(json, payout.beneficiary());
		writeCommission(json, payout);
		json.writeStringProperty("bankReference", payout.bankReference());
		Envelope.time(json, "initiatedAt", payout.createdAt());
		Envelope.time(json, "completedAt", payout.completedAt());
		json.writeStringProperty("source", payout.source().name());
		json.writeStringProperty("bulkFileId", (payout.bulkFileId() != null) ? payout.bulkFileId().toString() : null);
		json.writeEndObject();
	}

	static void writeListItem(JsonGenerator json, PayoutDetail payout) {
		json.writeStartObject();
		writeItem(json, payout);
		json.writeEndObject();
	}

	static void write(JsonGenerator json, StatusEvent event) {
		json.writeStartObject();
		json.writeStringProperty("eventId", event.eventId().toString());
		json.writeNumberProperty("sequence", event.sequence());
		PayoutStatus from = event.fromStatus();
		if (from != null) {
			json.writeNumberProperty("fromStatus", from.code());
		}
		else {
			json.writeNullProperty("fromStatus");
		}
		json.writeNumberProperty("status", event.status().code());
		json.writeStringProperty("stage", event.stage().name());
		json.writeStringProperty("source", event.source());
		json.writeStringProperty("responseCode", event.responseCode());
		json.writeStringProperty("responseMessage", event.responseMessage());
		json.writeStringProperty("utr", event.utr());
		Envelope.time(json, "createdAt", event.createdAt());
		json.writeEndObject();
	}

	private static void writeItem(JsonGenerator json, PayoutDetail payout) {
		Payee payee = payout.beneficiary();
		json.writeStringProperty("payoutTransactionId", payout.payoutId().toString());
		json.writeStringProperty("transactionId", payout.transactionId());
		json.writeStringProperty("merchantReferenceId", payout.merchantReferenceId());
		json.writeStringProperty("utr", payout.utr());
		json.writeStringProperty("transactionReference", payout.utr());
		json.writeStringProperty("beneficiaryId", payee.beneficiaryId().toString());
		json.writeStringProperty("beneficiaryName", payee.name());
		json.writeStringProperty("accountNumber", payee.accountNumber());
		json.writeStringProperty("ifsc", payee.ifsc());
		json.writeStringProperty("vpa", payee.vpa());
		json.writeStringProperty("transactionType", payout.rail().code());
		json.writeStringProperty("amount", Envelope.rupees(payout.amountPaise()));
		json.writeStringProperty("commission", Envelope.rupees(payout.commissionPaise()));
		json.writeStringProperty("gst", Envelope.rupees(payout.gstPaise()));
		json.writeStringProperty("totalDebit", Envelope.rupees(payout.totalDebitPaise()));
		json.writeNumberProperty("status", payout.status().code());
		json.writeStringProperty("responseCode", payout.responseCode());
		json.writeStringProperty("responseMessage", payout.responseMessage());
		Envelope.time(json, "createdAt", payout.createdAt());
		Envelope.time(json, "updatedAt", payout.updatedAt());
	}

	private static void writePayee(JsonGenerator json, Payee payee) {
		json.writeObjectPropertyStart("beneficiary");
		json.writeStringProperty("beneficiaryId", payee.beneficiaryId().toString());
		json.writeStringProperty("beneficiaryCode", payee.beneficiaryCode());
		json.writeStringProperty("name", payee.name());
		json.writeStringProperty("email", payee.email());
		json.writeStringProperty("phoneNumber", payee.phoneNumber());
		json.writeStringProperty("accountNumber", payee.accountNumber());
		json.writeStringProperty("ifsc", payee.ifsc());
		json.writeStringProperty("vpa", payee.vpa());
		json.writeEndObject();
	}

	private static void writeCommission(JsonGenerator json, PayoutDetail payout) {
		json.writeObjectPropertyStart("commissionBreakdown");
		json.writeStringProperty("commission", Envelope.rupees(payout.commissionPaise()));
		json.writeNumberProperty("gstRate", CommissionPlan.GST_PERCENT);
		json.writeStringProperty("gst", Envelope.rupees(payout.gstPaise()));
		json.writeStringProperty("totalDebit", Envelope.rupees(payout.totalDebitPaise()));
		json.writeEndObject();
	}

}

package dev.hundi.api.bulk;

import java.util.List;

import dev.hundi.api.answer.Envelope;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.RowError;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Bulk files and rows as the API shows them.
 */
final class BulkJson {

	private BulkJson() {
	}

	static void write(JsonGenerator json, BulkFile file) {
		json.writeStartObject();
		fields(json, file);
		json.writeEndObject();
	}

	/** With what the wallet could pay now, in paise. */
	static void write(JsonGenerator json, BulkFile file, long spendablePaise) {
		json.writeStartObject();
		fields(json, file);
		json.writeStringProperty("spendable", Envelope.rupees(spendablePaise));
		json.writeEndObject();
	}

	static void write(JsonGenerator json, List<BulkFile> files) {
		json.writeStartArray();
		files.forEach((file) -> write(json, file));
		json.writeEndArray();
	}

	static void writeRows(JsonGenerator json, List<BulkRow> rows) {
		json.writeStartArray();
		rows.forEach((row) -> write(json, row));
		json.writeEndArray();
	}

	private static void fields(JsonGenerator json, BulkFile file) {
		Long total = file.declaredTotalPaise();
		json.writeStringProperty("bulkFileId", file.bulkFileId().toString());
		json.writeStringProperty("fileName", file.fileName());
		json.writeStringProperty("clientReference", file.clientReference());
		json.writeStringProperty("format", file.format().name());
		json.writeNumberProperty("sizeBytes", file.sizeBytes());
		json.writeStringProperty("sha256", file.sha256());
		json.writeStringProperty("releaseMode", file.releaseMode().name());
		number(json, "declaredRows", file.declaredRows());
		json.writeStringProperty("declaredTotal", (total != null) ? Envelope.rupees(total) : null);
		json.writeStringProperty("status", file.status().name());
		json.writeNumberProperty("percent", file.percent());
		counts(json, file.counts());
		json.writeStringProperty("uploadedBy", file.uploadedBy());
		json.writeStringProperty("releasedBy", file.releasedBy());
		number(json, "peopleNeeded", file.peopleNeeded());
		json.writeStringProperty("reasonCode", file.reasonCode());
		json.writeStringProperty("reason", file.reason());
		Envelope.time(json, "createdAt", file.createdAt());
		Envelope.time(json, "loadedAt", file.loadedAt());
		Envelope.time(json, "releasedAt", file.releasedAt());
		Envelope.time(json, "completedAt", file.completedAt());
	}

	private static void counts(JsonGenerator json, BulkFile.Counts counts) {
		json.writeObjectPropertyStart("rows");
		json.writeNumberProperty("read", counts.read());
		json.writeNumberProperty("valid", counts.valid());
		json.writeNumberProperty("invalid", counts.invalid());
		json.writeNumberProperty("duplicate", counts.duplicate());
		json.writeNumberProperty("released", counts.released());
		json.writeNumberProperty("successful", counts.successful());
		json.writeNumberProperty("failed", counts.failed());
		json.writeEndObject();
		json.writeObjectPropertyStart("amounts");
		json.writeStringProperty("total", Envelope.rupees(counts.totalPaise()));
		json.writeStringProperty("valid", Envelope.rupees(counts.validPaise()));
		json.writeStringProperty("totalDebit", Envelope.rupees(counts.debitPaise()));
		json.writeStringProperty("released", Envelope.rupees(counts.releasedPaise()));
		json.writeStringProperty("successful", Envelope.rupees(counts.successfulPaise()));
		json.writeStringProperty("failed", Envelope.rupees(counts.failedPaise()));
		json.writeEndObject();
	}

	private static void write(JsonGenerator json, BulkRow row) {
		Long amount = row.amountPaise();
		BulkRow.Paid payout = row.payout();
		json.writeStartObject();
		json.writeNumberProperty("rowNumber", row.rowNumber());
		json.writeStringProperty("status", row.status().name());
		json.writeStringProperty("merchantReferenceId", row.merchantReferenceId());
		json.writeStringProperty("amount", (amount != null) ? Envelope.rupees(amount) : null);
		json.writeArrayPropertyStart("errors");
		row.errors().forEach((error) -> write(json, error));
		json.writeEndArray();
		json.writeStringProperty("payoutTransactionId", (payout != null) ? payout.payoutId().toString() : null);
		json.writeStringProperty("transactionId", (payout != null) ? payout.transactionId() : null);
		number(json, "payoutStatus", (payout != null) ? Integer.valueOf(payout.status()) : null);
		json.writeStringProperty("utr", (payout != null) ? payout.utr() : null);
		json.writeStringProperty("responseCode", (payout != null) ? payout.responseCode() : null);
		json.writeStringProperty("responseMessage", (payout != null) ? payout.responseMessage() : null);
		Envelope.time(json, "updatedAt", (payout != null) ? payout.updatedAt() : null);
		json.writeEndObject();
	}

	private static void write(JsonGenerator json, RowError error) {
		json.writeStartObject();
		json.writeStringProperty("column", error.column());
		json.writeStringProperty("code", error.code());
		json.writeStringProperty("message", error.message());
		json.writeStringProperty("value", error.value());
		json.writeEndObject();
	}

	private static void number(JsonGenerator json, String name, @Nullable Integer number) {
		if (number != null) {
			json.writeNumberProperty(name, number);
		}
		else {
			json.writeNullProperty(name);
		}
	}

}

package dev.hundi.api.openapi;

import java.util.List;

import dev.hundi.bulk.BulkStatus;
import tools.jackson.databind.node.ObjectNode;

/**
 * The webhook that tells of a bulk file's end ({@code docs/decisions/0015}).
 */
final class BulkWebhook {

	private static final Schema ROWS = Schema.object("Numbers of rows.")
		.field("read", Schema.integer("In the file."))
		.field("valid", Schema.integer("That could be paid."))
		.field("invalid", Schema.integer("That break a rule."))
		.field("duplicate", Schema.integer("That pay what an earlier row or payout pays."))
		.field("successful", Schema.integer("Whose payout was paid."))
		.field("failed", Schema.integer("Whose payout was not paid."));

	private static final Schema DATA = Schema.object("The file when its last payout ended.")
		.field("status", Schema.oneOf("How it ended.", ends()))
		.field("timestamp", Schema.time("When it ended."))
		.field("businessId", Schema.uuid("The business."))
		.field("bulkFileId", Schema.uuid("The file."))
		.field("fileName", Schema.text("Its name."))
		.field("clientReference", Schema.text("The merchant's own reference.").orNull())
		.field("rows", ROWS)
		.field("successfulPaise", Schema.paise("What was paid."))
		.field("failedPaise", Schema.paise("What was not."));

	private static final Schema PAYLOAD = Schema.object("")
		.field("payoutWebhookId", Schema.uuid("Unique per webhook; the same in every redelivery: de-duplicate by it."))
		.field("event", Schema.oneOf("What happened.", List.of("BulkCompleted")))
		.field("data", DATA)
		.named("BulkWebhook");

	private static final String EXAMPLE = """
			{"payoutWebhookId":"0199aa40-5e21-7c3d-8e4f-5a6b7c8d9e0f","event":"BulkCompleted","data":{
			"status":"PARTIALLY_COMPLETED","timestamp":"2026-11-21T09:02:11.870Z",
			"businessId":"0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b","bulkFileId":"0199aa30-2d3e-7f40-9b5c-6d7e8f9a0b1c",
			"fileName":"salaries.csv","clientReference":"SALARIES-2026-11","rows":{"read":120,"valid":118,"invalid":2,
			"duplicate":0,"successful":117,"failed":1},"successfulPaise":"351000000","failedPaise":"3000000"}}""";

	private BulkWebhook() {
	}

	static ObjectNode write(Components components) {
		return Webhook.write(components, Group.BULK, "bulkCompletedWebhook",
				"Sent to the webhook URL of a business that asks for it when the last payout of a bulk file has ended",
				"Off by default: ask for it. Sent once for a file, at its first end; a later return of money is told by the "
						+ "payout's own webhook.",
				PAYLOAD, EXAMPLE);
	}

	private static List<String> ends() {
		return BulkStatus.PROCESSING.successors().stream().map(BulkStatus::name).toList();
	}

}

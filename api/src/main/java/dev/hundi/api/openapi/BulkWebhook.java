package dev.hundi.api.openapi;

import java.util.Arrays;
import java.util.List;

import dev.hundi.api.json.Schema;
import dev.hundi.bulk.BulkOutcome;
import dev.hundi.bulk.BulkStatus;
import tools.jackson.databind.node.ObjectNode;

/**
 * The webhook that reports the completion of a bulk file ({@code docs/decisions/0015}).
 */
final class BulkWebhook {

	private static final Schema ROWS = Schema.object("Numbers of rows.")
		.field("read", Schema.integer("Rows in the file.").example(120))
		.field("valid", Schema.integer("Rows that could be paid.").example(118))
		.field("invalid", Schema.integer("Rows that break a rule.").example(2))
		.field("duplicate", Schema.integer("Rows that repeat an earlier row or payout.").example(0))
		.field("successful", Schema.integer("Rows whose payout succeeded.").example(117))
		.field("failed", Schema.integer("Rows whose payout failed.").example(1));

	private static final Schema DATA = Schema.object("The file at the time of its completion.")
		.field("status",
				Schema
					.oneOf("Final status.", BulkStatus.PROCESSING.successors().stream().map(BulkStatus::name).toList())
					.example("PARTIALLY_COMPLETED"))
		.field("outcome",
				Schema
					.oneOf("What became of the rows.",
							Arrays.stream(BulkOutcome.values()).map(BulkOutcome::name).toList())
					.example("SOME_ROWS_PAID"))
		.field("timestamp", Schema.time("Time of completion.").example("2026-11-21T09:02:11.870Z"))
		.field("businessId", Schema.uuid("Id of the business.").example("0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b"))
		.field("bulkFileId", Schema.uuid("Id of the file.").example("0199aa30-2d3e-7f40-9b5c-6d7e8f9a0b1c"))
		.field("fileName", Schema.text("Name of the file.").example("salaries.csv"))
		.field("clientReference", Schema.text("Your own reference.").orNull().example("SALARIES-2026-11"))
		.field("rows", ROWS)
		.field("successfulPaise", Schema.paise("Sum of successful payouts.").example("351000000"))
		.field("failedPaise", Schema.paise("Sum of failed payouts.").example("3000000"));

	static final Schema PAYLOAD = Schema.object("")
		.named("BulkWebhook")
		.field("payoutWebhookId", Webhook.ID.example("0199aa40-5e21-7c3d-8e4f-5a6b7c8d9e0f"))
		.field("event", Schema.oneOf("What happened.", List.of("BulkCompleted")).example("BulkCompleted"))
		.field("data", DATA);

	private BulkWebhook() {
	}

	static ObjectNode write(Components components) {
		return Webhook.write(components, "bulkCompletedWebhook", "A bulk file is complete",
				"Sent when the last payout of a bulk file has ended, to endpoints that subscribe to it. Sent once per "
						+ "file. If money is returned later, the payout's own webhook reports it.",
				PAYLOAD);
	}

}

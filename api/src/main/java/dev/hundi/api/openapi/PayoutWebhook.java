package dev.hundi.api.openapi;

import java.util.Arrays;
import java.util.Objects;

import dev.hundi.api.json.Schema;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The webhook that reports the status of a payout (docs/specification.md, "Events").
 */
final class PayoutWebhook {

	static final Schema PAYLOAD = Schema.object("")
		.named("PayoutWebhook")
		.field("payoutWebhookId", Webhook.ID.example("0199aa10-7f33-7d01-8a2b-5c6d7e8f9a0b"))
		.field("event",
				Schema.oneOf("What happened.",
						Arrays.stream(PayoutStatus.values()).map(PayoutStatus::event).filter(Objects::nonNull).toList())
					.example("Successful"))
		.field("data",
				data(Schema
					.oneOf("Status: 3, 11 or 12.",
							Arrays.stream(PayoutStatus.values())
								.filter((status) -> status.event() != null)
								.mapToInt(PayoutStatus::code)
								.toArray())
					.example(11), ResponseCode.SUCCESS, "325000000005"));

	private PayoutWebhook() {
	}

	static ObjectNode write(Components components) {
		return Webhook.write(components, "payoutStatusWebhook", "A payout is created or final",
				"Sent when a payout is created and when it ends.", PAYLOAD);
	}

	/** The payout in a webhook, with examples. */
	static Schema data(Schema status, ResponseCode responseCode, @Nullable String utr) {
		return Schema.object("The payout at the time of the event.")
			.field("status", status)
			.field("timestamp", Schema.time("Time of the status change.").example("2026-11-21T08:15:31.204Z"))
			.field("businessId", Schema.uuid("Id of the business.").example("0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b"))
			.field("responseCode",
					Schema
						.oneOf("Reason for the status.",
								Arrays.stream(ResponseCode.values()).map(ResponseCode::name).toList())
						.example(responseCode.name()))
			.field("transactionId", Schema.text("Readable id of the payout.").example("TXN20261121PMYR7DG9NN"))
			.field("responseMessage", Schema.text("Reason for people.").example(responseCode.message()))
			.field("payoutTransactionId",
					Schema.uuid("Id of the payout.").example("0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f"))
			.field("merchantReferenceId", Schema.text("Your own reference.").orNull().example("ORD-1001"))
			.field("utr", Schema.text("UTR of the bank; null until the bank reports one.").orNull().example(utr))
			.field("transactionReference", Schema.text("Same as utr.").orNull().example(utr));
	}

}

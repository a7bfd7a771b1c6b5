package dev.hundi.api.openapi;

import java.util.Arrays;
import java.util.Objects;

import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.ResponseCode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The webhook that tells of a payout's status (specification, "Events").
 */
final class PayoutWebhook {

	private static final Schema DATA = Schema.object("The payout at the moment of the event.")
		.field("status",
				Schema.oneOf("The status: 3, 11 or 12.",
						Arrays.stream(PayoutStatus.values())
							.filter((status) -> status.event() != null)
							.mapToInt(PayoutStatus::code)
							.toArray()))
		.field("timestamp", Schema.time("When the payout took that status."))
		.field("businessId", Schema.uuid("The business."))
		.field("responseCode",
				Schema.oneOf("Why.", Arrays.stream(ResponseCode.values()).map(ResponseCode::name).toList()))
		.field("transactionId", Schema.text("The readable id of the payout."))
		.field("responseMessage", Schema.text("The reason for a person."))
		.field("payoutTransactionId", Schema.uuid("The payout."))
		.field("merchantReferenceId", Schema.text("The merchant's own reference.").orNull())
		.field("utr", Schema.text("The bank's reference; null until the bank gives one.").orNull())
		.field("transactionReference", Schema.text("The same as utr.").orNull());

	private static final Schema PAYLOAD = Schema.object("")
		.field("payoutWebhookId", Schema.uuid("Unique per webhook; the same in every redelivery: de-duplicate by it."))
		.field("event", Schema.oneOf("What happened.",
				Arrays.stream(PayoutStatus.values()).map(PayoutStatus::event).filter(Objects::nonNull).toList()))
		.field("data", DATA)
		.named("PayoutWebhook");

	private static final String EXAMPLE = """
			{"payoutWebhookId":"0199aa10-7f33-7d01-8a2b-5c6d7e8f9a0b","event":"Successful","data":{"status":11,
			"timestamp":"2026-11-21T08:15:31.204Z","businessId":"0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b",
			"responseCode":"SUCCESS","transactionId":"TXN20261121PMYR7DG9NN","responseMessage":"Funds transferred",
			"payoutTransactionId":"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f","merchantReferenceId":"ORD-1001",
			"utr":"325000000005","transactionReference":"325000000005"}}""";

	private PayoutWebhook() {
	}

	static ObjectNode write(Components components) {
		return Webhook.write(components, Group.PAYOUTS, "payoutStatusWebhook",
				"Sent to the business's webhook URL when a payout is created and when it ends", "", PAYLOAD, EXAMPLE);
	}

}

package dev.hundi.api.openapi;

import java.util.Arrays;
import java.util.Objects;

import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.ResponseCode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The webhook that tells of a payout's status (specification, "Events").
 */
final class PayoutWebhook {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

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
		ObjectNode post = json.objectNode();
		post.putArray("tags").add(Group.PAYOUTS.title());
		post.put("operationId", "payoutStatusWebhook")
			.put("summary", "Sent to the business's webhook URL when a payout is created and when it ends")
			.put("description",
					"""
							Delivered at least once. Any 2xx within 5 s counts as received; otherwise it is sent again with the same \
							body and payoutWebhookId, a new timestamp and new signatures, for about three days. Verify before \
							believing: over the exact bytes received, constant-time, and with a timestamp at most 5 minutes from \
							your clock.""");
		post.putArray("security");
		ArrayNode headers = post.putArray("parameters");
		headers.add(header("x-webhook-timestamp", "Unix epoch milliseconds at sending.", "[0-9]{13}"));
		headers.add(header("x-webhook-alg", "Algorithm of the version 2 signature.", "sha256"));
		headers.add(header("x-webhook-signature-v2",
				"Preferred: hex HMAC-SHA256 with the webhook secret over `TIMESTAMP|ALG|RAW_REQUEST_BODY`.",
				"[0-9a-f]{64}"));
		headers.add(header("x-webhook-signature",
				"Legacy: hex HMAC-SHA256 with the webhook secret over `TIMESTAMP|RAW_REQUEST_BODY`.", "[0-9a-f]{64}"));
		ObjectNode content = post.putObject("requestBody")
			.put("required", true)
			.putObject("content")
			.putObject("application/json");
		content.set("schema", components.schema(PAYLOAD));
		content.set("example", Envelopes.json.readTree(EXAMPLE));
		post.putObject("responses").putObject("2XX").put("description", "Received; the body is not read.");
		return json.objectNode().set("post", post);
	}

	private static ObjectNode header(String name, String description, String form) {
		ObjectNode header = json.objectNode()
			.put("name", name)
			.put("in", "header")
			.put("required", true)
			.put("description", description);
		header.putObject("schema").put("type", "string").put("pattern", "^" + form + "$");
		return header;
	}

}

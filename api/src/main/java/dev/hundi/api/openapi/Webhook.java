package dev.hundi.api.openapi;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all webhooks have in common: how they are delivered and signed.
 */
final class Webhook {

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private static final String DELIVERY = """
			Delivered at least once. Any 2xx within 5 s counts as received; otherwise it is sent again with the same body and \
			payoutWebhookId, a new timestamp and new signatures, for about three days. Verify before believing: over the exact \
			bytes received, constant-time, and with a timestamp at most 5 minutes from your clock.""";

	private Webhook() {
	}

	/**
	 * The path item of a webhook.
	 * @param description what is special about it, before what holds for all; may be
	 * empty
	 */
	static ObjectNode write(Components components, Group group, String id, String summary, String description,
			Schema payload, String example) {
		ObjectNode post = json.objectNode();
		post.putArray("tags").add(group.title());
		post.put("operationId", id)
			.put("summary", summary)
			.put("description", description.isEmpty() ? DELIVERY : description + " " + DELIVERY);
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
		content.set("schema", components.schema(payload));
		content.set("example", Envelopes.json.readTree(example));
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

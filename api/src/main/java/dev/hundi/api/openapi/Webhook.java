package dev.hundi.api.openapi;

import dev.hundi.api.json.Schema;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What all webhooks have in common: delivery and signatures.
 */
final class Webhook {

	static final Schema ID = Schema.uuid(
			"Id of the event: the same at every endpoint, in every redelivery and in the list of events. Use it to discard "
					+ "duplicates.");

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private static final String DELIVERY = """
			 Delivered at least once to each webhook address of the business that subscribes to it. A 2xx status within 5 s acknowledges the delivery. \
			Otherwise it is retried for about three days, with the same body and payoutWebhookId, a new timestamp and new \
			signatures. Verify the signature over the exact bytes received, in constant time, and reject timestamps that \
			differ from your clock by more than 5 minutes.""";

	private Webhook() {
	}

	/** The path item of a webhook. */
	static ObjectNode write(Components components, String id, String summary, String description, Schema payload) {
		ObjectNode post = json.objectNode();
		// A separate tag: generators write one client class per tag, and a webhook with
		// the tag of an operation would overwrite that class.
		post.putArray("tags").add(Group.WEBHOOKS.title());
		post.put("operationId", id).put("summary", summary).put("description", description + DELIVERY);
		post.putArray("security");
		ArrayNode headers = post.putArray("parameters");
		headers.add(header("x-webhook-timestamp", "Time of sending in Unix epoch milliseconds.", "[0-9]{13}"));
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
		content.set("example", payload.example());
		post.putObject("responses").putObject("2XX").put("description", "Acknowledged. The body is ignored.");
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

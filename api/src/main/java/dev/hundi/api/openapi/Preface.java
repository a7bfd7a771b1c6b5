package dev.hundi.api.openapi;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The introduction of the document and the security schemes.
 */
final class Preface {

	static final String TEXT = """
			Server-to-server JSON over HTTPS. A business holds a prepaid wallet, registers beneficiaries (a bank account with \
			IFSC, or a UPI VPA) and pays them. The final status of a payout arrives by webhook and can be polled.

			**Answers** always have the envelope `{status, data, message, meta}`. Errors add a stable `code`. If fields of the \
			request are invalid, `data.errors` lists all of them. Paths outside this document answer `route_not_found` (404), \
			other methods `method_not_allowed` (405, with the header Allow).

			**Money** is never a JSON number: payout amounts are rupees with exactly two decimals (`"1500.00"`), wallet \
			amounts are paise (`"150000"`). **Times** are ISO 8601 in UTC with milliseconds.

			**Signatures.** Every request to `/v1` has the headers `x-api-key`, `x-timestamp` (Unix milliseconds, within 300 s \
			of the server's clock) and `x-signature`: the lower-case hex HMAC-SHA256 of a canonical string with the signing key.

			Version 2 (`x-service-sig-version: 2`; for new integrations and for every request with a query) adds a unique \
			`x-nonce` and signs `METHOD|HOST|PATH_AND_QUERY|API_KEY|TIMESTAMP|NONCE|SHA256_HEX(BODY)`: the host in lower case \
			with its port if one is sent, path and query exactly as sent, and the hash of the empty string for GET and DELETE. \
			With the header `x-signed-headers: idempotency-key` it also signs the idempotency key: `|` and the value of \
			`Idempotency-Key` follow the canonical string.

			Version 1 (legacy, without query) signs `METHOD|PATH|TIMESTAMP|BODY`, with an empty body for GET, DELETE, HEAD and \
			OPTIONS. It has no nonce, so its reads are not tracked for replays.

			Sign the exact bytes that you send. docs/integrating.md has step-by-step instructions, test vectors and tested \
			samples in Java, Node, Python and bash.
			""";

	private static final JsonNodeFactory json = JsonNodeFactory.instance;

	private Preface() {
	}

	static ArrayNode tags() {
		ArrayNode tags = json.arrayNode();
		for (Group group : Group.values()) {
			tags.addObject().put("name", group.title()).put("description", group.description());
		}
		return tags;
	}

	static ObjectNode securitySchemes() {
		ObjectNode schemes = json.objectNode();
		schemes.set("apiKey", header("x-api-key", "API key (public), as shown in the portal."));
		schemes.set("timestamp",
				header("x-timestamp", "Unix epoch milliseconds, 13 digits, within 300 s of the server's clock."));
		schemes.set("signature", header("x-signature",
				"Lower-case hex HMAC-SHA256 of the canonical string with the signing key (secret)."));
		schemes.set("version2", header("x-service-sig-version", "`2` for version 2; `1` or absent for version 1."));
		schemes.set("nonce",
				header("x-nonce", "Unique per request, 1 to 255 characters without `|`. A used nonce is rejected."));
		return schemes;
	}

	/** The headers of version 2 or, unless excluded, of version 1. */
	static ArrayNode security(boolean version2Only) {
		ArrayNode either = json.arrayNode();
		ObjectNode version2 = either.addObject();
		for (String scheme : new String[] { "apiKey", "timestamp", "signature", "version2", "nonce" }) {
			version2.putArray(scheme);
		}
		if (!version2Only) {
			ObjectNode version1 = either.addObject();
			for (String scheme : new String[] { "apiKey", "timestamp", "signature" }) {
				version1.putArray(scheme);
			}
		}
		return either;
	}

	private static ObjectNode header(String name, String description) {
		return json.objectNode()
			.put("type", "apiKey")
			.put("in", "header")
			.put("name", name)
			.put("description", description);
	}

}

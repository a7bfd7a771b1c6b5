package dev.hundi.sandbox.client;

import java.util.Map;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * A response of the API.
 *
 * @param headers names in lower case, the first value of each
 * @param body the envelope
 */
public record Reply(int status, Map<String, String> headers, JsonNode body) {

	/** The data of the envelope. */
	public JsonNode data() {
		return this.body.path("data");
	}

	/** The error code of the envelope, or empty text. */
	public String code() {
		return this.body.path("code").asString("");
	}

	public Optional<String> header(String name) {
		return Optional.ofNullable(this.headers.get(name));
	}

	/**
	 * Returns this reply if it has the expected status.
	 * @throws UnexpectedReplyException if not
	 */
	public Reply expect(int expected) {
		if (this.status != expected) {
			throw new UnexpectedReplyException("Expected %d, not %d: %s".formatted(expected, this.status, this.body));
		}
		return this;
	}

}

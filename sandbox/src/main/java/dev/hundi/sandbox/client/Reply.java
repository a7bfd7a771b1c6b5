package dev.hundi.sandbox.client;

import tools.jackson.databind.JsonNode;

/**
 * A response of the API.
 *
 * @param body the envelope
 */
public record Reply(int status, JsonNode body) {

	/** The data of the envelope. */
	public JsonNode data() {
		return this.body.path("data");
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

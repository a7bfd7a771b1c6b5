package dev.hundi.portal.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A dead letter as stream-processors lists it, without personal data.
 *
 * @param topic without {@code .dlt}
 * @param offset in the dead-letter topic
 * @param key of the message, or null
 * @param firstSeen when it first became a dead letter, UTC
 * @param replayable false for content that never was a message of the topic
 * @param state open, replayed or discarded
 */
record DeadLetterView(String topic, long offset, @Nullable String key, String reason, Instant firstSeen,
		boolean replayable, String state, String payload) {

	static DeadLetterView of(JsonNode letter) {
		JsonNode key = letter.path("key");
		String state = letter.path("discardedAt").isString() ? "discarded"
				: letter.path("replayedAt").isString() ? "replayed" : "open";
		return new DeadLetterView(letter.path("topic").asString(), letter.path("offset").asLong(),
				key.isString() ? key.asString() : null, letter.path("reason").asString(),
				Instant.parse(letter.path("firstSeen").asString()), letter.path("replayable").asBoolean(false), state,
				letter.path("payload").asString());
	}

	/** Identifies it among the letters of the page. */
	public String id() {
		return this.topic + "-" + this.offset;
	}

}

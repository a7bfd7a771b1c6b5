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
 * @param putAt when it was put at its offset, UTC
 * @param replayable false for content that never was a message of the topic
 * @param state open, replayed or discarded
 */
record DeadLetterView(String topic, long offset, @Nullable String key, String reason, Instant firstSeen, Instant putAt,
		boolean replayable, String state, String payload) {

	static final String OPEN = "open";

	static DeadLetterView of(JsonNode letter) {
		JsonNode key = letter.path("key");
		String state = letter.path("discardedAt").isString() ? "discarded"
				: letter.path("replayedAt").isString() ? "replayed" : OPEN;
		return new DeadLetterView(letter.path("topic").asString(), letter.path("offset").asLong(),
				key.isString() ? key.asString() : null, letter.path("reason").asString(),
				Instant.parse(letter.path("firstSeen").asString()), Instant.parse(letter.path("putAt").asString()),
				letter.path("replayable").asBoolean(false), state, letter.path("payload").asString());
	}

	/** Identifies it among the letters of the page. */
	public String id() {
		return id(this.topic, this.offset);
	}

	static String id(String topic, long offset) {
		return topic + "-" + offset;
	}

	/** The same letter in another state. */
	DeadLetterView in(String newState) {
		return new DeadLetterView(this.topic, this.offset, this.key, this.reason, this.firstSeen, this.putAt,
				this.replayable, newState, this.payload);
	}

}

package dev.hundi.stream.kafka;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A message that nothing could be done with, as people may see it.
 *
 * @param topic where it should have been processed
 * @param offset its place among the dead letters of that topic
 * @param key its key, redacted
 * @param reason what is wrong with it
 * @param fromPartition partition of the topic it was read from, or null if it never was
 * in the topic
 * @param fromOffset its offset there, or null
 * @param firstSeen when it first was a dead letter, UTC; a replay that came back keeps it
 * @param putAt when it was put away, UTC
 * @param replayedAt when it was replayed last, UTC, or null
 * @param payload what it says, redacted
 */
public record DeadLetter(String topic, long offset, @Nullable String key, String reason,
		@Nullable Integer fromPartition, @Nullable Long fromOffset, Instant firstSeen, Instant putAt,
		@Nullable Instant replayedAt, String payload) {

	/**
	 * Whether it can be sent to its topic again: what never was a message of it cannot.
	 */
	public boolean isReplayable() {
		return this.fromOffset != null;
	}

}

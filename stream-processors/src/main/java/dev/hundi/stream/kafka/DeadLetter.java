package dev.hundi.stream.kafka;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A message that could not be processed, redacted for operators.
 *
 * @param topic the topic without {@code .dlt}
 * @param offset offset in the dead-letter topic
 * @param key the key, redacted
 * @param reason why it could not be processed
 * @param fromPartition original partition, or null if it never was in the topic
 * @param fromOffset original offset, or null
 * @param firstSeen when it first became a dead letter, UTC; unchanged by replays
 * @param putAt when this dead letter was published, UTC
 * @param replayedAt when it was last replayed, UTC, or null
 * @param discardedAt when an operator discarded it, UTC, or null
 * @param payload the message, redacted
 */
public record DeadLetter(String topic, long offset, @Nullable String key, String reason,
		@Nullable Integer fromPartition, @Nullable Long fromOffset, Instant firstSeen, Instant putAt,
		@Nullable Instant replayedAt, @Nullable Instant discardedAt, String payload) {

	/** Whether it was neither replayed nor discarded. */
	boolean isOpen() {
		return this.replayedAt == null && this.discardedAt == null;
	}

	/**
	 * Whether it can be sent to its topic again. Content that never was a message cannot.
	 */
	public boolean isReplayable() {
		return this.fromOffset != null;
	}

}

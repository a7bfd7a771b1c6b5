package dev.hundi.letter;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A letter that the caller may send once, until its lease ends. {@link Letters#read}
 * reads it.
 *
 * @param attempt number of this attempt, from 1; required to record its result
 * @param kind as stored; this version may not know it
 * @param parameters as stored
 * @param tokenCiphertext of the link; null for kinds without one
 */
@SuppressWarnings("ArrayRecordComponent")
public record ClaimedLetter(UUID letterId, int attempt, String kind, String recipient, String parameters,
		byte @Nullable [] tokenCiphertext, Instant writtenAt) {

	/** Omits what the letter says. */
	@Override
	public String toString() {
		return "ClaimedLetter[" + this.letterId + ", " + this.kind + ", attempt " + this.attempt + "]";
	}

}

package dev.hundi.letter;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A letter that the caller may send once, until its lease ends.
 *
 * @param attempt number of this attempt, from 1; required to record its result
 * @param parameters as its kind says
 * @param token of the link; null for kinds without one
 */
public record ClaimedLetter(UUID letterId, int attempt, LetterKind kind, String recipient, List<String> parameters,
		@Nullable String token, Instant writtenAt) {

	public ClaimedLetter {
		parameters = List.copyOf(parameters);
	}

	/** Omits the token, which must not reach a log. */
	@Override
	public String toString() {
		return "ClaimedLetter[" + this.letterId + ", " + this.kind + ", attempt " + this.attempt + "]";
	}

}

package dev.hundi.letter;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a letter says.
 *
 * @param parameters as its kind says
 * @param token of the link; null for kinds without one
 */
public record ReadLetter(LetterKind kind, List<String> parameters, @Nullable String token, Instant writtenAt) {

	public ReadLetter {
		parameters = List.copyOf(parameters);
	}

	/** Omits the token, which must not reach a log. */
	@Override
	public String toString() {
		return "ReadLetter[" + this.kind + "]";
	}

}

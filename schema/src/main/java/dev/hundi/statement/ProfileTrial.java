package dev.hundi.statement;

import java.time.LocalDate;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of a trial, as it is kept with the proposal.
 *
 * @param day whose files were read, Asia/Kolkata; null for a sample
 * @param linesRead with the proposed profile, at least one
 * @param linesChanged lines that the present profile reads differently
 * @param matchesWon lines that have a payout or top-up only with the proposed profile
 * @param matchesLost lines that have one only with the present profile
 */
public record ProfileTrial(@Nullable LocalDate day, long linesRead, long linesChanged, long matchesWon,
		long matchesLost) {

	/**
	 * The result of a request, or empty if the profile read no line or rejected a file. A
	 * file that only the present profile rejects is a reason for the proposal.
	 * @param arguments of the request
	 * @param result of the request
	 */
	public static Optional<ProfileTrial> of(JsonNode arguments, JsonNode result) {
		JsonNode day = arguments.path("day");
		ProfileTrial trial = new ProfileTrial(day.isString() ? LocalDate.parse(day.asString()) : null,
				result.path("linesRead").asLong(0), result.path("linesChanged").asLong(0),
				result.path("matchesWon").asLong(0), result.path("matchesLost").asLong(0));
		boolean rejected = result.path("problems")
			.valueStream()
			.anyMatch((problem) -> !problem.path("profile").asString("").equals("present"));
		return Optional.of(trial).filter((tried) -> !rejected && tried.linesRead > 0);
	}

}

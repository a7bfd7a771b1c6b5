package dev.hundi.operator;

import java.util.UUID;

import tools.jackson.databind.JsonNode;

/**
 * A request that this process carries out.
 *
 * @param claimId of this claim; a result counts only while it is the last one
 * @param arguments JSON object
 * @param askedBy e-mail address of the person who asked
 * @param attempt 1 for the first claim
 */
public record ClaimedRequest(UUID requestId, UUID claimId, RequestKind kind, JsonNode arguments, String askedBy,
		int attempt) {

	@Override
	public String toString() {
		return "operator request " + this.requestId + " (" + this.kind + ")";
	}

}

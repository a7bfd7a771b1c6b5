package dev.hundi.operator;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request of the staff to another process.
 *
 * @param arguments JSON object
 * @param asked who asked, when and why
 * @param result JSON object; null unless it is DONE
 * @param failure why it was refused, or why the last attempt failed
 * @param endedAt UTC; null while it is PENDING
 */
public record OperatorRequest(UUID requestId, RequestKind kind, JsonNode arguments, Asked asked, RequestState state,
		@Nullable JsonNode result, @Nullable String failure, @Nullable Instant endedAt) {

	/**
	 * Who asked, when and why.
	 *
	 * @param reason null for a reading kind
	 * @param at UTC
	 */
	public record Asked(UUID personId, String personName, @Nullable String reason, Instant at) {
	}

}

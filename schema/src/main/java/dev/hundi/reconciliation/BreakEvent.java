package dev.hundi.reconciliation;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a break.
 *
 * @param kind OPENED, CHANGED, CLOSED, REOPENED, OWNED, CARRIED, RESOLVED or REVOKED
 * @param runId null where a person did it
 * @param byWhom null where a run did it
 */
public record BreakEvent(String kind, @Nullable Long runId, @Nullable String byWhom, String detail,
		Instant happenedAt) {
}

package dev.hundi.reconciliation;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * One event in the history of a break.
 *
 * @param kind OPENED, CHANGED, CLOSED, REOPENED, OWNED, CARRIED, RESOLVED, REVOKED or
 * REPORTED
 * @param runId null for acts of people
 * @param byWhom null for events of a run
 */
public record BreakEvent(String kind, @Nullable Long runId, @Nullable String byWhom, String detail,
		Instant happenedAt) {
}

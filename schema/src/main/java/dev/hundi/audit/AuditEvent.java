package dev.hundi.audit;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An event of a chain.
 *
 * @param personName null if the person is not known, or not visible to the reader
 * @param object what was acted on
 * @param before values before, as JSON
 * @param after values after, as JSON
 */
public record AuditEvent(long sequence, Instant happenedAt, Actor actor, @Nullable String personName, String act,
		@Nullable String object, @Nullable String before, @Nullable String after) {
}

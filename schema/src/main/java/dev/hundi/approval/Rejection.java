package dev.hundi.approval;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Why an approval was rejected.
 *
 * @param summary what was asked for
 * @param checkerName who rejected; null for a person whom the reader cannot see any more
 */
public record Rejection(String kind, String summary, @Nullable String checkerName, String reason, Instant at) {
}

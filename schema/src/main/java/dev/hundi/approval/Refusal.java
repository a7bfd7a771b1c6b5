package dev.hundi.approval;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Why an approval was refused.
 *
 * @param summary what was asked for
 * @param checkerName who refused; null for a person whom the reader cannot see any more
 */
public record Refusal(String kind, String summary, @Nullable String checkerName, String reason, Instant at) {
}

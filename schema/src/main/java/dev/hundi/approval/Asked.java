package dev.hundi.approval;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Who asked for an approval, and when.
 *
 * @param makerName null if an API key asked, or a person whom the reader cannot see any
 * more
 */
public record Asked(@Nullable String makerName, Instant at) {
}

/**
 * Processes stuck payouts and events from the database, so that a lost message only
 * causes delay. Reads no topic; writes {@code sweep_progress} and {@code stream_gap}
 * through {@link dev.hundi.sweep}.
 */
@NullMarked
package dev.hundi.stream.sweep;

import org.jspecify.annotations.NullMarked;

/**
 * Processes stuck payouts and events from the database, so that a lost message only
 * causes delay. Reads no topic; writes {@code sweep_progress} through
 * {@link dev.hundi.sweep}.
 */
@NullMarked
package dev.hundi.stream.sweep;

import org.jspecify.annotations.NullMarked;

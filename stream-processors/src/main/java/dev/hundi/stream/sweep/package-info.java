/**
 * Processes stuck payouts and events from the database, so that a lost message only
 * causes delay. Reads no topic; owns {@code sweep_progress}.
 */
@NullMarked
package dev.hundi.stream.sweep;

import org.jspecify.annotations.NullMarked;

/**
 * Drives from the database what stands still, so that a lost message costs delay and
 * nothing else. Reads no topic; owns {@code sweep_progress}.
 */
@NullMarked
package dev.hundi.stream.sweep;

import org.jspecify.annotations.NullMarked;

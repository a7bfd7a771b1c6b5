/**
 * How far the sweeps over events have come, and where the change stream had gaps. Owns
 * {@code sweep_progress} and {@code stream_gap}.
 */
@NullMarked
package dev.hundi.sweep;

import org.jspecify.annotations.NullMarked;

/**
 * How far the sweeps over events have come. Owns {@code sweep_progress}.
 */
@NullMarked
package dev.hundi.sweep;

import org.jspecify.annotations.NullMarked;

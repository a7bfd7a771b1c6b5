/**
 * Drives from the database what stands still.
 */
@NullMarked
package dev.hundi.stream.sweep;

import org.jspecify.annotations.NullMarked;

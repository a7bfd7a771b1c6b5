/**
 * The whole platform on one machine: {@code Platform} starts every part, {@code Launcher}
 * is what {@code ./hundi up} runs. Writes only through the platform's own doors; no
 * tables, no topics.
 */
@NullMarked
package dev.hundi.sandbox;

import org.jspecify.annotations.NullMarked;

/**
 * The whole platform on one machine: {@code Platform} starts every part, {@code Launcher}
 * is the program of {@code ./hundi up}. Writes only through the APIs of the platform;
 * owns no table and no topic.
 */
@NullMarked
package dev.hundi.sandbox;

import org.jspecify.annotations.NullMarked;

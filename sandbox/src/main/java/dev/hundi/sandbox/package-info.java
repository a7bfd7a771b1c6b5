/**
 * The whole platform on one machine: {@code Platform} starts every part, {@code Launcher}
 * is the program of {@code ./hundi up}. Creates demo data through the stores of schema,
 * and payouts through the API; owns no table and no topic.
 */
@NullMarked
package dev.hundi.sandbox;

import org.jspecify.annotations.NullMarked;

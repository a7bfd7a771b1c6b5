/**
 * Benchmarks on the real platform, each printed as a table of figure, reference, ratio
 * and target. Owns no table.
 */
@NullMarked
package dev.hundi.bench;

import org.jspecify.annotations.NullMarked;

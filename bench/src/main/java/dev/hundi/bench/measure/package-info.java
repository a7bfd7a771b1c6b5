/**
 * Rates, latencies, spreads and costs of runs, and the reference programs that produce
 * them.
 */
@NullMarked
package dev.hundi.bench.measure;

import org.jspecify.annotations.NullMarked;

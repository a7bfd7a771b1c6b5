/**
 * Fills a benchmark's own database to sizes that no merchant reaches in a day. It
 * bypasses the guards of money tables, which is safe only in a database without real
 * money. Reads and writes no topic.
 */
@NullMarked
package dev.hundi.bench.seed;

import org.jspecify.annotations.NullMarked;

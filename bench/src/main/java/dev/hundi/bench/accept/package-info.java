/**
 * Accepted payouts a second, their latency and cost, against pgbench; and accepts beside
 * the search index writer.
 */
@NullMarked
package dev.hundi.bench.accept;

import org.jspecify.annotations.NullMarked;

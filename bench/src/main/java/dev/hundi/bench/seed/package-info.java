/**
 * Fills a benchmark's own database to numbers that no merchant reaches in a day. Writes
 * tables of money past their guards, which only a database without anybody's money
 * allows; reads and writes no topic.
 */
@NullMarked
package dev.hundi.bench.seed;

import org.jspecify.annotations.NullMarked;

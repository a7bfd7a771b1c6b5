/**
 * What the work of a day costs on top of a growing number of earlier payouts. Reads and
 * writes no topic.
 */
@NullMarked
package dev.hundi.bench.growth;

import org.jspecify.annotations.NullMarked;

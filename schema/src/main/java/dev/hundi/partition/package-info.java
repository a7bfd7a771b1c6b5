/**
 * Retention of tables that are partitioned by month: creates partitions ahead and drops
 * expired ones. Owns the partitions of {@code webhook_attempt}, not its rows; reads and
 * writes no topic.
 */
@NullMarked
package dev.hundi.partition;

import org.jspecify.annotations.NullMarked;

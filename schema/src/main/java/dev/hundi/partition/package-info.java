/**
 * Retention of tables that are partitioned by month: creates partitions ahead and drops
 * expired ones. Owns no table; the rows of {@code webhook_attempt} are those of
 * {@code dev.hundi.webhook}. Reads and writes no topic.
 */
@NullMarked
package dev.hundi.partition;

import org.jspecify.annotations.NullMarked;

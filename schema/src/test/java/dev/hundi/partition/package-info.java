/**
 * Tests of the retention of partitioned tables.
 */
@NullMarked
package dev.hundi.partition;

import org.jspecify.annotations.NullMarked;

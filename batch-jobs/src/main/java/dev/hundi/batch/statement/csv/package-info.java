/**
 * Reads CSV statements, whose columns a bank's profile names. Owns no table, reads and
 * writes no topic.
 */
@NullMarked
package dev.hundi.batch.statement.csv;

import org.jspecify.annotations.NullMarked;

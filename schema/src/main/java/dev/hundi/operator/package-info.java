/**
 * What the staff asks another process to do: a row that the staff portal writes and that
 * stream-processors or batch-jobs claim, carry out and answer. Owns the table
 * {@code operator_request}; reads and writes no topic.
 */
@NullMarked
package dev.hundi.operator;

import org.jspecify.annotations.NullMarked;

/**
 * Receives bank statements from watched folders and from operators, claims rows of
 * {@code statement_file} and loads each file completely or not at all through
 * {@code dev.hundi.statement}. Reads and writes no topic.
 */
@NullMarked
package dev.hundi.batch.statement.intake;

import org.jspecify.annotations.NullMarked;

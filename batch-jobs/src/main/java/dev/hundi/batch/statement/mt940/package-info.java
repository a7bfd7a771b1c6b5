/**
 * Reads SWIFT MT940 statements, bare or in SWIFT blocks. Owns no table, reads and writes
 * no topic.
 */
@NullMarked
package dev.hundi.batch.statement.mt940;

import org.jspecify.annotations.NullMarked;

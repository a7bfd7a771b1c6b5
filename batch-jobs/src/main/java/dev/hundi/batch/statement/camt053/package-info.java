/**
 * Reads ISO 20022 camt.053 statements of the versions 02 to 13. Owns no table, reads and
 * writes no topic.
 */
@NullMarked
package dev.hundi.batch.statement.camt053;

import org.jspecify.annotations.NullMarked;

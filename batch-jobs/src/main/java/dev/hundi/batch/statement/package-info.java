/**
 * Takes in the statements of banks: camt.053, MT940 and CSV, from a watched folder, an
 * operator's upload and the bank itself. Claims rows of {@code statement_file} and has
 * {@code dev.hundi.statement} load each file whole or not at all. No topic.
 */
@NullMarked
package dev.hundi.batch.statement;

import org.jspecify.annotations.NullMarked;

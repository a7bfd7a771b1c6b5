/**
 * Formats of account statements: camt.053, MT940 and CSV. Owns no table.
 */
@NullMarked
package dev.hundi.sandbox.bank.statement;

import org.jspecify.annotations.NullMarked;

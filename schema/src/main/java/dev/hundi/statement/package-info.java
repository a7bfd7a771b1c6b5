/**
 * What banks say of the nodal accounts: files that came in and how their loading stands,
 * the statements in them, their lines, and what was found wrong. Owns {@code
 * statement_file}, {@code bank_statement}, {@code bank_statement_line} and
 * {@code bank_statement_problem}; reads and writes no topic. Changes no money: what a
 * line means for the books, the reconciliation decides.
 */
@NullMarked
package dev.hundi.statement;

import org.jspecify.annotations.NullMarked;

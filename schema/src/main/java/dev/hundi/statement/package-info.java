/**
 * Bank statements of the nodal accounts: received files and their status, statements,
 * lines, and problems; the profiles by which CSV is read. Owns {@code statement_file},
 * {@code statement_profile}, {@code bank_statement}, {@code bank_statement_line} and
 * {@code bank_statement_problem}; uses no topic. Accepts the statements that add up and
 * follow each other, and holds the others. Moves no money: the reconciliation decides
 * what a line of an accepted statement means for the books.
 */
@NullMarked
package dev.hundi.statement;

import org.jspecify.annotations.NullMarked;

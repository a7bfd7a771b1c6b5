/**
 * The finance desk for bank statements and the general ledger: uploads by two people,
 * problems, gaps, release, withdrawal and replacement; trial balance and journal. What
 * changes the books is asked of batch-jobs by {@code operator_request}, as in the
 * commands. Reads the tables of statements; owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.statement;

import org.jspecify.annotations.NullMarked;

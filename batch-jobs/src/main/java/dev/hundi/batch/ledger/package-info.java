/**
 * Writes the general ledger for accounting programs: trial balance and journal as csv and
 * as XML that Tally imports. Carries out requests of the staff portal. Owns no table;
 * reads and writes no topic.
 */
@NullMarked
package dev.hundi.batch.ledger;

import org.jspecify.annotations.NullMarked;

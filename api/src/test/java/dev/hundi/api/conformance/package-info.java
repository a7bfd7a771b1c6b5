/**
 * The specification's tables, row by row, asked of a running API over HTTP as a merchant
 * would ask, and whether one business ever sees anything of another. What happens behind
 * the API (money that arrives, debits, a bank's answers) is done with the schema's own
 * actions. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.conformance;

import org.jspecify.annotations.NullMarked;

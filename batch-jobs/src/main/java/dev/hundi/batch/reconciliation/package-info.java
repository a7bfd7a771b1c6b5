/**
 * Closes the books of each day: runs that are due by {@code reconciliation_run}, each a
 * Spring Batch job of restartable steps over {@code dev.hundi.reconciliation}, their
 * reports, and what people may ask and decide at the operators' door. Owns no table of
 * its own; no topic.
 */
@NullMarked
package dev.hundi.batch.reconciliation;

import org.jspecify.annotations.NullMarked;

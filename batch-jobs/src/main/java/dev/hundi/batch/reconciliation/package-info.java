/**
 * Closes the books of each day: claims due rows of {@code reconciliation_run} and runs
 * each as a Spring Batch job of restartable steps over {@code dev.hundi.reconciliation}.
 * Carries out what the staff asks about runs, breaks and the calendar. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.batch.reconciliation;

import org.jspecify.annotations.NullMarked;

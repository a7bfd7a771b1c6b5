/**
 * Closes the books of each day: claims due rows of {@code reconciliation_run} and runs
 * each as a Spring Batch job of restartable steps over {@code dev.hundi.reconciliation}.
 * Serves reports and resolutions through the operator API. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.batch.reconciliation;

import org.jspecify.annotations.NullMarked;

/**
 * When jobs run: once for each due moment, in one copy at a time, and again when a run
 * was cut short. Reads and deletes Spring Batch's own records ({@code batch_*}); no
 * topic.
 */
@NullMarked
package dev.hundi.batch.schedule;

import org.jspecify.annotations.NullMarked;

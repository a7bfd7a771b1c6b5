/**
 * Starts jobs: scheduled jobs once for each due moment in one instance at a time, jobs of
 * claimed items under their claim. Restarts interrupted runs. Reads and writes Spring
 * Batch's job repository ({@code batch_*}); no topic.
 */
@NullMarked
package dev.hundi.batch.schedule;

import org.jspecify.annotations.NullMarked;

/**
 * The application for work that comes in files and by the day: Spring Batch jobs, each
 * woken by a schedule or by a row that is due. Owns Batch's own {@code batch_*} tables,
 * where every run is recorded; reads and writes no topic. Any number of copies may run.
 */
@NullMarked
package dev.hundi.batch;

import org.jspecify.annotations.NullMarked;

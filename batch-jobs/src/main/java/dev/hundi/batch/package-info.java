/**
 * The application for files and daily work: Spring Batch jobs, started by a schedule or
 * by a row that is due. Owns Batch's own {@code batch_*} tables, where every run is
 * recorded; reads and writes no topic. Any number of instances may run.
 */
@NullMarked
package dev.hundi.batch;

import org.jspecify.annotations.NullMarked;

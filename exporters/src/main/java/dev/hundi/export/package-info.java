/**
 * Turns rows into files, one row at a time, so that the size of a file never shows in
 * memory. What a column is ({@link dev.hundi.export.Column}) is told apart from how a
 * format writes it ({@link dev.hundi.export.CsvTable}). Knows no table and no topic: the
 * caller brings the rows.
 */
@NullMarked
package dev.hundi.export;

import org.jspecify.annotations.NullMarked;

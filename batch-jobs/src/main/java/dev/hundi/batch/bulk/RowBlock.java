package dev.hundi.batch.bulk;

import java.util.List;

import dev.hundi.batch.bulkfile.RawRow;

/**
 * Consecutive rows of a file that are loaded in one transaction.
 *
 * @param firstRow number of the first row, from 1
 */
record RowBlock(HeadingColumns columns, int firstRow, List<RawRow> rows) {
}

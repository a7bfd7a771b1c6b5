/**
 * Writes rows to files, one row at a time. The meaning of a column
 * ({@link dev.hundi.export.Column}), the format of a file
 * ({@link dev.hundi.export.Table}) and the header of a report
 * ({@link dev.hundi.export.ReportHeader}) are separate, so wallet exports, results of
 * bulk files and reconciliation reports share them. Uses no database table and no topic:
 * the caller provides the rows.
 *
 * <table border="1">
 * <caption>Cells and header by format</caption>
 * <tr>
 * <th></th>
 * <th>csv</th>
 * <th>xls</th>
 * <th>pdf</th>
 * </tr>
 * <tr>
 * <td>report header</td>
 * <td>omitted: the file is a plain table</td>
 * <td>the last sheet, {@code Statement}; the table fills the first, {@code Rows}, from
 * its first row</td>
 * <td>above the table on the first page; its title and first three facts on every
 * other</td>
 * </tr>
 * <tr>
 * <td>amount</td>
 * <td>{@code -1234567.89}</td>
 * <td>a number shown as {@code -12,34,567.89}; text if it has more than 15 digits</td>
 * <td>{@code -12,34,567.89} under a heading that ends with {@code (₹)}</td>
 * </tr>
 * <tr>
 * <td>whole number</td>
 * <td>its digits</td>
 * <td>a number; text if it has more than 15 digits</td>
 * <td>its digits</td>
 * </tr>
 * <tr>
 * <td>instant</td>
 * <td>{@code 2026-11-21T13:45:30.123+05:30}</td>
 * <td>Indian time as a date, shown with {@code IST}; text before 1946</td>
 * <td>{@code 2026-11-21 13:45:30} under a heading that ends with {@code (IST)}</td>
 * </tr>
 * <tr>
 * <td>text</td>
 * <td>unchanged, but with a leading {@code '} before {@code = + - @ TAB CR}, and before
 * {@code '} and one of these</td>
 * <td>the same, cut with {@code …} at 32,767 characters</td>
 * <td>wrapped; control characters and direction overrides show as {@code \uFFFD},
 * characters without a glyph in any font as a box</td>
 * </tr>
 * <tr>
 * <td>identifier</td>
 * <td>as text</td>
 * <td>as text</td>
 * <td>on one line, smaller where it is too long</td>
 * </tr>
 * <tr>
 * <td>note</td>
 * <td>a last record with the text in its first cell</td>
 * <td>a last row with the text in its first cell</td>
 * <td>a line under the rows</td>
 * </tr>
 * <tr>
 * <td>memory</td>
 * <td>flat</td>
 * <td>each distinct text once and about fourteen bytes a cell</td>
 * <td>flat: the first 200 rows are buffered to choose widths, then one page</td>
 * </tr>
 * </table>
 */
@NullMarked
package dev.hundi.export;

import org.jspecify.annotations.NullMarked;

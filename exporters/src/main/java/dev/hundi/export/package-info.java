/**
 * Turns rows into files, one row at a time. What a column is
 * ({@link dev.hundi.export.Column}) is told apart from how a format writes it
 * ({@link dev.hundi.export.Table}), and what stands around a table
 * ({@link dev.hundi.export.Statement}) from both, so that wallet exports, results of bulk
 * files and reconciliation reports are written alike. Knows no table of the database and
 * no topic: the caller brings the rows.
 *
 * <table border="1">
 * <caption>How each format shows what</caption>
 * <tr>
 * <th></th>
 * <th>csv</th>
 * <th>xls</th>
 * <th>pdf</th>
 * </tr>
 * <tr>
 * <td>statement</td>
 * <td>left out: the file is a plain table</td>
 * <td>the last sheet, {@code Statement}; the table fills the first, {@code Rows}, from
 * its first row</td>
 * <td>above the table on the first page; its title and first three facts on every
 * other</td>
 * </tr>
 * <tr>
 * <td>amount</td>
 * <td>{@code -1234567.89}</td>
 * <td>a number shown as {@code #,##0.00}; text when it has more than 15 digits</td>
 * <td>{@code -12,34,567.89} under a heading that ends with {@code (₹)}</td>
 * </tr>
 * <tr>
 * <td>whole number</td>
 * <td>its digits</td>
 * <td>a number; text when it has more than 15 digits</td>
 * <td>its digits</td>
 * </tr>
 * <tr>
 * <td>moment</td>
 * <td>{@code 2026-11-21T13:45:30.123+05:30}</td>
 * <td>Indian time as a date, shown with {@code IST}; text before 1946</td>
 * <td>{@code 2026-11-21 13:45:30.123 IST}</td>
 * </tr>
 * <tr>
 * <td>text</td>
 * <td>as it is, but with a leading {@code '} before {@code = + - @ TAB CR}</td>
 * <td>the same, cut with {@code …} at 32,767 characters</td>
 * <td>wrapped; control characters and orders to turn the direction of writing show as
 * {@code \uFFFD}, characters that no font here has as a box</td>
 * </tr>
 * <tr>
 * <td>memory</td>
 * <td>flat</td>
 * <td>each different text once and some fourteen bytes a cell</td>
 * <td>flat: the first 200 rows are kept to choose widths, then a page at a time</td>
 * </tr>
 * </table>
 */
@NullMarked
package dev.hundi.export;

import org.jspecify.annotations.NullMarked;

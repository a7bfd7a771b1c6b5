package dev.hundi.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A file that is written row by row. A row is written, or reduced to a few bytes, as it
 * is added. The file is complete only after {@link #close()} has returned without an
 * exception; otherwise discard it. Not thread-safe.
 *
 * @param <R> the row
 */
public sealed interface Table<R> extends Closeable permits CsvTable, XlsTable, PdfTable {

	/**
	 * Adds a row.
	 * @param row read now and not kept
	 * @throws java.io.UncheckedIOException if writing fails
	 */
	void add(R row);

	/**
	 * Adds a remark for readers under the rows so far, such as that the file omits rows.
	 * In csv it is the first cell of a record of the usual number of cells.
	 * @throws java.io.UncheckedIOException if writing fails
	 */
	void addNote(String text);

	/**
	 * Completes the file and closes the stream.
	 * @throws IOException if writing fails
	 * @throws java.io.UncheckedIOException if writing fails
	 */
	@Override
	void close() throws IOException;

	/**
	 * Starts a table.
	 * @param header shown around the table; csv omits it
	 * @param columns one or more, left to right
	 * @param out closed with the table; need not be buffered
	 * @param <R> the row
	 * @throws IllegalArgumentException if there is no column, or more than
	 * {@value Columns#MAX}
	 * @throws java.io.UncheckedIOException if writing fails
	 */
	static <R> Table<R> start(FileFormat format, ReportHeader header, List<? extends Column<R>> columns,
			OutputStream out) {
		return switch (format) {
			case CSV -> new CsvTable<>(columns, out);
			case XLS -> new XlsTable<>(header, columns, out);
			case PDF -> new PdfTable<>(header, columns, out);
		};
	}

}

package dev.hundi.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A file of rows in the making. A row is written, or at least reduced to a few bytes, as
 * it is added. The file is complete only once {@link #close()} has returned without an
 * exception: whoever breaks off must throw away what came out. Not for use by several
 * threads.
 *
 * @param <R> the row
 */
public sealed interface Table<R> extends Closeable permits CsvTable, XlsTable, PdfTable {

	/**
	 * Adds one row after those already there.
	 * @param row asked for its cells now, and not kept
	 * @throws java.io.UncheckedIOException when the stream refuses
	 */
	void add(R row);

	/**
	 * Completes the file and closes the stream.
	 * @throws IOException when the stream refuses
	 * @throws java.io.UncheckedIOException when the stream refuses
	 */
	@Override
	void close() throws IOException;

	/**
	 * Starts a table.
	 * @param format the kind of file
	 * @param statement what stands around the table; csv leaves it out
	 * @param columns one or more, left to right
	 * @param out closed with the table; need not be buffered
	 * @param <R> the row
	 * @return a table without rows
	 * @throws IllegalArgumentException when there is no column, or more than
	 * {@value Columns#MAX}
	 * @throws java.io.UncheckedIOException when the stream refuses
	 */
	static <R> Table<R> start(FileFormat format, ReportHeader statement, List<? extends Column<R>> columns,
			OutputStream out) {
		return switch (format) {
			case CSV -> new CsvTable<>(columns, out);
			case XLS -> new XlsTable<>(statement, columns, out);
			case PDF -> new PdfTable<>(statement, columns, out);
		};
	}

}

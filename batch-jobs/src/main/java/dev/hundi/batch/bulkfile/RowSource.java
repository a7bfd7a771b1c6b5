package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;

import dev.hundi.bulk.BulkFormat;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file in their order. Blank rows are skipped. Not thread-safe.
 */
public sealed interface RowSource extends AutoCloseable permits CsvRows, XlsxRows, Pain001Rows {

	/** Maximum number of columns. */
	int MAX_COLUMNS = 64;

	/** Maximum characters of a cell, as in a spreadsheet. */
	int MAX_CELL_CHARS = 32_767;

	/** Maximum characters of a row. */
	int MAX_ROW_CHARS = 65_536;

	/**
	 * Maximum characters of all rows: 500 for each of {@link #MAX_ROWS}. Every cell of a
	 * small workbook can refer to the same long text.
	 */
	long MAX_FILE_CHARS = 250_000_000;

	/** Maximum number of rows. */
	int MAX_ROWS = 500_000;

	/** The headings in their order, at least one. */
	List<String> headings();

	/**
	 * The next row, or null after the last.
	 * @throws RefusedFileException if the content is not valid
	 */
	@Nullable RawRow next() throws IOException;

	/** The totals that the file declares, or null if its format has none. */
	default @Nullable ControlSum control() {
		return null;
	}

	@Override
	void close() throws IOException;

	/**
	 * Opens a file and reads as far as its headings.
	 * @param file closed with the source, or if it cannot be opened
	 * @throws RefusedFileException if it is not of the format
	 */
	static RowSource open(BulkFormat format, FileChannel file) throws IOException {
		boolean opened = false;
		try {
			RowSource source = switch (format) {
				case CSV -> CsvRows.open(file);
				case XLSX -> XlsxRows.open(file);
				case PAIN001 -> Pain001Rows.open(file);
			};
			opened = true;
			return source;
		}
		finally {
			if (!opened) {
				file.close();
			}
		}
	}

	/**
	 * Number and sum of the rows as declared in the header of the file.
	 *
	 * @param paise sum of the amounts, or null if only the number is declared
	 */
	record ControlSum(int rows, @Nullable Long paise) {
	}

}

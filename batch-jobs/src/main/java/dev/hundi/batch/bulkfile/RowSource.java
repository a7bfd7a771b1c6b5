package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;

import dev.hundi.bulk.BulkFormat;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file, one after the other. Rows without any text are passed over. Not for
 * use by several threads.
 */
public sealed interface RowSource extends AutoCloseable permits CsvRows, XlsxRows, Pain001Rows {

	/** Columns of a file at most. */
	int MAX_COLUMNS = 64;

	/** Characters of a cell at most: what a spreadsheet can hold. */
	int MAX_CELL_CHARS = 32_767;

	/** Characters of a whole row at most. */
	int MAX_ROW_CHARS = 65_536;

	/**
	 * Characters of all rows at most: five hundred for each of as many rows as there may
	 * be. A workbook of some kilobytes can name the same long text in every cell.
	 */
	long MAX_FILE_CHARS = 250_000_000;

	/** Rows of a file at most. */
	int MAX_ROWS = 500_000;

	/** The merchant's columns in their order, at least one. */
	List<String> headings();

	/**
	 * The next row, or null after the last.
	 * @throws RefusedFileException if the file is not what it should be
	 * @throws IOException when the disk refuses
	 */
	@Nullable RawRow next() throws IOException;

	/** What the file itself says of its rows, or null where the format says nothing. */
	default @Nullable ControlSum control() {
		return null;
	}

	@Override
	void close() throws IOException;

	/**
	 * Opens a file and reads as far as its headings.
	 * @param file closed with the source
	 * @throws RefusedFileException if it is none of the format
	 * @throws IOException when the disk refuses
	 */
	static RowSource open(BulkFormat format, FileChannel file) throws IOException {
		return switch (format) {
			case CSV -> CsvRows.open(file);
			case XLSX -> XlsxRows.open(file);
			case PAIN001 -> Pain001Rows.open(file);
		};
	}

	/**
	 * Number and sum of the rows as the file's own head declares them.
	 *
	 * @param paise sum of the amounts in paise, or null where only the number is declared
	 */
	record ControlSum(int rows, @Nullable Long paise) {
	}

}

package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/**
 * A workbook with one sheet of texts. All columns have text format, so that spreadsheets
 * keep leading zeros and long account numbers. Rows are written as they come.
 */
public final class TextWorkbook implements AutoCloseable {

	private static final String TEXT = "@";

	private static final int COLUMN_WIDTH = 20;

	private static final int ROWS_IN_MEMORY = 500;

	private final Workbook workbook;

	private final Worksheet sheet;

	private int rows;

	/**
	 * Writes the headings.
	 * @param out closed with the workbook
	 */
	public TextWorkbook(OutputStream out, List<String> headings) {
		this.workbook = new Workbook(out, "Hundi", null);
		this.sheet = this.workbook.newWorksheet("Payouts");
		for (int i = 0; i < headings.size(); i++) {
			this.sheet.style(i).format(TEXT).set();
			this.sheet.width(i, COLUMN_WIDTH);
		}
		add(headings);
	}

	/**
	 * Adds a row.
	 * @throws UncheckedIOException if writing fails
	 */
	public void add(List<String> cells) {
		for (int i = 0; i < cells.size(); i++) {
			this.sheet.inlineString(this.rows, i, cells.get(i));
		}
		this.sheet.range(this.rows, 0, this.rows, Math.max(0, cells.size() - 1)).style().format(TEXT).set();
		this.rows++;
		if (this.rows % ROWS_IN_MEMORY == 0) {
			flush();
		}
	}

	@Override
	public void close() throws IOException {
		this.workbook.close();
	}

	private void flush() {
		try {
			this.sheet.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

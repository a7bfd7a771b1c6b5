package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import dev.hundi.money.Rupees;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.CsvWriter.CsvWriterRecord;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import org.jspecify.annotations.Nullable;

/**
 * A table as RFC 4180 text in UTF-8 with a byte order mark, without which Excel reads
 * another encoding: headings, then a line for each row as it is added. Text that a
 * spreadsheet would run as a formula gets a leading {@code '}; numbers do not, so a
 * negative amount stays a number. Not thread-safe.
 *
 * @param <R> the row
 */
final class CsvTable<R> implements Table<R> {

	private static final int BUFFER_CHARS = 32 * 1024;

	private static final byte[] BYTE_ORDER_MARK = { (byte) 0xef, (byte) 0xbb, (byte) 0xbf };

	private final List<Column<R>> columns;

	private final CsvWriter csv;

	private boolean closed;

	/**
	 * Writes the headings.
	 * @param columns one or more, left to right
	 * @param out closed with the table
	 * @throws java.io.UncheckedIOException if writing fails
	 */
	CsvTable(List<? extends Column<R>> columns, OutputStream out) {
		this.columns = Columns.checked(columns);
		writeMark(out);
		this.csv = CsvWriter.builder()
			.lineDelimiter(LineDelimiter.CRLF)
			// In a single column, an empty cell would be an empty line, which readers
			// skip.
			.quoteStrategy((this.columns.size() == 1) ? QuoteStrategies.EMPTY : QuoteStrategies.REQUIRED)
			.bufferSize(BUFFER_CHARS)
			.build(out, StandardCharsets.UTF_8);
		this.csv.writeRecord(this.columns.stream().map(Column::heading).map(FormulaText::neutralised).toList());
	}

	@Override
	public void add(R row) {
		CsvWriterRecord line = this.csv.writeRecord();
		for (Column<R> column : this.columns) {
			line.writeField(cell(column, row));
		}
		line.endRecord();
	}

	@Override
	public void close() throws IOException {
		if (!this.closed) {
			this.closed = true;
			this.csv.close();
		}
	}

	private static void writeMark(OutputStream out) {
		try {
			out.write(BYTE_ORDER_MARK);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static <R> String cell(Column<R> column, R row) {
		return switch (column) {
			case Column.Text<R> text -> orEmpty(text.text().apply(row));
			case Column.Rupees<R> rupees -> rupees(rupees, rupees.paise().applyAsLong(row));
			case Column.WholeNumber<R> number -> Long.toString(number.number().applyAsLong(row));
			case Column.Moment<R> moment -> orEmpty(moment.instant().apply(row));
		};
	}

	private static String rupees(Column.Rupees<?> column, long paise) {
		return column.isBlank(paise) ? "" : Rupees.format(paise);
	}

	private static String orEmpty(@Nullable String text) {
		return (text != null) ? FormulaText.neutralised(text) : "";
	}

	private static String orEmpty(@Nullable Instant instant) {
		return (instant != null) ? IndianTimes.moment(instant) : "";
	}

}

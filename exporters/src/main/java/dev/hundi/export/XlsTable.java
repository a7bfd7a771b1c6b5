package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.apache.poi.ss.SpreadsheetVersion;
import org.jspecify.annotations.Nullable;

/**
 * A table as a BIFF8 workbook: the rows on the first sheet, continued on further sheets
 * where needed, and the report header on the last. Amounts, numbers and times are numbers
 * as long as a spreadsheet keeps every digit. Text that it would run as a formula gets a
 * leading {@code '}.
 * <p>
 * A workbook stores shared strings before rows, so nothing is written before the last
 * row. Until then, memory holds each distinct text once and about fourteen bytes a cell.
 *
 * @param <R> the row
 */
final class XlsTable<R> implements Table<R> {

	private static final int MAX_ROWS = SpreadsheetVersion.EXCEL97.getMaxRows();

	private final ReportHeader header;

	private final List<Column<R>> columns;

	private final OutputStream out;

	private final List<XlsRows> sheets = new ArrayList<>();

	/** Released before the file is assembled, to free its memory. */
	private @Nullable XlsWorkbook workbook = new XlsWorkbook();

	private XlsRows rows;

	XlsTable(ReportHeader header, List<? extends Column<R>> columns, OutputStream out) {
		this.header = header;
		this.columns = Columns.checked(columns);
		this.out = out;
		this.rows = startSheet(workbook());
	}

	@Override
	public void add(R row) {
		XlsRows to = startRow();
		for (int i = 0; i < this.columns.size(); i++) {
			switch (this.columns.get(i)) {
				case Column.Text<R> text -> text(to, i, text.text().apply(row));
				case Column.Identifier<R> identifier -> text(to, i, identifier.text().apply(row));
				case Column.Rupees<R> rupees -> rupees(to, i, rupees, rupees.paise().applyAsLong(row));
				case Column.WholeNumber<R> number -> to.wholeNumber(i, number.number().applyAsLong(row));
				case Column.Moment<R> moment -> moment(to, i, moment.instant().apply(row));
			}
		}
	}

	@Override
	public void addNote(String text) {
		startRow().note(text);
	}

	@Override
	public void close() throws IOException {
		try (this.out) {
			if (this.workbook != null) {
				XlsAssembly.write(skeleton(workbook()), this.sheets, this.out);
			}
		}
	}

	private XlsRows startRow() {
		if (this.rows.count() == MAX_ROWS) {
			this.rows = startSheet(workbook());
		}
		this.rows.startRow();
		return this.rows;
	}

	private XlsWorkbook workbook() {
		if (this.workbook == null) {
			throw new IllegalStateException("The table is closed");
		}
		return this.workbook;
	}

	private byte[] skeleton(XlsWorkbook finished) {
		this.workbook = null;
		for (int i = 0; i < this.sheets.size(); i++) {
			finished.setWidths(i, this.sheets.get(i).widths());
		}
		this.sheets.add(finished.addHeader(this.header));
		return finished.bytes();
	}

	private XlsRows startSheet(XlsWorkbook in) {
		XlsRows started = in.startSheet(this.header, this.columns.size());
		this.sheets.add(started);
		started.startRow();
		for (int i = 0; i < this.columns.size(); i++) {
			Column<R> column = this.columns.get(i);
			boolean figure = column instanceof Column.Rupees || column instanceof Column.WholeNumber;
			started.text(i, column.heading(), figure ? in.styles().figureHeading : in.styles().heading);
		}
		return started;
	}

	private static void rupees(XlsRows to, int column, Column.Rupees<?> kind, long paise) {
		if (!kind.isBlank(paise)) {
			to.rupees(column, paise);
		}
	}

	private static void text(XlsRows to, int column, @Nullable String text) {
		if (text != null) {
			to.text(column, text);
		}
	}

	private static void moment(XlsRows to, int column, @Nullable Instant instant) {
		if (instant != null) {
			to.moment(column, instant);
		}
	}

}

package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.batch.bulkfile.RawRow.CellFault;
import dev.hundi.batch.bulkfile.RawRow.CellNote;
import dev.hundi.text.Beginning;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * The non-blank rows of a worksheet, with their cells as the sheet shows them.
 */
final class SheetRows {

	/** Rows and columns of a smaller size, in points or characters, cannot be read. */
	private static final double LEAST_SIZE = 1;

	private static final int MAX_REFERENCE_CHARS = 10;

	private final XmlCursor xml;

	private final Workbook workbook;

	private final BitSet hiddenColumns = new BitSet();

	private int rowNumber;

	private boolean ended = true;

	SheetRows(InputStream part, Workbook workbook) throws IOException {
		this.xml = UntrustedXml.cursor(part);
		this.workbook = workbook;
		this.xml.next();
		while (this.ended && this.xml.next()) {
			switch (this.xml.name()) {
				case "sheetData" -> this.ended = false;
				case "cols" -> readColumns();
				default -> this.xml.skip();
			}
		}
	}

	boolean isHidden(int column) {
		return this.hiddenColumns.get(column);
	}

	@Nullable RawRow next() throws IOException {
		while (!this.ended) {
			if (!this.xml.next()) {
				this.xml.finish();
				this.ended = true;
			}
			else if (!this.xml.name().equals("row")) {
				this.xml.skip();
			}
			else {
				Row row = readRow();
				if (!row.isBlank()) {
					return row.raw();
				}
			}
		}
		return null;
	}

	private void readColumns() throws IOException {
		while (this.xml.next()) {
			int first = attributeIndex("min", 0);
			int last = Math.min(attributeIndex("max", 0), RowSource.MAX_COLUMNS);
			if (isHidden("width") && first > 0 && last >= first) {
				this.hiddenColumns.set(first - 1, last);
			}
			this.xml.skip();
		}
	}

	private Row readRow() throws IOException {
		this.workbook.countBlanks(1);
		Row row = new Row(isHidden("ht"));
		int number = attributeIndex("r", 0);
		int column = -1;
		while (this.xml.next()) {
			if (this.xml.name().equals("c")) {
				String reference = this.xml.attribute("r");
				Place place = Place.of(reference, column + 1);
				if (place.column <= column || (place.row > 0 && number > 0 && place.row != number)) {
					throw misplaced("A cell", (reference != null) ? reference : "");
				}
				column = place.column;
				number = Math.max(number, place.row);
				readCell(row, column);
			}
			else {
				this.xml.skip();
			}
		}
		number = (number > 0) ? number : this.rowNumber + 1;
		if (number <= this.rowNumber) {
			throw misplaced("Row", String.valueOf(number));
		}
		this.rowNumber = number;
		row.number = number;
		return row;
	}

	/**
	 * Of two rows or cells in one place, programs show the first, the last or both: the
	 * person who looks at the file may see another payment than the one that is made.
	 */
	private static RefusedFileException misplaced(String what, String name) {
		String shown = name.replaceAll("[^A-Z0-9]", "");
		return new RefusedFileException(FileFault.WRONG_CONTENT,
				"%s of the sheet is out of place or occurs twice: %s; save the workbook in a spreadsheet"
					.formatted(what, Beginning.of(shown, MAX_REFERENCE_CHARS)));
	}

	private void readCell(Row row, int column) throws IOException {
		String type = this.xml.attribute("t");
		int style = attributeIndex("s", 0);
		String value = null;
		boolean formula = false;
		this.workbook.countBlanks(1);
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "v" -> value = this.xml.allText(RowSource.MAX_CELL_CHARS);
				case "is" -> value = Workbook.text(this.xml);
				case "f" -> {
					formula = true;
					this.xml.skip();
				}
				default -> this.xml.skip();
			}
		}
		boolean none = value == null || (value.isEmpty() && !"str".equals(type));
		if (formula && (none || this.workbook.isStale())) {
			row.put(column, "", new CellNote(CellFault.FORMULA, true, null));
		}
		else if (value != null && !none) {
			put(row, column, (type != null) ? type : "n", style, value, formula);
		}
	}

	private void put(Row row, int column, String type, int style, String value, boolean formula) {
		switch (type) {
			case "s" -> putText(row, column, this.workbook.texts.get(NumberFormats.index(value)), note(null, formula));
			case "str" -> putText(row, column, Workbook.unescaped(value), note(null, formula));
			case "inlineStr" -> putText(row, column, value, note(null, formula));
			case "b" -> row.put(column, value.equals("1") ? "TRUE" : "FALSE", note(null, formula));
			case "d" -> row.put(column, value, note(CellFault.DATE, formula));
			case "e" -> row.put(column, value, note(CellFault.ERROR_VALUE, formula));
			default -> {
				NumberFormats.Shown shown = this.workbook.formats.show(style, value, formula);
				row.put(column, shown.text(), shown.note());
			}
		}
	}

	private void putText(Row row, int column, String text, @Nullable CellNote note) {
		String stripped = text.strip();
		this.workbook.countBlanks(text.length() - stripped.length());
		row.put(column, stripped, note);
	}

	private static @Nullable CellNote note(@Nullable CellFault fault, boolean formula) {
		return (fault != null || formula) ? new CellNote(fault, formula, null) : null;
	}

	private boolean isHidden(String size) {
		String given = this.xml.attribute(size);
		return Workbook.isTrue(this.xml.attribute("hidden")) || (given != null && isTiny(given));
	}

	private static boolean isTiny(String size) {
		try {
			return Double.parseDouble(size) < LEAST_SIZE;
		}
		catch (NumberFormatException ex) {
			return false;
		}
	}

	private int attributeIndex(String name, int otherwise) {
		String value = this.xml.attribute(name);
		int index = (value != null) ? NumberFormats.index(value) : -1;
		return (index >= 0) ? index : otherwise;
	}

	/**
	 * Where a cell is.
	 *
	 * @param column its index, from 0
	 * @param row its number, or 0 if the reference has none
	 */
	private record Place(int column, int row) {

		/** A column of four letters is one too many already. */
		private static final int MAX_LETTERS = 4;

		/**
		 * The place of a reference such as {@code AB12}.
		 * @param next the column of a cell whose reference names none
		 */
		static Place of(@Nullable String reference, int next) {
			if (reference == null) {
				return new Place(next, 0);
			}
			int column = 0;
			int letters = 0;
			while (letters < reference.length() && reference.charAt(letters) >= 'A'
					&& reference.charAt(letters) <= 'Z') {
				if (letters < MAX_LETTERS) {
					column = column * 26 + reference.charAt(letters) - 'A' + 1;
				}
				letters++;
			}
			int row = (letters < reference.length()) ? Math.max(0, NumberFormats.index(reference.substring(letters)))
					: 0;
			return new Place((column > 0) ? column - 1 : next, row);
		}

	}

	private static final class Row {

		private final boolean hidden;

		private int number;

		private final List<String> cells = new ArrayList<>();

		private final Map<Integer, CellNote> notes = new HashMap<>();

		private int chars;

		Row(boolean hidden) {
			this.hidden = hidden;
		}

		/** A result or a number that shows nothing is a blank cell. */
		void put(int column, String text, @Nullable CellNote note) {
			String stripped = OwnExports.original(text.strip());
			if (stripped.isEmpty() && (note == null || note.fault() == null)) {
				return;
			}
			if (column >= RowSource.MAX_COLUMNS) {
				throw new RefusedFileException(FileFault.TOO_MANY_COLUMNS,
						"The sheet has more than " + RowSource.MAX_COLUMNS + " columns");
			}
			this.chars += stripped.length();
			if (this.chars > RowSource.MAX_ROW_CHARS) {
				throw new RefusedFileException(FileFault.CELL_TOO_LONG,
						"A row has more than " + RowSource.MAX_ROW_CHARS + " characters");
			}
			while (this.cells.size() <= column) {
				this.cells.add("");
			}
			this.cells.set(column, stripped);
			if (note != null) {
				this.notes.put(column, note);
			}
		}

		boolean isBlank() {
			return this.cells.isEmpty();
		}

		RawRow raw() {
			return new RawRow(this.cells, this.notes, this.hidden ? this.number : 0);
		}

	}

}

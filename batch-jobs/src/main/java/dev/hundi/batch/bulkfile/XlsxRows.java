package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.batch.bulkfile.RawRow.CellFault;
import dev.hundi.xml.MalformedXmlException;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * The first sheet of a workbook (ECMA-376), read as a stream: the shared strings first,
 * then the rows. Formulas are not evaluated, and their cached values are not used.
 */
final class XlsxRows implements RowSource {

	/** Significant digits that a spreadsheet keeps of a number. */
	private static final int EXACT_DIGITS = 15;

	private final FileChannel file;

	private final PackedStrings texts;

	private final XmlCursor xml;

	private List<String> headings = List.of();

	private boolean ended;

	private XlsxRows(FileChannel file, PackedStrings texts, XmlCursor xml) {
		this.file = file;
		this.texts = texts;
		this.xml = xml;
	}

	static XlsxRows open(FileChannel file) throws IOException {
		requireZip(file);
		try {
			Workbook workbook = Workbook.read(file);
			Unzip sheets = new Unzip(file);
			String sheet = workbook.firstSheet();
			for (String part = sheets.next(); part != null; part = sheets.next()) {
				if (part.equals(sheet)) {
					XlsxRows rows = new XlsxRows(file, workbook.texts, UntrustedXml.cursor(sheets.content()));
					rows.readHeadings();
					return rows;
				}
			}
		}
		catch (MalformedXmlException ex) {
			throw UntrustedXml.refusal(ex);
		}
		throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is not a workbook: it has no sheet");
	}

	@Override
	public List<String> headings() {
		return this.headings;
	}

	@Override
	public @Nullable RawRow next() throws IOException {
		try {
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
						return row.raw(this.headings.size());
					}
				}
			}
			return null;
		}
		catch (MalformedXmlException ex) {
			throw UntrustedXml.refusal(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.file.close();
	}

	private void readHeadings() throws IOException {
		this.ended = !this.xml.next() || !moveTo(this.xml, "sheetData");
		RawRow first = next();
		if (first == null) {
			throw new RefusedFileException(FileFault.NO_ROWS, "The first sheet has no headings and no rows");
		}
		this.headings = first.cells();
	}

	private Row readRow() throws IOException {
		Row row = new Row();
		int column = -1;
		while (this.xml.next()) {
			if (this.xml.name().equals("c")) {
				column = column(this.xml.attribute("r"), column + 1);
				readCell(row, column);
			}
			else {
				this.xml.skip();
			}
		}
		return row;
	}

	private void readCell(Row row, int column) throws IOException {
		String type = this.xml.attribute("t");
		String value = null;
		CellFault fault = null;
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "v", "is" -> value = this.xml.allText(MAX_CELL_CHARS);
				case "f" -> {
					fault = CellFault.FORMULA;
					this.xml.skip();
				}
				default -> this.xml.skip();
			}
		}
		if (value == null && fault == null) {
			return;
		}
		put(row, column, (type != null) ? type : "n", (value != null) ? value : "", fault);
	}

	private void put(Row row, int column, String type, String value, @Nullable CellFault formula) {
		switch (type) {
			case "s" -> row.put(column, this.texts.get(index(value)), formula);
			case "str", "inlineStr", "d" -> row.put(column, value, formula);
			case "b" -> row.put(column, value.equals("1") ? "TRUE" : "FALSE", formula);
			case "e" -> row.put(column, value, (formula != null) ? formula : CellFault.ERROR_VALUE);
			default -> putNumber(row, column, value, formula);
		}
	}

	/** Rounds to the digits that the spreadsheet shows; it writes more than it keeps. */
	private static void putNumber(Row row, int column, String value, @Nullable CellFault formula) {
		BigDecimal number = number(value);
		if (number == null) {
			row.put(column, value, formula);
			return;
		}
		if (number.precision() - number.scale() > EXACT_DIGITS) {
			row.put(column, value, (formula != null) ? formula : CellFault.INEXACT_NUMBER);
			return;
		}
		BigDecimal shown = number.round(new MathContext(EXACT_DIGITS)).stripTrailingZeros();
		row.put(column, (shown.scale() > 40) ? value : shown.toPlainString(), formula);
	}

	private static @Nullable BigDecimal number(String value) {
		try {
			BigDecimal number = (value.length() <= 40) ? new BigDecimal(value) : null;
			return (number != null && Math.abs(number.scale()) < 400) ? number : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static int index(String value) {
		try {
			return Integer.parseInt(value.strip());
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	/** The column index, from 0, of a reference such as {@code AB12}. */
	private static int column(@Nullable String reference, int next) {
		if (reference == null) {
			return next;
		}
		int column = 0;
		for (int i = 0; i < reference.length() && i < 4 && reference.charAt(i) >= 'A'
				&& reference.charAt(i) <= 'Z'; i++) {
			column = column * 26 + reference.charAt(i) - 'A' + 1;
		}
		return (column > 0) ? column - 1 : next;
	}

	/** Opens the next child of a name and skips others. */
	private static boolean moveTo(XmlCursor xml, String child) throws IOException {
		while (xml.next()) {
			if (xml.name().equals(child)) {
				return true;
			}
			xml.skip();
		}
		return false;
	}

	private static void requireZip(FileChannel file) throws IOException {
		ByteBuffer head = ByteBuffer.allocate(4);
		file.position(0);
		int read = file.read(head);
		int magic = (read == 4) ? head.getInt(0) : 0;
		if (magic == 0xd0cf11e0) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The file is an .xls workbook or protected by a password; save it as .xlsx without a password");
		}
		if (magic != 0x504b0304) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is not an .xlsx workbook");
		}
	}

	private static final class Row {

		private final List<String> cells = new ArrayList<>();

		private final Map<Integer, CellFault> faults = new HashMap<>();

		private int chars;

		void put(int column, String text, @Nullable CellFault fault) {
			String stripped = text.strip();
			if (stripped.isEmpty() && fault == null) {
				return;
			}
			if (column >= MAX_COLUMNS) {
				throw new RefusedFileException(FileFault.TOO_MANY_COLUMNS,
						"The sheet has more than " + MAX_COLUMNS + " columns");
			}
			this.chars += stripped.length();
			if (this.chars > MAX_ROW_CHARS) {
				throw new RefusedFileException(FileFault.CELL_TOO_LONG,
						"A row has more than " + MAX_ROW_CHARS + " characters");
			}
			while (this.cells.size() <= column) {
				this.cells.add("");
			}
			this.cells.set(column, stripped);
			if (fault != null) {
				this.faults.put(column, fault);
			}
		}

		boolean isBlank() {
			return this.cells.isEmpty();
		}

		RawRow raw(int columns) {
			while (this.cells.size() < columns) {
				this.cells.add("");
			}
			return new RawRow(this.cells, this.faults);
		}

	}

	/** The parts of a workbook other than its sheets. */
	private static final class Workbook {

		private static final String RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

		private final PackedStrings texts = new PackedStrings();

		private final Map<String, String> targets = new HashMap<>();

		private @Nullable String firstSheetId;

		static Workbook read(FileChannel file) throws IOException {
			Workbook workbook = new Workbook();
			Unzip parts = new Unzip(file);
			for (String part = parts.next(); part != null; part = parts.next()) {
				if (part.endsWith("vbaProject.bin") || part.startsWith("xl/macrosheets/")) {
					throw macros();
				}
				switch (part) {
					case "[Content_Types].xml" -> requireNoMacros(UntrustedXml.cursor(parts.content()));
					case "xl/workbook.xml" -> workbook.readSheets(UntrustedXml.cursor(parts.content()));
					case "xl/_rels/workbook.xml.rels" -> workbook.readTargets(UntrustedXml.cursor(parts.content()));
					case "xl/sharedStrings.xml" -> workbook.readTexts(UntrustedXml.cursor(parts.content()));
					default -> {
					}
				}
			}
			return workbook;
		}

		String firstSheet() {
			String target = (this.firstSheetId != null) ? this.targets.get(this.firstSheetId) : null;
			if (target == null) {
				throw new RefusedFileException(FileFault.WRONG_CONTENT,
						"The file is not an .xlsx workbook: it declares no sheet");
			}
			return target.startsWith("/") ? target.substring(1) : "xl/" + target;
		}

		private static void requireNoMacros(XmlCursor xml) throws IOException {
			xml.next();
			while (xml.next()) {
				String type = xml.attribute("ContentType");
				if (type != null && (type.contains("macroEnabled") || type.contains("vbaProject"))) {
					throw macros();
				}
				xml.skip();
			}
		}

		private void readSheets(XmlCursor xml) throws IOException {
			xml.next();
			if (moveTo(xml, "sheets") && moveTo(xml, "sheet")) {
				this.firstSheetId = xml.attribute(RELATIONSHIPS, "id");
			}
			xml.finish();
		}

		private void readTargets(XmlCursor xml) throws IOException {
			xml.next();
			while (moveTo(xml, "Relationship")) {
				String id = xml.attribute("Id");
				String target = xml.attribute("Target");
				if (id != null && target != null && this.targets.size() < MAX_COLUMNS) {
					this.targets.put(id, target);
				}
				xml.skip();
			}
		}

		private void readTexts(XmlCursor xml) throws IOException {
			xml.next();
			while (moveTo(xml, "si")) {
				StringBuilder text = new StringBuilder();
				readText(xml, text);
				this.texts.add(text.toString());
			}
			xml.finish();
		}

		/** The text of an item and its runs, without phonetic hints. */
		private static void readText(XmlCursor xml, StringBuilder text) throws IOException {
			while (xml.next()) {
				switch (xml.name()) {
					case "t" -> append(text, xml.allText(MAX_CELL_CHARS));
					case "r" -> readText(xml, text);
					default -> xml.skip();
				}
			}
		}

		private static void append(StringBuilder text, String part) {
			if (text.length() + part.length() > MAX_CELL_CHARS) {
				throw new RefusedFileException(FileFault.CELL_TOO_LONG,
						"A cell has more than " + MAX_CELL_CHARS + " characters");
			}
			text.append(part);
		}

		private static RefusedFileException macros() {
			return new RefusedFileException(FileFault.MACROS, "Workbooks with macros are refused; save it as .xlsx");
		}

	}

}

package dev.hundi.export;

import org.apache.poi.hssf.record.common.UnicodeString;
import org.apache.poi.hssf.usermodel.HSSFPrintSetup;
import org.apache.poi.hssf.usermodel.HSSFSheet;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.util.CellRangeAddress;

/**
 * The parts of a workbook other than its rows: styles, shared strings and sheet settings.
 */
final class XlsWorkbook {

	/** Column widths are in units of this part of a character. */
	private static final int CHARACTER = 256;

	private static final int MIN_CHARACTERS = 6;

	private static final int MAX_CHARACTERS = 60;

	private static final int LABEL_CHARACTERS = 28;

	private static final int LINE_TWIPS = 260;

	private static final int TITLE_TWIPS = 400;

	/** A row is at most 409 points high. */
	private static final int MAX_LINES = 31;

	/** A header has at most 255 characters, including codes. */
	private static final int MAX_HEADER_CHARS = 100;

	private final HSSFWorkbook workbook = new HSSFWorkbook();

	private final XlsStyles styles = new XlsStyles(this.workbook);

	XlsStyles styles() {
		return this.styles;
	}

	/**
	 * Adds a sheet whose first row stays visible and is repeated on every printed page.
	 */
	XlsRows startSheet(ReportHeader header, int columns) {
		int number = this.workbook.getNumberOfSheets() + 1;
		HSSFSheet sheet = this.workbook.createSheet((number == 1) ? "Rows" : "Rows " + number);
		sheet.createFreezePane(0, 1);
		sheet.setRepeatingRows(new CellRangeAddress(0, 0, -1, -1));
		setUpPrinting(sheet, header, true);
		return new XlsRows(columns, this.styles, this::sharedString);
	}

	void setWidths(int sheet, int[] characters) {
		for (int i = 0; i < characters.length; i++) {
			int width = Math.clamp(characters[i] + 2L, MIN_CHARACTERS, MAX_CHARACTERS);
			this.workbook.getSheetAt(sheet).setColumnWidth(i, width * CHARACTER);
		}
	}

	/** Adds the last sheet: the title and a row for each fact. */
	XlsRows addHeader(ReportHeader header) {
		HSSFSheet sheet = this.workbook.createSheet("Statement");
		setUpPrinting(sheet, header, false);
		sheet.setColumnWidth(0, LABEL_CHARACTERS * CHARACTER);
		sheet.setColumnWidth(1, MAX_CHARACTERS * CHARACTER);
		XlsRows rows = new XlsRows(2, this.styles, this::sharedString);
		rows.startRow(TITLE_TWIPS);
		rows.text(0, header.title(), this.styles.title);
		for (Fact fact : header.facts()) {
			addFact(rows, fact);
		}
		return rows;
	}

	byte[] bytes() {
		return this.workbook.getBytes();
	}

	private void addFact(XlsRows rows, Fact fact) {
		int lines = (fact instanceof Fact.Text text) ? 1 + text.text().length() / (MAX_CHARACTERS - 5) : 1;
		rows.startRow(Math.min(lines, MAX_LINES) * LINE_TWIPS);
		rows.text(0, fact.label(), this.styles.label);
		switch (fact) {
			case Fact.Text text -> rows.text(1, text.text(), this.styles.wrappedText);
			case Fact.Rupees rupees -> rows.rupees(1, rupees.paise());
			case Fact.WholeNumber number -> rows.wholeNumber(1, number.number());
			case Fact.Moment moment -> rows.moment(1, moment.instant());
		}
	}

	private int sharedString(String text) {
		return this.workbook.getInternalWorkbook().addSSTString(new UnicodeString(text));
	}

	private static void setUpPrinting(HSSFSheet sheet, ReportHeader header, boolean landscape) {
		sheet.setAutobreaks(true);
		sheet.setFitToPage(true);
		HSSFPrintSetup print = sheet.getPrintSetup();
		print.setPaperSize(HSSFPrintSetup.A4_PAPERSIZE);
		print.setLandscape(landscape);
		print.setFitWidth((short) 1);
		print.setFitHeight((short) 0);
		sheet.getHeader().setLeft(header(header.title()));
		sheet.getFooter().setRight("Page &P of &N");
	}

	/** An ampersand starts a code in a header. */
	private static String header(String title) {
		return title.substring(0, Math.min(title.length(), MAX_HEADER_CHARS)).replace("&", "&&");
	}

}

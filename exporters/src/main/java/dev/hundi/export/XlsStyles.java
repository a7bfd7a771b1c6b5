package dev.hundi.export;

import org.apache.poi.hssf.usermodel.HSSFCellStyle;
import org.apache.poi.hssf.usermodel.HSSFDataFormat;
import org.apache.poi.hssf.usermodel.HSSFFont;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.hssf.util.HSSFColor.HSSFColorPredefined;
import org.apache.poi.ss.usermodel.BorderStyle;
import org.apache.poi.ss.usermodel.FillPatternType;
import org.apache.poi.ss.usermodel.HorizontalAlignment;
import org.apache.poi.ss.usermodel.VerticalAlignment;

/**
 * The styles of the cells of a workbook.
 */
final class XlsStyles {

	/** More than the 13 digits of rupees of which a spreadsheet keeps the paise. */
	private static final int MAX_PAIRS = 5;

	private static final int PAISE_DIGITS = 2;

	private static final int LAST_GROUP_DIGITS = 3;

	/** ₹100 crore. */
	private static final long CONDITIONAL_LIMIT_PAISE = 1_00_00_00_000_00L;

	final HSSFCellStyle heading;

	final HSSFCellStyle figureHeading;

	final HSSFCellStyle title;

	final HSSFCellStyle label;

	final HSSFCellStyle text;

	final HSSFCellStyle wrappedText;

	/** By the number of groups of one or two digits before the last three. */
	private final HSSFCellStyle[] grouped = new HSSFCellStyle[MAX_PAIRS + 1];

	/** Groups a positive amount below ₹100 crore whatever is entered in its cell. */
	private final HSSFCellStyle rupees;

	final HSSFCellStyle number;

	final HSSFCellStyle longNumber;

	final HSSFCellStyle moment;

	XlsStyles(HSSFWorkbook workbook) {
		HSSFFont bold = workbook.createFont();
		bold.setBold(true);
		HSSFFont large = workbook.createFont();
		large.setBold(true);
		large.setFontHeightInPoints((short) 14);

		this.text = workbook.createCellStyle();
		this.text.setVerticalAlignment(VerticalAlignment.TOP);
		// The format Text keeps edited cells text.
		this.text.setDataFormat(HSSFDataFormat.getBuiltinFormat("@"));
		this.wrappedText = cloned(workbook, this.text);
		this.wrappedText.setWrapText(true);
		this.longNumber = cloned(workbook, this.text);
		this.longNumber.setAlignment(HorizontalAlignment.RIGHT);

		HSSFDataFormat formats = workbook.createDataFormat();
		for (int pairs = 0; pairs < this.grouped.length; pairs++) {
			this.grouped[pairs] = cloned(workbook, this.longNumber);
			this.grouped[pairs].setDataFormat(formats.getFormat(grouped(pairs)));
		}
		this.rupees = cloned(workbook, this.longNumber);
		this.rupees.setDataFormat(
				formats.getFormat("[>=10000000]" + grouped(3) + ";[>=100000]" + grouped(2) + ";" + grouped(1)));
		this.number = cloned(workbook, this.longNumber);
		this.number.setDataFormat(HSSFDataFormat.getBuiltinFormat("0"));
		this.moment = cloned(workbook, this.text);
		this.moment.setAlignment(HorizontalAlignment.LEFT);
		this.moment.setDataFormat(formats.getFormat("yyyy\\-mm\\-dd hh:mm:ss.000 \"IST\""));

		this.title = cloned(workbook, this.text);
		this.title.setFont(large);
		this.label = cloned(workbook, this.text);
		this.label.setFont(bold);
		this.heading = cloned(workbook, this.label);
		this.heading.setFillForegroundColor(HSSFColorPredefined.GREY_25_PERCENT.getIndex());
		this.heading.setFillPattern(FillPatternType.SOLID_FOREGROUND);
		this.heading.setBorderBottom(BorderStyle.THIN);
		this.figureHeading = cloned(workbook, this.heading);
		this.figureHeading.setAlignment(HorizontalAlignment.RIGHT);
	}

	/**
	 * The style of an amount, which groups it by thousand, lakh and crore. A number
	 * format has at most two conditions, and programs disagree about the sign of a
	 * negative number under a condition, so other amounts have a format of their own
	 * length.
	 */
	HSSFCellStyle rupees(long paise) {
		if (paise >= 0 && paise < CONDITIONAL_LIMIT_PAISE) {
			return this.rupees;
		}
		int pairs = (XlsNumbers.digits(paise) - PAISE_DIGITS - LAST_GROUP_DIGITS + 1) / 2;
		return this.grouped[Math.max(0, pairs)];
	}

	/**
	 * A format such as {@code ##\\,##\\,##0.00}, whose commas stand where they are
	 * written.
	 */
	private static String grouped(int pairs) {
		return (pairs < 2) ? "#,##0.00" : "##\\,".repeat(pairs) + "##0.00";
	}

	private static HSSFCellStyle cloned(HSSFWorkbook workbook, HSSFCellStyle style) {
		HSSFCellStyle clone = workbook.createCellStyle();
		clone.cloneStyleFrom(style);
		return clone;
	}

}

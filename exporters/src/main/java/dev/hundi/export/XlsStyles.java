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

	final HSSFCellStyle heading;

	final HSSFCellStyle figureHeading;

	final HSSFCellStyle title;

	final HSSFCellStyle label;

	final HSSFCellStyle text;

	final HSSFCellStyle wrappedText;

	final HSSFCellStyle rupees;

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

		this.rupees = cloned(workbook, this.longNumber);
		// With Indian locale settings the comma groups by lakh and crore.
		this.rupees.setDataFormat(HSSFDataFormat.getBuiltinFormat("#,##0.00"));
		this.number = cloned(workbook, this.longNumber);
		this.number.setDataFormat(HSSFDataFormat.getBuiltinFormat("0"));
		this.moment = cloned(workbook, this.text);
		this.moment.setAlignment(HorizontalAlignment.LEFT);
		this.moment.setDataFormat(workbook.createDataFormat().getFormat("yyyy\\-mm\\-dd hh:mm:ss.000 \"IST\""));

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

	private static HSSFCellStyle cloned(HSSFWorkbook workbook, HSSFCellStyle style) {
		HSSFCellStyle clone = workbook.createCellStyle();
		clone.cloneStyleFrom(style);
		return clone;
	}

}

package dev.hundi.export;

import org.apache.poi.ss.SpreadsheetVersion;

/**
 * Text as a BIFF8 cell can hold it.
 */
final class XlsText {

	private static final int MAX_CHARS = SpreadsheetVersion.EXCEL97.getMaxTextLength();

	private XlsText() {
	}

	/**
	 * The text made harmless, and cut with an ellipsis where it is longer than a cell.
	 */
	static String cell(String text) {
		String harmless = FormulaText.neutralised(text);
		if (harmless.length() <= MAX_CHARS) {
			return harmless;
		}
		int end = MAX_CHARS - 1;
		if (Character.isHighSurrogate(harmless.charAt(end - 1))) {
			end--;
		}
		return harmless.substring(0, end) + "…";
	}

}

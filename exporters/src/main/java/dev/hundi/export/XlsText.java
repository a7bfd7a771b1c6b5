package dev.hundi.export;

import org.apache.poi.ss.SpreadsheetVersion;

/**
 * Text within the limits of a BIFF8 cell.
 */
final class XlsText {

	private static final int MAX_CHARS = SpreadsheetVersion.EXCEL97.getMaxTextLength();

	private XlsText() {
	}

	/** Neutralises the text and truncates it with an ellipsis to the limit of a cell. */
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

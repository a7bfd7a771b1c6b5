package dev.hundi.export;

/**
 * Keeps text from being run as a formula by the spreadsheet that opens it.
 */
final class FormulaText {

	private FormulaText() {
	}

	/**
	 * The text, with a leading {@code '} when a spreadsheet would take it for a formula.
	 */
	static String neutralised(String text) {
		if (text.isEmpty()) {
			return text;
		}
		return switch (text.charAt(0)) {
			case '=', '+', '-', '@', '\t', '\r' -> "'" + text;
			default -> text;
		};
	}

}

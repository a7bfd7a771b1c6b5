package dev.hundi.export;

/**
 * Prevents formula injection: a spreadsheet must not run text as a formula.
 */
final class FormulaText {

	private FormulaText() {
	}

	/**
	 * Returns the text, with a leading {@code '} if a spreadsheet would run it as a
	 * formula.
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

package dev.hundi.export;

/**
 * Prevents formula injection: a spreadsheet must not run text as a formula.
 */
final class FormulaText {

	private FormulaText() {
	}

	/**
	 * Returns the text, with a leading {@code '} if a spreadsheet would run it as a
	 * formula. A text that looks neutralised already gets one too, so that different
	 * texts stay different: {@code =x} becomes {@code '=x}, and {@code '=x} becomes
	 * {@code ''=x}.
	 */
	static String neutralised(String text) {
		int first = 0;
		while (first < text.length() && text.charAt(first) == '\'') {
			first++;
		}
		if (first == text.length()) {
			return text;
		}
		return switch (text.charAt(first)) {
			case '=', '+', '-', '@', '\t', '\r' -> "'" + text;
			default -> text;
		};
	}

}

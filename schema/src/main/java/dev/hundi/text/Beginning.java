package dev.hundi.text;

/** The beginning of a text that may be too long for a column or a message. */
public final class Beginning {

	private Beginning() {
	}

	/**
	 * A text, or as much of it as fits. A character of two code units is not divided: its
	 * first half alone would be stored as a question mark.
	 * @param maxChars at least 1
	 */
	public static String of(String text, int maxChars) {
		if (text.length() <= maxChars) {
			return text;
		}
		return text.substring(0, Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars);
	}

}

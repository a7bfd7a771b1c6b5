package dev.hundi.payout;

import java.text.Normalizer;

import org.jspecify.annotations.Nullable;

/**
 * The text of a payout that the bank passes on to the beneficiary: at most
 * {@value #MAX_CHARS} letters, digits and blanks of ASCII, which every rail carries. The
 * database holds the same rule.
 */
public final class Narration {

	public static final int MAX_CHARS = 30;

	private Narration() {
	}

	/**
	 * Cleans a text: accents are dropped, other characters become one blank between
	 * words, and the end is cut.
	 * @return null if nothing is left
	 */
	public static @Nullable String of(String text) {
		if (text.isEmpty()) {
			return null;
		}
		String plain = Normalizer.normalize(text, Normalizer.Form.NFKD);
		StringBuilder cleaned = new StringBuilder(MAX_CHARS);
		boolean gap = false;
		for (int i = 0; i < plain.length(); i++) {
			char c = plain.charAt(i);
			if (!isCarried(c)) {
				gap |= Character.getType(c) != Character.NON_SPACING_MARK;
				continue;
			}
			boolean blank = gap && !cleaned.isEmpty();
			if (cleaned.length() + (blank ? 2 : 1) > MAX_CHARS) {
				break;
			}
			cleaned.append(blank ? " " : "").append(c);
			gap = false;
		}
		return cleaned.isEmpty() ? null : cleaned.toString();
	}

	private static boolean isCarried(char c) {
		return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
	}

}

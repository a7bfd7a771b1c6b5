package dev.hundi.list;

import java.util.Arrays;

/**
 * A search phrase: a part of any field, case-insensitive.
 *
 * @param text 1 to {@value #MAX_LENGTH} characters
 */
public record SearchPhrase(String text) {

	/** The length of the longest searched field. */
	public static final int MAX_LENGTH = 255;

	private static final int ANCHOR = 7;

	/**
	 * A higher limit would prefer the date in a transaction id to the characters after
	 * it.
	 */
	private static final int MOST_COUNTED = 4;

	private static final int TELLING_DIGITS = 3;

	public SearchPhrase {
		if (text.isEmpty() || isTooLong(text)) {
			throw new IllegalArgumentException("A search phrase has 1 to " + MAX_LENGTH + " characters");
		}
	}

	/** Whether a text has more characters than a phrase may have. */
	public static boolean isTooLong(String text) {
		return text.codePointCount(0, text.length()) > MAX_LENGTH;
	}

	/**
	 * The part of the phrase for the trigram index of beneficiaries, as a LIKE pattern;
	 * its rows are then compared with the whole phrase. Account numbers and VPAs share
	 * their beginning and differ towards their end, mostly in digits, so the other
	 * trigrams only cost.
	 */
	public String anchorPattern() {
		return "%" + escaped(anchor()) + "%";
	}

	private String anchor() {
		int[] characters = this.text.codePoints().toArray();
		int best = 0;
		int start = -1;
		for (int i = 0; i + ANCHOR <= characters.length; i++) {
			int digits = (int) Arrays.stream(characters, i, i + ANCHOR)
				.filter(SearchPhrase::isDigit)
				.limit(MOST_COUNTED)
				.count();
			if (digits >= best) {
				best = digits;
				start = i;
			}
		}
		return (best >= TELLING_DIGITS) ? new String(characters, start, ANCHOR) : this.text;
	}

	private static boolean isDigit(int character) {
		return character >= '0' && character <= '9';
	}

	private static String escaped(String text) {
		return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
	}

}

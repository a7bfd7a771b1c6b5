package dev.hundi.batch.statement;

import dev.hundi.statement.RejectedStatementException;
import org.jspecify.annotations.Nullable;

/** Texts of statements as they are kept. */
final class Texts {

	private static final int SHORTEST_ACCOUNT = 4;

	private static final int LONGEST_ACCOUNT = 34;

	private static final int PAISE_DIGITS = 2;

	/** More could be no amount that the books hold: 18 digits of paise. */
	private static final int LONGEST_RUPEES = 15;

	private Texts() {
	}

	/**
	 * Without control characters and outer blanks, and cut; null when nothing is left.
	 */
	static @Nullable String clean(@Nullable String text, int longest) {
		if (text == null) {
			return null;
		}
		String clean = text;
		for (int i = 0; i < text.length(); i++) {
			if (Character.isISOControl(text.charAt(i))) {
				clean = withoutControls(text);
				break;
			}
		}
		clean = clean.strip();
		if (clean.length() > longest) {
			int end = Character.isHighSurrogate(clean.charAt(longest - 1)) ? longest - 1 : longest;
			clean = clean.substring(0, end).strip();
		}
		return clean.isEmpty() ? null : clean;
	}

	private static String withoutControls(String text) {
		StringBuilder clean = new StringBuilder(text.length());
		boolean blank = false;
		for (int i = 0; i < text.length(); i++) {
			char next = text.charAt(i);
			if (!Character.isISOControl(next)) {
				clean.append(next);
				blank = next == ' ';
			}
			else if (!blank) {
				clean.append(' ');
				blank = true;
			}
		}
		return clean.toString();
	}

	/** An account number in letters and digits only, upper case. */
	static @Nullable String account(@Nullable String text) {
		if (text == null) {
			return null;
		}
		StringBuilder account = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char next = text.charAt(i);
			if (next >= 'a' && next <= 'z') {
				next = (char) (next - 'a' + 'A');
			}
			if ((next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z')) {
				account.append(next);
			}
			else if (next != '-' && next != '/' && !Character.isWhitespace(next)) {
				return null;
			}
		}
		return (account.length() >= SHORTEST_ACCOUNT && account.length() <= LONGEST_ACCOUNT) ? account.toString()
				: null;
	}

	/**
	 * Paise of an amount in rupees, such as {@code 1500}, {@code 1500.5} or
	 * {@code 1500.00}.
	 * @param separator before the paise
	 * @throws RejectedStatementException if it is no such amount
	 */
	static long paise(String text, char separator, int fileLine) throws RejectedStatementException {
		long paise = 0;
		int point = -1;
		int last = text.length();
		for (int i = 0; i < last; i++) {
			char next = text.charAt(i);
			if (next == separator && point < 0) {
				point = i;
				continue;
			}
			boolean beyond = point >= 0 && i - point > PAISE_DIGITS;
			if (next < '0' || next > '9' || (beyond && next != '0')) {
				throw new RejectedStatementException(fileLine, "No amount in rupees and paise: " + quoted(text));
			}
			paise = beyond ? paise : paise * 10 + (next - '0');
		}
		int rupeeDigits = (point < 0) ? last : point;
		if (rupeeDigits == 0 || rupeeDigits > LONGEST_RUPEES) {
			throw new RejectedStatementException(fileLine, "No amount in rupees and paise: " + quoted(text));
		}
		for (int decimals = (point < 0) ? 0
				: Math.min(PAISE_DIGITS, last - point - 1); decimals < PAISE_DIGITS; decimals++) {
			paise *= 10;
		}
		return paise;
	}

	/** For a message: short, and without control characters. */
	static String quoted(@Nullable String text) {
		String clean = clean(text, 60);
		return (clean != null) ? '"' + clean + '"' : "nothing";
	}

}

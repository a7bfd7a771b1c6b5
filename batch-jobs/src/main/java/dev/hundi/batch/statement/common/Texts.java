package dev.hundi.batch.statement.common;

import dev.hundi.money.Rupees;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.text.Beginning;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/** Cleans and parses texts of statements. */
public final class Texts {

	private static final int MIN_ACCOUNT_CHARS = 4;

	private static final int MAX_ACCOUNT_CHARS = 34;

	private Texts() {
	}

	/** Text without control characters and outer blanks, cut; null if it is empty. */
	public static @Nullable String clean(@Nullable String text, int maxChars) {
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
		if (clean.length() > maxChars) {
			clean = Beginning.of(clean, maxChars).strip();
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

	static boolean isLettersAndDigits(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (!Character.isLetterOrDigit(text.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	/** An account number as upper-case letters and digits, or null if it is none. */
	public static @Nullable String account(@Nullable String text) {
		if (text == null) {
			return null;
		}
		if (text.length() >= MIN_ACCOUNT_CHARS && text.length() <= MAX_ACCOUNT_CHARS && Utr.isCanonical(text)) {
			return text;
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
		return (account.length() >= MIN_ACCOUNT_CHARS && account.length() <= MAX_ACCOUNT_CHARS) ? account.toString()
				: null;
	}

	/**
	 * Paise of an amount in rupees.
	 * @param separator the character before the paise
	 * @throws RejectedStatementException if the text is not an amount
	 */
	public static long paise(String text, char separator, int fileLine) throws RejectedStatementException {
		return Rupees.parse(text, separator)
			.orElseThrow(() -> new RejectedStatementException(fileLine,
					"Not an amount in rupees and paise: " + masked(text)));
	}

	/**
	 * The form of a cell for a message, letters as {@code a} and digits as {@code 9}: a
	 * shifted cell can hold a payee, and messages reach logs and reports.
	 */
	public static String masked(@Nullable String text) {
		return (clean(text, 1) != null) ? quoted(text).replaceAll("\\p{L}", "a").replaceAll("\\p{N}", "9")
				: quoted(text);
	}

	/** Text for a message: short and without control characters. */
	public static String quoted(@Nullable String text) {
		String clean = clean(text, 60);
		return (clean != null) ? '"' + clean + '"' : "nothing";
	}

}

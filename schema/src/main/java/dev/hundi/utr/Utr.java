package dev.hundi.utr;

import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a network reference or of a virtual account number: the letters
 * A–Z in upper case and the digits 0–9. Banks write the same reference in several forms.
 * The SQL function {@code is_canonical_utr} checks the same form.
 */
public final class Utr {

	private static final int SHORTEST = 6;

	private static final int LONGEST = 35;

	private Utr() {
	}

	/**
	 * Converts letters to upper case, and removes spaces and punctuation.
	 * @return null if nothing is left, or if the text has letters or digits other than
	 * A–Z and 0–9, which no network uses
	 */
	public static @Nullable String canonical(@Nullable String text) {
		if (text == null || text.isEmpty()) {
			return null;
		}
		return isCanonical(text) ? text : convert(text);
	}

	/** Whether the text is in the canonical form already. */
	public static boolean isCanonical(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (!isKept(text.charAt(i))) {
				return false;
			}
		}
		return !text.isEmpty();
	}

	/**
	 * The canonical form of what a bank gives as the UTR of a payment.
	 * @return null if it cannot be one: shorter than 6 or longer than 35 characters, or
	 * without a digit, such as {@code NOTPROVIDED}
	 */
	public static @Nullable String ofPayment(@Nullable String text) {
		String utr = canonical(text);
		return (utr != null && utr.length() >= SHORTEST && utr.length() <= LONGEST
				&& utr.chars().anyMatch(Character::isDigit)) ? utr : null;
	}

	private static @Nullable String convert(String text) {
		StringBuilder kept = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char next = text.charAt(i);
			if (isKept(next)) {
				kept.append(next);
			}
			else if (next >= 'a' && next <= 'z') {
				kept.append((char) (next - 'a' + 'A'));
			}
			else if (Character.isLetterOrDigit(next) || Character.isSurrogate(next)) {
				return null;
			}
		}
		return kept.isEmpty() ? null : kept.toString();
	}

	private static boolean isKept(char next) {
		return (next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9');
	}

}

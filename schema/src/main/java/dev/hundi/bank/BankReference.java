package dev.hundi.bank;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Our reference of a payout at a bank, derived from the payout's id alone. Every attempt
 * and enquiry of a payout carries the same one, so that the bank's own idempotency
 * prevents a second payment.
 */
public final class BankReference {

	private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

	private static final String PREFIX = "HND";

	private static final int DIGITS = 26;

	private static final int LENGTH = PREFIX.length() + DIGITS;

	/** In any case, because some banks convert texts to upper case. */
	private static final String PREFIX_OF_TEXT = "[Hh][Nn][Dd]";

	private static final String DIGIT_OF_TEXT = "[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]";

	private static final Pattern IN_TEXT = Pattern
		.compile("(%1$s)%2$s(?=%2$s{25})".formatted(PREFIX_OF_TEXT, DIGIT_OF_TEXT));

	/**
	 * Regular expression of a text with the form of our references, in any case. Triggers
	 * of the table {@code beneficiary} have the same one (V203).
	 */
	public static final String FORM = PREFIX_OF_TEXT + DIGIT_OF_TEXT + "{26}";

	private BankReference() {
	}

	/**
	 * {@code HND} and the 128 bits of the id as 26 Crockford base-32 digits: 29
	 * characters, within the 35 of ISO 20022's Max35Text.
	 */
	public static String of(UUID payoutId) {
		char[] digits = new char[DIGITS];
		long high = payoutId.getMostSignificantBits();
		long low = payoutId.getLeastSignificantBits();
		for (int i = DIGITS - 1; i >= 0; i--) {
			digits[i] = ALPHABET[(int) (low & 31)];
			low = (low >>> 5) | (high << 59);
			high >>>= 5;
		}
		return PREFIX + new String(digits);
	}

	/** The payout of a reference; empty for another text. */
	public static Optional<UUID> payoutOf(String text) {
		if (!isReference(text)) {
			return Optional.empty();
		}
		long high = 0;
		long low = 0;
		for (int i = PREFIX.length(); i < LENGTH; i++) {
			high = (high << 5) | (low >>> 59);
			low = (low << 5) | Arrays.binarySearch(ALPHABET, text.charAt(i));
		}
		UUID payoutId = new UUID(high, low);
		return Optional.of(payoutId).filter((id) -> of(id).equals(text));
	}

	/** Whether a text has the form of our references. */
	public static boolean isReference(String text) {
		return text.length() == LENGTH && isReferenceAt(text, 0);
	}

	/**
	 * The first reference of ours in a text, such as the narration of a statement, that
	 * is not a part of a longer word of upper-case letters and digits; null for none.
	 */
	public static @Nullable String findIn(String text) {
		// Statements have millions of narrations, and a pattern takes several times as
		// long.
		for (int at = text.indexOf(PREFIX); at >= 0; at = text.indexOf(PREFIX, at + 1)) {
			int end = at + LENGTH;
			if (isReferenceAt(text, at) && (at == 0 || !isOfWord(text.charAt(at - 1)))
					&& (end == text.length() || !isOfWord(text.charAt(end)))) {
				return text.substring(at, end);
			}
		}
		return null;
	}

	/**
	 * A text that people wrote, without references of ours: banks repeat it in the
	 * narrations of payments and returns, where it would name another payout. A blank
	 * replaces a digit of each.
	 */
	static String without(String text) {
		return (text.length() < LENGTH) ? text : IN_TEXT.matcher(text).replaceAll("$1 ");
	}

	private static boolean isReferenceAt(String text, int at) {
		if (at + LENGTH > text.length() || !text.startsWith(PREFIX, at)) {
			return false;
		}
		for (int i = at + PREFIX.length(); i < at + LENGTH; i++) {
			if (!isDigit(text.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	/** A digit of Crockford's base 32. */
	private static boolean isDigit(char next) {
		return isOfWord(next) && next != 'I' && next != 'L' && next != 'O' && next != 'U';
	}

	private static boolean isOfWord(char next) {
		return (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
	}

}

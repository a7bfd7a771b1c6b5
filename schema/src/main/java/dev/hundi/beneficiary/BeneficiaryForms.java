package dev.hundi.beneficiary;

import java.util.regex.Pattern;

import dev.hundi.bank.BankReference;

/**
 * Formats of a beneficiary's fields (docs/specification.md and docs/api-decisions.md,
 * "Beneficiaries"), for every API and file.
 */
public final class BeneficiaryForms {

	public static final int MAX_NAME = 100;

	public static final int MAX_EMAIL = 254;

	public static final int MAX_VPA = 255;

	public static final Pattern EMAIL = Pattern.compile("(?=[^@]{1,64}@)" + "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
			+ "(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*" + "@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+"
			+ "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])");

	public static final Pattern INDIAN_MOBILE = Pattern.compile("(?:\\+?91|0)?[6-9][0-9]{9}");

	public static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9]{9,18}");

	/** Either case, before it is upper-cased; letters outside ASCII upper-case too. */
	public static final Pattern IFSC = Pattern.compile("[A-Za-z]{4}0[A-Za-z0-9]{6}");

	/** As it is stored, in upper case. */
	public static final Pattern STORED_IFSC = Pattern.compile("[A-Z]{4}0[A-Z0-9]{6}");

	private static final String ANY_VPA = "[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}@[a-zA-Z][a-zA-Z0-9]{1,63}";

	/**
	 * A VPA that contains no text of the form of our reference at a bank: banks repeat
	 * VPAs in narrations, where it would name another payout.
	 */
	public static final Pattern VPA = Pattern.compile("(?!.*" + BankReference.FORM + ")" + ANY_VPA);

	/** Also one that was registered before that was refused. */
	public static final Pattern KNOWN_VPA = Pattern.compile(ANY_VPA);

	/** A beneficiary code. */
	public static final Pattern CODE = Pattern.compile("BEN[0-9A-HJKMNP-TV-Z]{8}");

	private static final Pattern GROUPING = Pattern.compile("[\\p{Zs}\\p{Pd}]");

	/**
	 * Fillers of Hangul and the empty cell of Braille, which Unicode does not call blank.
	 */
	private static final String BLANK_LETTERS = "\u115F\u1160\u2800\u3164\uFFA0";

	private static final int SHORTEST_ACCOUNT = 9;

	private static final int LONGEST_ACCOUNT = 18;

	private static final int IFSC_CHARS = 11;

	private static final int MOBILE_DIGITS = 10;

	private BeneficiaryForms() {
	}

	/**
	 * A number without the blanks and hyphens by which people group its digits, or
	 * contacts and web pages that they copy it from.
	 */
	public static String ungrouped(String typed) {
		return GROUPING.matcher(typed).replaceAll("");
	}

	/**
	 * Whether a text has the form of {@link #ACCOUNT_NUMBER}. Files have a hundred
	 * thousand of them, for which patterns take a fifth of the time of a row.
	 */
	public static boolean isAccountNumber(String text) {
		return text.length() >= SHORTEST_ACCOUNT && text.length() <= LONGEST_ACCOUNT && areDigits(text, 0);
	}

	/** Whether a text has the form of {@link #IFSC}. */
	public static boolean isIfsc(String text) {
		if (text.length() != IFSC_CHARS || text.charAt(4) != '0') {
			return false;
		}
		for (int i = 0; i < IFSC_CHARS; i++) {
			char c = text.charAt(i);
			boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
			if (!letter && (i < 4 || !isDigit(c))) {
				return false;
			}
		}
		return true;
	}

	/** Whether a text has the form of {@link #INDIAN_MOBILE}. */
	public static boolean isIndianMobile(String text) {
		int from = text.length() - MOBILE_DIGITS;
		boolean prefixed = switch (from) {
			case 0 -> true;
			case 1 -> text.charAt(0) == '0';
			case 2 -> text.startsWith("91");
			case 3 -> text.startsWith("+91");
			default -> false;
		};
		return prefixed && text.charAt(from) >= '6' && areDigits(text, from);
	}

	/**
	 * Whether a text has a character that is not shown but changes what is shown: a
	 * control character, or one that overrides or isolates the direction of the text
	 * around it, by which digits that follow a name would appear reversed.
	 */
	public static boolean hasControl(String text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (Character.isISOControl(c) || (c >= '\u202A' && c <= '\u202E') || (c >= '\u2066' && c <= '\u2069')) {
				return true;
			}
		}
		return false;
	}

	/** Whether a text has a character that people see. */
	public static boolean isVisible(String text) {
		return text.codePoints().anyMatch((c) -> switch (Character.getType(c)) {
			case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.CONTROL,
					Character.FORMAT, Character.UNASSIGNED ->
				false;
			default -> BLANK_LETTERS.indexOf(c) < 0;
		});
	}

	private static boolean areDigits(String text, int from) {
		for (int i = from; i < text.length(); i++) {
			if (!isDigit(text.charAt(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean isDigit(char c) {
		return c >= '0' && c <= '9';
	}

}

package dev.hundi.batch.statement.common;

import dev.hundi.payout.Rail;
import dev.hundi.statement.StatementLine;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/**
 * Forms of network references: RTGS has 22 characters, NEFT 16 or 22, IMPS and UPI have
 * 12 digits.
 */
public final class UtrForm {

	private static final int MIN_CHARS = 6;

	private static final int RRN_DIGITS = 12;

	private static final int NEFT_CHARS = 16;

	private static final int RTGS_CHARS = 22;

	/** Index of the network's letter, after the four letters of the bank. */
	private static final int NETWORK_INDEX = 4;

	private UtrForm() {
	}

	/**
	 * A reference from a field for network references in the canonical form, or null if
	 * it cannot be one.
	 */
	static @Nullable String of(@Nullable String text) {
		String utr = Utr.canonical(text);
		boolean none = utr == null || utr.length() < MIN_CHARS || utr.length() > StatementLine.LONGEST_UTR
				|| utr.equals("NOTPROVIDED");
		return none ? null : utr;
	}

	/**
	 * A reference from a field that may hold other references too, or null unless it has
	 * the form of a network.
	 */
	public static @Nullable String certain(@Nullable String text) {
		String utr = of(text);
		boolean rrn = utr != null && utr.length() == RRN_DIGITS && utr.chars().allMatch(Character::isDigit);
		return (rrn || (utr != null && railOf(utr) != null)) ? utr : null;
	}

	/** The rail if the form is unique; IMPS and UPI have the same form. */
	static @Nullable Rail railOf(String utr) {
		if (utr.length() != NEFT_CHARS && utr.length() != RTGS_CHARS) {
			return null;
		}
		char network = utr.charAt(NETWORK_INDEX);
		if (network == 'R' && utr.length() == RTGS_CHARS) {
			return Rail.RTGS;
		}
		return (network == 'N') ? Rail.NEFT : null;
	}

}

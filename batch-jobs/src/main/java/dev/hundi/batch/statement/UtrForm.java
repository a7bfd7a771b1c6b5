package dev.hundi.batch.statement;

import dev.hundi.payout.Rail;
import dev.hundi.statement.StatementLine;
import org.jspecify.annotations.Nullable;

/**
 * What a network's reference looks like. Decisions, "Domain facts": RTGS 22 characters,
 * NEFT 16 or 22, IMPS and UPI 12 digits.
 */
final class UtrForm {

	private static final int SHORTEST = 6;

	private static final int RRN = 12;

	private static final int NEFT = 16;

	private static final int RTGS = 22;

	/** Where a bank's four letters end and the network's letter stands. */
	private static final int NETWORK = 4;

	private UtrForm() {
	}

	/**
	 * What stands where a bank writes the network's reference, if it can be one at all.
	 */
	static @Nullable String of(@Nullable String text) {
		String utr = (text != null) ? text.strip() : "";
		if (utr.length() < SHORTEST || utr.length() > StatementLine.LONGEST_UTR || utr.equals("NOTPROVIDED")) {
			return null;
		}
		for (int i = 0; i < utr.length(); i++) {
			char next = utr.charAt(i);
			if (!((next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z') || (next >= 'a' && next <= 'z'))) {
				return null;
			}
		}
		return utr;
	}

	/**
	 * What stands where a bank may also write something else: only what has one of the
	 * networks' forms.
	 */
	static @Nullable String certain(@Nullable String text) {
		String utr = of(text);
		boolean rrn = utr != null && utr.length() == RRN && utr.chars().allMatch(Character::isDigit);
		return (rrn || (utr != null && railOf(utr) != null)) ? utr : null;
	}

	/** The rail, where the form leaves no doubt: IMPS and UPI look the same. */
	static @Nullable Rail railOf(String utr) {
		if (utr.length() != NEFT && utr.length() != RTGS) {
			return null;
		}
		char network = utr.charAt(NETWORK);
		if (network == 'R' && utr.length() == RTGS) {
			return Rail.RTGS;
		}
		return (network == 'N') ? Rail.NEFT : null;
	}

}

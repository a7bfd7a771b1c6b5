package dev.hundi.bank;

import java.util.UUID;

/**
 * Our reference of a payout at a bank, derived from the payout's id alone. Every attempt
 * and enquiry of a payout carries the same one, so that the bank's own idempotency
 * prevents a second payment.
 */
public final class BankReference {

	private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

	private static final int DIGITS = 26;

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
		return "HND" + new String(digits);
	}

}

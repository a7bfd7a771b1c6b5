package dev.hundi.payout;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

import dev.hundi.time.India;

/**
 * Human-readable ids: a prefix and random characters of Crockford's base 32, which has no
 * I, L, O or U (docs/api-decisions.md, "Names and shapes").
 */
public final class PublicCode {

	private static final char[] ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();

	private static final SecureRandom random = new SecureRandom();

	private PublicCode() {
	}

	/** A prefix and that many random characters. */
	public static String random(String prefix, int length) {
		byte[] bytes = new byte[length];
		random.nextBytes(bytes);
		StringBuilder code = new StringBuilder(prefix.length() + length).append(prefix);
		for (byte value : bytes) {
			code.append(ALPHABET[value & 31]);
		}
		return code.toString();
	}

	/** The transaction id of a payout accepted now, with the Indian date. */
	static String transactionId(Instant now) {
		return random("TXN" + DateTimeFormatter.BASIC_ISO_DATE.format(India.dateOf(now)), 10);
	}

}

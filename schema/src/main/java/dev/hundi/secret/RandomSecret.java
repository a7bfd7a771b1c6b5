package dev.hundi.secret;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Secrets that their holder shows to Hundi, which keeps only their SHA-256. No hash for
 * passwords is needed, because such a secret cannot be guessed.
 */
public final class RandomSecret {

	private static final int BYTES = 32;

	private static final SecureRandom random = new SecureRandom();

	private RandomSecret() {
	}

	/** 256 random bits, 43 characters of base64url. */
	public static String next() {
		byte[] bytes = new byte[BYTES];
		random.nextBytes(bytes);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

}

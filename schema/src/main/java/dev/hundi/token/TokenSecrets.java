package dev.hundi.token;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

import dev.hundi.digest.Sha256;

/** Random secrets and their hashes. */
final class TokenSecrets {

	private static final int BYTES = 32;

	/** Without vowels, so that no word appears, and without letters that look alike. */
	private static final String LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

	private static final int USER_CODE_LENGTH = 8;

	private static final SecureRandom random = new SecureRandom();

	private TokenSecrets() {
	}

	static String next(String prefix) {
		byte[] bytes = new byte[BYTES];
		random.nextBytes(bytes);
		return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	static String nextUserCode() {
		StringBuilder code = new StringBuilder();
		for (int i = 0; i < USER_CODE_LENGTH; i++) {
			code.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
		}
		return code.toString();
	}

	static byte[] hash(String secret) {
		return Sha256.digest(secret.getBytes(StandardCharsets.UTF_8));
	}

}

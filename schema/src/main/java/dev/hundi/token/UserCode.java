package dev.hundi.token;

import java.security.SecureRandom;

/** The code by which a person recognises the login of its program. */
final class UserCode {

	/** Without vowels, so that no word appears, and without letters that look alike. */
	private static final String LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

	private static final int LENGTH = 8;

	private static final SecureRandom random = new SecureRandom();

	private UserCode() {
	}

	static String next() {
		StringBuilder code = new StringBuilder();
		for (int i = 0; i < LENGTH; i++) {
			code.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
		}
		return code.toString();
	}

}

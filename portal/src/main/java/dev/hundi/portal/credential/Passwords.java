package dev.hundi.portal.credential;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import com.nulabinc.zxcvbn.Zxcvbn;
import org.jspecify.annotations.Nullable;

import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Passwords: 12 characters or more, none of the common ones, stored as Argon2id.
 */
@Component
public class Passwords {

	static final int MIN_LENGTH = 12;

	/** Longer ones would only cost time. */
	static final int MAX_LENGTH = 128;

	/** Of 0 to 4: more than 100,000,000 guesses. */
	private static final int SCORE = 3;

	private static final Argon2PasswordEncoder encoder = Argon2PasswordEncoder.defaultsForSpringSecurity_v5_8();

	/** Checked when there is no person, so that both cases take the same time. */
	private static final String hashOfNoPerson = Objects
		.requireNonNull(encoder.encode("a password that no person has"));

	private final Zxcvbn strength = new Zxcvbn();

	/**
	 * What is wrong with a new password: the key of a text, or empty.
	 * @param own words that attackers try first: name and e-mail address
	 */
	public Optional<String> problem(String password, List<String> own) {
		if (password.codePointCount(0, password.length()) < MIN_LENGTH) {
			return Optional.of("password.short");
		}
		if (password.length() > MAX_LENGTH) {
			return Optional.of("password.long");
		}
		return (this.strength.measure(password, own).getScore() < SCORE) ? Optional.of("password.common")
				: Optional.empty();
	}

	/** The Argon2id hash of a password. */
	public String hash(String password) {
		return Objects.requireNonNull(encoder.encode(password));
	}

	/**
	 * Whether a password is right.
	 * @param hash null if there is no person or no password
	 */
	public boolean matches(String password, @Nullable String hash) {
		boolean matches = encoder.matches(password.substring(0, Math.min(MAX_LENGTH, password.length())),
				(hash != null) ? hash : hashOfNoPerson);
		return matches && hash != null;
	}

}

package dev.hundi.portal.credential;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

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

	/**
	 * A hash takes a processor, which virtual threads do not yield meanwhile, and 16 MB.
	 * The other half of the processors serves pages and the readiness check.
	 */
	private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

	/** Longer than a person waits for a page. */
	private static final Duration WAIT = Duration.ofSeconds(30);

	/** Its dictionaries take 10 MB, once for all portals of a process. */
	private static final Zxcvbn strength = new Zxcvbn();

	private final Semaphore places = new Semaphore(AT_ONCE, true);

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
		return (strength.measure(password, own).getScore() < SCORE) ? Optional.of("password.common") : Optional.empty();
	}

	/**
	 * The Argon2id hash of a password.
	 * @throws TooManyHashesException if others are computed for too long
	 */
	public String hash(String password) {
		return inPlace(() -> Objects.requireNonNull(encoder.encode(password)));
	}

	/**
	 * Whether a password is right.
	 * @param hash null if there is no person or no password
	 * @throws TooManyHashesException if others are computed for too long
	 */
	public boolean matches(String password, @Nullable String hash) {
		boolean matches = inPlace(() -> encoder.matches(password.substring(0, Math.min(MAX_LENGTH, password.length())),
				(hash != null) ? hash : hashOfNoPerson));
		return matches && hash != null;
	}

	/** The places of hashes that are computed at the same time. */
	Semaphore places() {
		return this.places;
	}

	private <T> T inPlace(Supplier<T> hashing) {
		try {
			if (!this.places.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
				throw new TooManyHashesException();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new TooManyHashesException();
		}
		try {
			return hashing.get();
		}
		finally {
			this.places.release();
		}
	}

}

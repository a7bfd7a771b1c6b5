package dev.hundi.portal.testing;

import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.UUID;

import javax.crypto.spec.SecretKeySpec;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import dev.hundi.person.Person;

/** A person with its authenticator, which gives each code once. */
public final class Member {

	private static final TimeBasedOneTimePasswordGenerator generator = new TimeBasedOneTimePasswordGenerator();

	private final Person person;

	private final byte[] secret;

	private long lastStep;

	public Member(Person person, byte[] secret) {
		this.person = person;
		this.secret = secret.clone();
	}

	public String email() {
		return this.person.email();
	}

	public UUID id() {
		return this.person.personId();
	}

	/** A code that was not used before; three are valid at any time. */
	public String code() {
		this.lastStep = Math.max(this.lastStep + 1, Instant.now().getEpochSecond() / 30 - 1);
		return code(this.secret, this.lastStep);
	}

	/** The last code again. */
	public String usedCode() {
		return code(this.secret, this.lastStep);
	}

	/** The present code of a secret. */
	public static String code(byte[] secret) {
		return code(secret, Instant.now().getEpochSecond() / 30);
	}

	private static String code(byte[] secret, long step) {
		try {
			return generator.generateOneTimePasswordString(new SecretKeySpec(secret, "HmacSHA1"),
					Instant.ofEpochSecond(step * 30));
		}
		catch (InvalidKeyException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

package dev.hundi.portal.testing;

import java.io.ByteArrayOutputStream;
import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;

import javax.crypto.spec.SecretKeySpec;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import dev.hundi.person.Person;

/** A person with its authenticator, which gives each code once. */
public final class Member {

	private static final TimeBasedOneTimePasswordGenerator generator = new TimeBasedOneTimePasswordGenerator();

	private final Person person;

	private final byte[] secret;

	private final Runnable forgetSteps;

	private String lastCode = "";

	/**
	 * Creates a member.
	 * @param forgetSteps permits a further code in the same 30 seconds
	 */
	public Member(Person person, byte[] secret, Runnable forgetSteps) {
		this.person = person;
		this.secret = secret.clone();
		this.forgetSteps = forgetSteps;
	}

	public String email() {
		return this.person.email();
	}

	public UUID id() {
		return this.person.personId();
	}

	/** The present code, accepted even if it was used before. */
	public String code() {
		this.forgetSteps.run();
		this.lastCode = code(this.secret);
		return this.lastCode;
	}

	/** The last code again. */
	public String usedCode() {
		return this.lastCode;
	}

	/** The present code of a secret. */
	public static String code(byte[] secret) {
		return code(secret, Instant.now().getEpochSecond() / 30);
	}

	/** The bytes of a secret that a page shows. */
	public static byte[] base32(String text) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		int buffer = 0;
		int bits = 0;
		for (int value : Stream.of(text.split("")).mapToInt("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"::indexOf).toArray()) {
			buffer = (buffer << 5) | value;
			bits += 5;
			if (bits >= 8) {
				bits -= 8;
				bytes.write((buffer >> bits) & 0xff);
			}
		}
		return bytes.toByteArray();
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

package dev.hundi.portal.credential;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.regex.Pattern;

import javax.crypto.spec.SecretKeySpec;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;

import org.springframework.stereotype.Component;

/** Codes of RFC 6238: SHA-1, six digits, 30 seconds, as authenticator apps know them. */
@Component
public class Totp {

	private static final int SECRET_BYTES = 20;

	private static final long STEP_SECONDS = 30;

	private static final Pattern CODE = Pattern.compile("[0-9]{6}");

	private static final Pattern SPACES = Pattern.compile("\\s");

	private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

	private final TimeBasedOneTimePasswordGenerator generator = new TimeBasedOneTimePasswordGenerator(
			Duration.ofSeconds(STEP_SECONDS), 6, TimeBasedOneTimePasswordGenerator.TOTP_ALGORITHM_HMAC_SHA1);

	private final SecureRandom random = new SecureRandom();

	private final Clock clock = Clock.systemUTC();

	public byte[] newSecret() {
		byte[] secret = new byte[SECRET_BYTES];
		this.random.nextBytes(secret);
		return secret;
	}

	/** Whether a text has the form of a code, which no recovery code has. */
	static boolean isCode(String text) {
		return CODE.matcher(digits(text)).matches();
	}

	private static String digits(String code) {
		return SPACES.matcher(code).replaceAll("");
	}

	/**
	 * The time step of a code, of the present one and one before and after it, because
	 * clocks of phones differ.
	 */
	public OptionalLong step(byte[] secret, String code) {
		byte[] given = digits(code).getBytes(StandardCharsets.UTF_8);
		long present = this.clock.instant().getEpochSecond() / STEP_SECONDS;
		for (long step = present - 1; step <= present + 1; step++) {
			if (MessageDigest.isEqual(given, code(secret, step).getBytes(StandardCharsets.UTF_8))) {
				return OptionalLong.of(step);
			}
		}
		return OptionalLong.empty();
	}

	private String code(byte[] secret, long step) {
		try {
			return this.generator.generateOneTimePasswordString(
					new SecretKeySpec(secret, this.generator.getAlgorithm()),
					Instant.ofEpochSecond(step * STEP_SECONDS));
		}
		catch (InvalidKeyException ex) {
			throw new IllegalStateException("Every Java platform supports HmacSHA1", ex);
		}
	}

	/** A secret as authenticator apps accept it by hand. */
	public static String base32(byte[] secret) {
		StringBuilder text = new StringBuilder();
		int buffer = 0;
		int bits = 0;
		for (byte next : secret) {
			buffer = (buffer << 8) | (next & 0xff);
			bits += 8;
			while (bits >= 5) {
				bits -= 5;
				text.append(BASE32.charAt((buffer >> bits) & 31));
			}
		}
		if (bits > 0) {
			text.append(BASE32.charAt((buffer << (5 - bits)) & 31));
		}
		return text.toString();
	}

	/** The picture that authenticator apps scan. */
	public static QrPicture picture(byte[] secret, String email) {
		String label = URLEncoder.encode("Hundi:" + email, StandardCharsets.UTF_8).replace("+", "%20");
		return QrPicture.of("otpauth://totp/%s?secret=%s&issuer=Hundi&algorithm=SHA1&digits=6&period=30"
			.formatted(label, base32(secret)));
	}

}

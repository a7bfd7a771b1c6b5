package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that may sign a bank's callbacks. There are several while the bank rotates its
 * key. A changed file is read with the next callback.
 */
final class CallbackKeys {

	private static final Duration SKEW = Duration.ofSeconds(300);

	private static final int SHORTEST = 32;

	private static final String ALGORITHM = "HmacSHA256";

	private static final Logger logger = LoggerFactory.getLogger(CallbackKeys.class);

	private final @Nullable Path file;

	private volatile List<SecretKeySpec> keys;

	private CallbackKeys(@Nullable Path file, List<SecretKeySpec> keys) {
		this.file = file;
		this.keys = keys;
	}

	/**
	 * Reads the keys, one per line.
	 * @param file null for no keys
	 * @throws UncheckedIOException if the file cannot be read
	 * @throws IllegalArgumentException if it contains no key or one that is too short
	 */
	static CallbackKeys read(@Nullable Path file) {
		return new CallbackKeys(file, (file != null) ? keysIn(file) : List.of());
	}

	private List<SecretKeySpec> current() {
		if (this.file != null) {
			try {
				this.keys = keysIn(this.file);
			}
			catch (UncheckedIOException | IllegalArgumentException ex) {
				logger.error("The keys of callbacks cannot be read; the old ones stay in use", ex);
			}
		}
		return this.keys;
	}

	private static List<SecretKeySpec> keysIn(Path file) {
		try {
			List<String> lines = Files.readAllLines(file)
				.stream()
				.map(String::strip)
				.filter((line) -> !line.isEmpty())
				.toList();
			if (lines.isEmpty() || lines.stream().anyMatch((line) -> line.length() < SHORTEST)) {
				throw new IllegalArgumentException(
						"Each line of " + file + " must be a key of at least " + SHORTEST + " characters");
			}
			return lines.stream()
				.map((line) -> new SecretKeySpec(line.getBytes(StandardCharsets.UTF_8), ALGORITHM))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read the callback keys in " + file, ex);
		}
	}

	/**
	 * Checks that one of the keys signed the body and that the timestamp is recent.
	 * @param timestamp seconds since 1970, as sent
	 * @param signature HMAC-SHA256 over the timestamp, a dot and the body; lower-case hex
	 */
	boolean signed(@Nullable String timestamp, @Nullable String signature, byte[] body, Instant now) {
		if (timestamp == null || signature == null || !timestamp.matches("[0-9]{1,12}")
				|| !signature.matches("[0-9a-f]{64}")) {
			return false;
		}
		byte[] given = HexFormat.of().parseHex(signature);
		boolean found = false;
		for (SecretKeySpec key : current()) {
			found |= MessageDigest.isEqual(given, sign(key, timestamp, body));
		}
		Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), now).abs();
		return found && age.compareTo(SKEW) <= 0;
	}

	private static byte[] sign(SecretKeySpec key, String timestamp, byte[] body) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(key);
			mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
			return mac.doFinal(body);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

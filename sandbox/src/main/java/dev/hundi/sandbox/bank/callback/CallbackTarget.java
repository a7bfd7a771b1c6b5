package dev.hundi.sandbox.bank.callback;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.sandbox.server.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * Where the bank calls back, and the key it signs with.
 */
public record CallbackTarget(URI url, SecretKeySpec key) {

	private static final String algorithm = "HmacSHA256";

	/**
	 * Reads {@code --callback-url=} and {@code --callback-key-file=}, of which the first
	 * line counts.
	 * @return null where there is no URL
	 */
	public static @Nullable CallbackTarget of(Arguments arguments) {
		String url = arguments.get("callback-url", "");
		if (url.isEmpty()) {
			return null;
		}
		Path file = Path.of(arguments.required("callback-key-file"));
		try {
			String key = Files.readString(file).lines().findFirst().orElseThrow().strip();
			return new CallbackTarget(URI.create(url),
					new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), algorithm));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read " + file, ex);
		}
	}

	/** HMAC-SHA256 over the timestamp, a dot and the body, in lower-case hex. */
	public String sign(String timestamp, byte[] body) {
		try {
			Mac mac = Mac.getInstance(algorithm);
			mac.init(this.key);
			mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(mac.doFinal(body));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

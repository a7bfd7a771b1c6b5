package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two signatures of a webhook's raw body (docs/specification.md, "Headers and
 * verification").
 *
 * @param legacy {@code x-webhook-signature}
 * @param v2 {@code x-webhook-signature-v2}
 */
record WebhookSignature(String legacy, String v2) {

	/** {@code x-webhook-alg}. */
	static final String ALGORITHM = "sha256";

	/** Returns a reusable MAC, which is not thread-safe. */
	static Mac key(byte[] secret) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(secret, "HmacSHA256"));
			return mac;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Failed to sign a webhook", ex);
		}
	}

	static WebhookSignature of(Mac key, String timestampMs, byte[] body) {
		return new WebhookSignature(hmac(key, timestampMs + "|", body),
				hmac(key, timestampMs + "|" + ALGORITHM + "|", body));
	}

	private static String hmac(Mac key, String prefix, byte[] body) {
		key.update(prefix.getBytes(StandardCharsets.US_ASCII));
		return HexFormat.of().formatHex(key.doFinal(body));
	}

}

package dev.hundi.stream.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two signatures of a webhook, over its raw body (specification, "Headers and
 * verification").
 *
 * @param legacy {@code x-webhook-signature}
 * @param v2 {@code x-webhook-signature-v2}
 */
record WebhookSignature(String legacy, String v2) {

	/** {@code x-webhook-alg}. */
	static final String ALGORITHM = "sha256";

	static WebhookSignature of(byte[] secret, String timestampMs, byte[] body) {
		return new WebhookSignature(hmac(secret, timestampMs + "|", body),
				hmac(secret, timestampMs + "|" + ALGORITHM + "|", body));
	}

	private static String hmac(byte[] secret, String prefix, byte[] body) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(secret, "HmacSHA256"));
			mac.update(prefix.getBytes(StandardCharsets.US_ASCII));
			return HexFormat.of().formatHex(mac.doFinal(body));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A webhook could not be signed", ex);
		}
	}

}

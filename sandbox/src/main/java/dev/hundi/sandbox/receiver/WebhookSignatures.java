package dev.hundi.sandbox.receiver;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

/** Verifies the signatures of a webhook over the exact bytes received. */
final class WebhookSignatures {

	private static final long toleranceMs = 5 * 60 * 1_000;

	private final SecretKeySpec key;

	WebhookSignatures(String secret) {
		this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
	}

	/**
	 * Whether the timestamp is near and both signatures are right.
	 * @param nowMs the receiver's clock, epoch milliseconds
	 */
	boolean verify(Map<String, String> headers, byte[] body, long nowMs) {
		String timestamp = headers.getOrDefault("x-webhook-timestamp", "");
		String algorithm = headers.getOrDefault("x-webhook-alg", "");
		boolean near = isNear(timestamp, nowMs);
		boolean first = matches(headers.get("x-webhook-signature"), sign(timestamp + "|", body));
		boolean second = matches(headers.get("x-webhook-signature-v2"), sign(timestamp + "|" + algorithm + "|", body));
		return near && first && second && algorithm.equals("sha256");
	}

	private byte[] sign(String prefix, byte[] body) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(this.key);
			mac.update(prefix.getBytes(StandardCharsets.UTF_8));
			return mac.doFinal(body);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean matches(@Nullable String hex, byte[] expected) {
		if (hex == null || hex.length() != expected.length * 2) {
			return false;
		}
		try {
			return MessageDigest.isEqual(HexFormat.of().parseHex(hex), expected);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static boolean isNear(String timestamp, long nowMs) {
		try {
			return Math.abs(Long.parseLong(timestamp) - nowMs) <= toleranceMs;
		}
		catch (NumberFormatException ex) {
			return false;
		}
	}

}

package dev.hundi.api.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a signature covers, as it was received, and the canonical string of it
 * (specification, "Authentication").
 *
 * @param method upper-cased
 * @param host the Host header as received
 * @param path still encoded
 * @param query still encoded, null where the target has no question mark
 * @param body exact bytes
 */
record SignedRequest(AuthHeaders headers, String method, String host, String path, @Nullable String query,
		byte[] body) {

	private static final byte[] EMPTY = {};

	static SignedRequest of(AuthHeaders headers, HttpServletRequest request, byte[] body) {
		return new SignedRequest(headers, request.getMethod().toUpperCase(Locale.ROOT),
				Objects.requireNonNullElse(request.getHeader("Host"), ""), request.getRequestURI(),
				request.getQueryString(), body);
	}

	/**
	 * The bytes under the signature.
	 * @param sha256 hashes the body in version 2; left reset
	 */
	byte[] canonical(MessageDigest sha256) {
		return switch (this.headers.version()) {
			case V1 -> canonicalV1();
			case V2 -> canonicalV2(sha256);
		};
	}

	private byte[] canonicalV1() {
		byte[] head = headerBytes(this.method + "|" + this.path + "|" + this.headers.timestamp() + "|");
		byte[] signedBody = switch (this.method) {
			case "GET", "DELETE", "HEAD", "OPTIONS" -> EMPTY;
			default -> this.body;
		};
		byte[] canonical = new byte[head.length + signedBody.length];
		System.arraycopy(head, 0, canonical, 0, head.length);
		System.arraycopy(signedBody, 0, canonical, head.length, signedBody.length);
		return canonical;
	}

	private byte[] canonicalV2(MessageDigest sha256) {
		byte[] hashed = switch (this.method) {
			case "GET", "DELETE" -> EMPTY;
			default -> this.body;
		};
		String pathAndQuery = (this.query != null) ? this.path + "?" + this.query : this.path;
		return headerBytes(this.method + "|" + this.host.toLowerCase(Locale.ROOT) + "|" + pathAndQuery + "|"
				+ this.headers.apiKey() + "|" + this.headers.timestamp() + "|" + this.headers.nonce() + "|"
				+ HexFormat.of().formatHex(sha256.digest(hashed)));
	}

	/** The container reads header bytes as ISO 8859-1; this gives them back unchanged. */
	private static byte[] headerBytes(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

}

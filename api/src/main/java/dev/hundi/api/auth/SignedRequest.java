package dev.hundi.api.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The signed parts of a request as received, and their canonical string
 * (docs/specification.md, "Authentication").
 *
 * @param method in upper case
 * @param host the Host header as received
 * @param path still encoded
 * @param query still encoded, null if the target has no question mark
 * @param body exact bytes, or empty for a streamed body
 * @param bodySha256 SHA-256 of a streamed body, or null
 */
@SuppressWarnings("ArrayRecordComponent")
record SignedRequest(AuthHeaders headers, String method, String host, String path, @Nullable String query, byte[] body,
		byte @Nullable [] bodySha256) {

	private static final byte[] EMPTY = {};

	SignedRequest(AuthHeaders headers, String method, String host, String path, @Nullable String query, byte[] body) {
		this(headers, method, host, path, query, body, null);
	}

	static SignedRequest of(AuthHeaders headers, HttpServletRequest request, byte[] body) {
		return new SignedRequest(headers, request.getMethod().toUpperCase(Locale.ROOT),
				Objects.requireNonNullElse(request.getHeader("Host"), ""), request.getRequestURI(),
				request.getQueryString(), body);
	}

	/**
	 * The signed bytes.
	 * @param sha256 hashes the body in version 2
	 */
	byte[] canonical(MessageDigest sha256) {
		return switch (this.headers.version()) {
			case V1 -> canonicalV1();
			case V2 -> canonicalV2(sha256);
		};
	}

	/** A request with a streamed body. */
	static SignedRequest ofHashed(AuthHeaders headers, HttpServletRequest request, byte[] bodySha256) {
		SignedRequest bodiless = of(headers, request, EMPTY);
		return new SignedRequest(headers, bodiless.method, bodiless.host, bodiless.path, bodiless.query, EMPTY,
				bodySha256);
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
		byte[] hash = (this.bodySha256 != null) ? this.bodySha256 : sha256.digest(switch (this.method) {
			case "GET", "DELETE" -> EMPTY;
			default -> this.body;
		});
		String pathAndQuery = (this.query != null) ? this.path + "?" + this.query : this.path;
		return headerBytes(this.method + "|" + this.host.toLowerCase(Locale.ROOT) + "|" + pathAndQuery + "|"
				+ this.headers.apiKey() + "|" + this.headers.timestamp() + "|" + this.headers.nonce() + "|"
				+ HexFormat.of().formatHex(hash)
				+ ((this.headers.idempotencyKey() != null) ? "|" + this.headers.idempotencyKey() : ""));
	}

	/** Reverses how the container decodes header bytes. */
	private static byte[] headerBytes(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

}

package dev.hundi.api.auth;

import java.util.Enumeration;
import java.util.regex.Pattern;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The validated authentication headers of a request.
 *
 * @param signature 64 lower-case hexadecimal digits; no other encoding of the same bytes
 * is accepted, because a version 1 signature is also the replay token
 * @param nonce null in version 1
 * @param idempotencyKey the value of {@code Idempotency-Key} if
 * {@code x-signed-headers: idempotency-key} says that it is signed, otherwise null
 */
record AuthHeaders(SignatureVersion version, String apiKey, String timestamp, String signature, @Nullable String nonce,
		@Nullable String idempotencyKey) {

	private static final Pattern API_KEY = Pattern.compile("[A-Za-z0-9_-]{8,64}");

	private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{13}");

	private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");

	private static final int MAX_NONCE = 255;

	/**
	 * Reads and validates the headers.
	 * @throws Refusal for the first invalid header
	 */
	static AuthHeaders read(HttpServletRequest request) {
		SignatureVersion version = version(one(request, "x-service-sig-version"));
		String apiKey = required(request, "x-api-key");
		String timestamp = required(request, "x-timestamp");
		String signature = required(request, "x-signature");
		String nonce = (version == SignatureVersion.V2) ? required(request, "x-nonce") : null;
		if (!API_KEY.matcher(apiKey).matches()) {
			throw new Refusal(ErrorCode.API_KEY_INVALID);
		}
		if (!TIMESTAMP.matcher(timestamp).matches()) {
			throw new Refusal(ErrorCode.TIMESTAMP_EXPIRED, "x-timestamp must be 13 digits of Unix milliseconds");
		}
		if (!SIGNATURE.matcher(signature).matches()) {
			throw new Refusal(ErrorCode.SIGNATURE_INVALID, "x-signature must be 64 lower-case hexadecimal digits");
		}
		if (nonce != null && !isNonce(nonce)) {
			throw new Refusal(ErrorCode.SIGNATURE_INVALID,
					"x-nonce must be 1 to 255 characters without | and control characters");
		}
		if (version == SignatureVersion.V1 && hasQuery(request)) {
			throw new Refusal(ErrorCode.HMAC_V2_REQUIRED);
		}
		return new AuthHeaders(version, apiKey, timestamp, signature, nonce, signedIdempotencyKey(request, version));
	}

	long timestampMs() {
		return Long.parseLong(this.timestamp);
	}

	/** Only version 2 can sign a header. */
	private static @Nullable String signedIdempotencyKey(HttpServletRequest request, SignatureVersion version) {
		String signedHeaders = one(request, "x-signed-headers");
		if (signedHeaders == null) {
			return null;
		}
		if (version != SignatureVersion.V2 || !signedHeaders.equals("idempotency-key")) {
			throw new Refusal(ErrorCode.SIGNATURE_INVALID,
					"x-signed-headers must be idempotency-key, with signature version 2");
		}
		return required(request, "Idempotency-Key");
	}

	private static SignatureVersion version(@Nullable String value) {
		if (value == null || value.equals("1")) {
			return SignatureVersion.V1;
		}
		if (value.equals("2")) {
			return SignatureVersion.V2;
		}
		throw new Refusal(ErrorCode.SIGNATURE_INVALID, "x-service-sig-version must be 1 or 2");
	}

	private static String required(HttpServletRequest request, String name) {
		String value = one(request, name);
		if (value == null || value.isEmpty()) {
			throw new Refusal(ErrorCode.AUTH_HEADERS_MISSING, name + " is missing");
		}
		return value;
	}

	/**
	 * Rejects a second value, because another reader of the request might use that one.
	 */
	private static @Nullable String one(HttpServletRequest request, String name) {
		Enumeration<String> values = request.getHeaders(name);
		if (!values.hasMoreElements()) {
			return null;
		}
		String value = values.nextElement();
		if (values.hasMoreElements()) {
			throw new Refusal(ErrorCode.AUTH_HEADERS_MISSING, name + " must be sent exactly once");
		}
		return value;
	}

	/**
	 * A pipe would make the canonical string ambiguous. Values above 0x7f are allowed:
	 * the container reads UTF-8 as ISO 8859-1, in which some of them are control
	 * characters.
	 */
	private static boolean isNonce(String nonce) {
		return nonce.length() <= MAX_NONCE && nonce.chars().noneMatch((c) -> c == '|' || c < ' ' || c == 0x7f);
	}

	private static boolean hasQuery(HttpServletRequest request) {
		String query = request.getQueryString();
		return query != null && !query.isEmpty();
	}

}

package dev.hundi.signature;

import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Base64;
import java.util.Map;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.util.Base64URL;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The text of a detached signature. The library computes the signature. Its header is
 * read and written here, which halves what a signature allocates.
 *
 * @param text as received
 * @param encodedHeader the first part of the text
 * @param header the members of the protected header
 */
record DetachedJws(String text, String encodedHeader, Map<String, Object> header) {

	static final String ALGORITHM = "alg";

	static final String TYPE = "typ";

	static final String THUMBPRINT = "x5t#S256";

	private static final String SEPARATOR = "..";

	private static final Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();

	private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {
	};

	private static final JsonMapper json = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	/** Signs content with a header, which names the algorithm. */
	static String sign(Keys.Signing signing, Map<String, Object> header, byte[] content) throws JOSEException {
		String encodedHeader = encoder.encodeToString(json.writeValueAsBytes(header));
		Base64URL signature = signing.signer()
			.sign(new JWSHeader(signing.algorithm()), signedBytes(encodedHeader, content));
		return encodedHeader + SEPARATOR + signature;
	}

	/**
	 * Reads the text of a signature.
	 * @throws InvalidSignatureException if it is not a detached JWS
	 */
	static DetachedJws parse(String received) throws InvalidSignatureException {
		String text = received.strip();
		int separator = text.indexOf(SEPARATOR);
		if (separator < 0 || text.indexOf('.') < separator || text.indexOf('.', separator + 2) >= 0
				|| separator + 2 == text.length()) {
			throw new InvalidSignatureException("the signature is not a detached JWS");
		}
		String encodedHeader = text.substring(0, separator);
		try {
			Map<String, Object> header = json.readValue(Base64.getUrlDecoder().decode(encodedHeader), MEMBERS);
			if (header != null && header.get(ALGORITHM) instanceof String) {
				return new DetachedJws(text, encodedHeader, header);
			}
		}
		catch (IllegalArgumentException | JacksonException ex) {
			throw new InvalidSignatureException("the signature is not a detached JWS", ex);
		}
		throw new InvalidSignatureException("the signature is not a detached JWS");
	}

	/** A member of the header, null if it is absent or not text. */
	@Nullable String member(String name) {
		return (this.header.get(name) instanceof String text) ? text : null;
	}

	JWSAlgorithm algorithm() {
		return new JWSAlgorithm(String.valueOf(member(ALGORITHM)));
	}

	/**
	 * Whether the signature is that of the header and the content.
	 * @throws JOSEException if it cannot be computed
	 */
	boolean isValid(JWSVerifier verifier, byte[] content) throws JOSEException, ParseException {
		if (this.header.containsKey("crit") || this.header.containsKey("b64")) {
			// What they demand is the library's to know.
			return JWSObject.parse(this.text, new Payload(content)).verify(verifier);
		}
		Base64URL signature = new Base64URL(this.text.substring(this.encodedHeader.length() + SEPARATOR.length()));
		return verifier.verify(new JWSHeader(algorithm()), signedBytes(this.encodedHeader, content), signature);
	}

	private static byte[] signedBytes(String encodedHeader, byte[] content) {
		byte[] encodedContent = encoder.encode(content);
		byte[] bytes = new byte[encodedHeader.length() + 1 + encodedContent.length];
		byte[] head = encodedHeader.getBytes(StandardCharsets.US_ASCII);
		System.arraycopy(head, 0, bytes, 0, head.length);
		bytes[head.length] = '.';
		System.arraycopy(encodedContent, 0, bytes, head.length + 1, encodedContent.length);
		return bytes;
	}

}

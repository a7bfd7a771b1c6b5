package dev.hundi.sandbox.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.digest.Sha256;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls the API for one business, with every request signed by HMAC v2. Thread-safe.
 */
public final class MerchantClient {

	private static final JsonMapper json = JsonMapper.shared();

	private final HttpClient http;

	private final URI apiUrl;

	private final String apiKey;

	private final SecretKeySpec signingKey;

	public MerchantClient(URI apiUrl, String apiKey, String signingKey) {
		this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build(),
				apiUrl, apiKey, signingKey);
	}

	/** A client that shares connections with others. */
	public MerchantClient(HttpClient http, URI apiUrl, String apiKey, String signingKey) {
		this.http = http;
		this.apiUrl = apiUrl;
		this.apiKey = apiKey;
		this.signingKey = new SecretKeySpec(signingKey.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
	}

	/**
	 * Sends a GET request.
	 * @param pathAndQuery encoded, starting with a slash
	 * @throws UncheckedIOException if there is no response
	 */
	public Reply get(String pathAndQuery) {
		return send("GET", pathAndQuery, "", Map.of());
	}

	/** Sends a value as JSON. */
	public Reply post(String path, Object body) {
		return send("POST", path, json.writeValueAsString(body), Map.of());
	}

	/** Initiates a payout under an idempotency key. */
	public Reply postPayout(String idempotencyKey, Object body) {
		return send("POST", "/v1/payouts", json.writeValueAsString(body), Map.of("Idempotency-Key", idempotencyKey));
	}

	/**
	 * Sends any request.
	 * @param body exact bytes
	 * @param headers further ones; without Content-Type, a body is JSON
	 * @throws UncheckedIOException if there is no response
	 */
	public Reply send(String method, String pathAndQuery, String body, Map<String, String> headers) {
		try {
			HttpResponse<byte[]> response = this.http.send(signed(method, pathAndQuery, body, headers),
					HttpResponse.BodyHandlers.ofByteArray());
			return new Reply(response.statusCode(), json.readTree(response.body()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No answer to %s %s".formatted(method, pathAndQuery), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UncheckedIOException(new IOException("Interrupted", ex));
		}
	}

	/**
	 * A request with HMAC v2 headers and a new nonce. With {@code x-signed-headers}, the
	 * signature covers {@code Idempotency-Key}.
	 */
	public HttpRequest signed(String method, String pathAndQuery, String body, Map<String, String> headers) {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		boolean bodyless = method.equals("GET") || method.equals("DELETE");
		String timestamp = String.valueOf(System.currentTimeMillis());
		String nonce = UUID.randomUUID().toString();
		String canonical = String.join("|", method, this.apiUrl.getAuthority().toLowerCase(Locale.ROOT), pathAndQuery,
				this.apiKey, timestamp, nonce, Sha256.hex(bodyless ? new byte[0] : bytes))
				+ (headers.containsKey("x-signed-headers") ? "|" + headers.get("Idempotency-Key") : "");
		HttpRequest.Builder request = HttpRequest.newBuilder(this.apiUrl.resolve(pathAndQuery))
			.timeout(Duration.ofSeconds(30))
			.header("x-service-sig-version", "2")
			.header("x-api-key", this.apiKey)
			.header("x-timestamp", timestamp)
			.header("x-nonce", nonce)
			.header("x-signature", hmac(canonical));
		headers.forEach(request::header);
		if (bytes.length > 0 && !headers.containsKey("Content-Type")) {
			request.header("Content-Type", "application/json");
		}
		return request
			.method(method,
					(bytes.length > 0) ? HttpRequest.BodyPublishers.ofByteArray(bytes)
							: HttpRequest.BodyPublishers.noBody())
			.build();
	}

	private String hmac(String text) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(this.signingKey);
			return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

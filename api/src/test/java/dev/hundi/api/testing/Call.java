package dev.hundi.api.testing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.business.IssuedKey;
import org.jspecify.annotations.Nullable;

/**
 * A request signed according to the specification, which tests can then corrupt.
 * Independent of the code under test, so that both must agree on the specification.
 */
public final class Call {

	private final String method;

	private final String target;

	private byte[] body = {};

	private int version = 2;

	private String host = "localhost";

	private String timestamp = Long.toString(System.currentTimeMillis());

	private String nonce = UUID.randomUUID().toString();

	private @Nullable String signedIdempotencyKey;

	private @Nullable String signature;

	private final List<String> extraHeaders = new ArrayList<>();

	private final Map<String, String> replaced = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

	private final List<String> without = new ArrayList<>();

	private byte @Nullable [] bodyOnTheWire;

	private @Nullable String methodOnTheWire;

	private @Nullable String targetOnTheWire;

	private boolean keepAlive;

	private Call(String method, String target) {
		this.method = method;
		this.target = target;
	}

	public static Call of(String method, String target) {
		return new Call(method, target);
	}

	public static Call get(String target) {
		return new Call("GET", target);
	}

	/** A POST with a JSON body. */
	public static Call post(String target, String body) {
		return new Call("POST", target).body(body.getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", "application/json");
	}

	public Call body(byte[] body) {
		this.body = body.clone();
		return this;
	}

	public Call v1() {
		this.version = 1;
		return this;
	}

	public Call host(String host) {
		this.host = host;
		return this;
	}

	public Call timestamp(String timestamp) {
		this.timestamp = timestamp;
		return this;
	}

	public Call nonce(String nonce) {
		this.nonce = nonce;
		return this;
	}

	/** Sends and signs an idempotency key. */
	public Call signedIdempotencyKey(String key) {
		this.signedIdempotencyKey = key;
		return header("Idempotency-Key", key).header("x-signed-headers", "idempotency-key");
	}

	/** Replaces the signature. */
	public Call signature(String signature) {
		this.signature = signature;
		return this;
	}

	/** Adds a header. */
	public Call header(String name, String value) {
		this.extraHeaders.add(name + ": " + value);
		return this;
	}

	/** Replaces an authentication header after signing. */
	public Call replace(String name, String value) {
		this.replaced.put(name, value);
		return this;
	}

	public Call without(String name) {
		this.without.add(name.toLowerCase(Locale.ROOT));
		return this;
	}

	/** Replaces the body after signing. */
	public Call bodyOnTheWire(byte[] bytes) {
		this.bodyOnTheWire = bytes.clone();
		return this;
	}

	/** Replaces the method after signing. */
	public Call methodOnTheWire(String method) {
		this.methodOnTheWire = method;
		return this;
	}

	/** Replaces path and query after signing. */
	public Call targetOnTheWire(String target) {
		this.targetOnTheWire = target;
		return this;
	}

	/** Keeps the connection open. */
	public Call keepAlive() {
		this.keepAlive = true;
		return this;
	}

	/** The bytes of the request, signed with a key. */
	public byte[] bytes(IssuedKey key) {
		Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
		headers.put("Host", this.host);
		headers.put("x-api-key", key.apiKey());
		headers.put("x-timestamp", this.timestamp);
		if (this.version == 2) {
			headers.put("x-service-sig-version", "2");
			headers.put("x-nonce", this.nonce);
		}
		headers.put("x-signature", (this.signature != null) ? this.signature : signature(key));
		headers.putAll(this.replaced);
		headers.keySet().removeIf((name) -> this.without.contains(name.toLowerCase(Locale.ROOT)));
		byte[] content = (this.bodyOnTheWire != null) ? this.bodyOnTheWire : this.body;
		StringBuilder head = new StringBuilder(Objects.requireNonNullElse(this.methodOnTheWire, this.method) + " "
				+ Objects.requireNonNullElse(this.targetOnTheWire, this.target) + " HTTP/1.1\r\n");
		headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
		this.extraHeaders.forEach((header) -> head.append(header).append("\r\n"));
		if (content.length > 0 || !this.method.equals("GET")) {
			head.append("Content-Length: ").append(content.length).append("\r\n");
		}
		head.append(this.keepAlive ? "\r\n" : "Connection: close\r\n\r\n");
		return concat(head.toString().getBytes(StandardCharsets.UTF_8), content);
	}

	/** The canonical string. */
	public byte[] canonical(IssuedKey key) {
		return (this.version == 1) ? canonicalV1() : canonicalV2(key);
	}

	private String signature(IssuedKey key) {
		return hmac(key.signingKey(), canonical(key));
	}

	private byte[] canonicalV1() {
		boolean bodyless = List.of("GET", "DELETE", "HEAD", "OPTIONS").contains(this.method.toUpperCase(Locale.ROOT));
		String path = this.target.replaceFirst("\\?.*", "");
		String head = this.method.toUpperCase(Locale.ROOT) + "|" + path + "|" + this.timestamp + "|";
		return concat(head.getBytes(StandardCharsets.UTF_8), bodyless ? new byte[0] : this.body);
	}

	private byte[] canonicalV2(IssuedKey key) {
		boolean bodyless = List.of("GET", "DELETE").contains(this.method.toUpperCase(Locale.ROOT));
		String canonical = String.join("|", this.method.toUpperCase(Locale.ROOT), this.host.toLowerCase(Locale.ROOT),
				this.target, key.apiKey(), this.timestamp, this.nonce, sha256(bodyless ? new byte[0] : this.body));
		return ((this.signedIdempotencyKey != null) ? canonical + "|" + this.signedIdempotencyKey : canonical)
			.getBytes(StandardCharsets.UTF_8);
	}

	private static String hmac(String key, byte[] text) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
			return HexFormat.of().formatHex(mac.doFinal(text));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String sha256(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] concat(byte[] first, byte[] second) {
		byte[] all = new byte[first.length + second.length];
		System.arraycopy(first, 0, all, 0, first.length);
		System.arraycopy(second, 0, all, first.length, second.length);
		return all;
	}

}

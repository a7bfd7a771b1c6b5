package dev.hundi.api.auth;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;

import dev.hundi.api.testing.Call;
import dev.hundi.business.IssuedKey;
import org.jspecify.annotations.Nullable;

/**
 * A request with random valid parts, from a seeded generator.
 *
 * @param query null where the target has no question mark
 */
record RandomRequest(int version, String method, String host, String path, @Nullable String query, String timestamp,
		String nonce, byte[] body) {

	private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

	private static final String PATH = UNRESERVED + "!$&'()*+,=:@";

	private static final String QUERY = PATH + "/?;";

	private static final String[] METHODS = { "GET", "POST", "PATCH", "DELETE", "PUT", "get", "Post", "OPTIONS" };

	private static final String[] PARTS = { "रमेश", "k", "é", "\u0000", "\ud83d\udcb8", "{\"a\":1}", "|", "\r\n", " ",
			"ß", "İ" };

	/** A request with a unique nonce. */
	static RandomRequest next(Random random, long nowMs) {
		int version = random.nextInt(1, 3);
		boolean hasQuery = version == 2 && random.nextBoolean();
		return new RandomRequest(version, METHODS[random.nextInt(METHODS.length)], host(random), path(random),
				hasQuery ? text(random, QUERY, random.nextInt(40)) : null,
				Long.toString(nowMs + random.nextInt(-200_000, 200_000)), nonce(random), body(random));
	}

	String target() {
		return (this.query != null) ? this.path + "?" + this.query : this.path;
	}

	/** Signed according to the specification, without code of the server. */
	Call call() {
		Call call = Call.of(this.method, target())
			.host(this.host)
			.timestamp(this.timestamp)
			.nonce(this.nonce)
			.body(this.body);
		return (this.version == 1) ? call.v1() : call;
	}

	/** The request as the server parses it. */
	SignedRequest received(IssuedKey key, String signature) {
		AuthHeaders headers = new AuthHeaders((this.version == 1) ? SignatureVersion.V1 : SignatureVersion.V2,
				key.apiKey(), this.timestamp, signature, (this.version == 1) ? null : asHeader(this.nonce), null);
		return new SignedRequest(headers, this.method.toUpperCase(Locale.ROOT), this.host, this.path, this.query,
				this.body);
	}

	/** The same request with one bit flipped in one part. */
	RandomRequest withAnotherBit(Random random) {
		return switch (random.nextInt(7)) {
			case 0 -> new RandomRequest(this.version, flip(random, this.method), this.host, this.path, this.query,
					this.timestamp, this.nonce, this.body);
			case 1 -> new RandomRequest(this.version, this.method, flip(random, this.host), this.path, this.query,
					this.timestamp, this.nonce, this.body);
			case 2 -> new RandomRequest(this.version, this.method, this.host, flip(random, this.path), this.query,
					this.timestamp, this.nonce, this.body);
			case 3 -> new RandomRequest(this.version, this.method, this.host, this.path,
					(this.query == null || this.query.isEmpty()) ? this.query : flip(random, this.query),
					this.timestamp, this.nonce, this.body);
			case 4 -> new RandomRequest(this.version, this.method, this.host, this.path, this.query,
					flip(random, this.timestamp), this.nonce, this.body);
			case 5 -> new RandomRequest(this.version, this.method, this.host, this.path, this.query, this.timestamp,
					flip(random, this.nonce), this.body);
			default -> new RandomRequest(this.version, this.method, this.host, this.path, this.query, this.timestamp,
					this.nonce, flip(random, this.body));
		};
	}

	@Override
	public String toString() {
		return "v%d %s %s %s at %s, nonce %s, body %s".formatted(this.version, this.method, this.host, target(),
				this.timestamp, this.nonce, new String(this.body, StandardCharsets.UTF_8));
	}

	/** Decodes header bytes as ISO 8859-1, like the container. */
	private static String asHeader(String text) {
		return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
	}

	private static String host(Random random) {
		StringBuilder host = new StringBuilder(text(random, "abcdefgXYZ0123456789", random.nextInt(1, 12)));
		if (random.nextBoolean()) {
			host.append(".Example.TEST");
		}
		if (random.nextBoolean()) {
			host.append(':').append(random.nextInt(1, 65_536));
		}
		return host.toString();
	}

	/** Never a route, and without dot segments, which would be normalized. */
	private static String path(Random random) {
		StringBuilder path = new StringBuilder("/v1/p");
		int segments = random.nextInt(4);
		for (int i = 0; i < segments; i++) {
			path.append("/s").append(text(random, PATH, random.nextInt(10)));
		}
		return path.toString();
	}

	private static String text(Random random, String alphabet, int length) {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < length; i++) {
			if (random.nextInt(6) == 0) {
				String hex = random.nextBoolean() ? "%%%02x" : "%%%02X";
				text.append((alphabet.indexOf('-') >= 0) ? hex.formatted(random.nextInt(0x41, 0x5b)) : "a");
			}
			else {
				text.append(alphabet.charAt(random.nextInt(alphabet.length())));
			}
		}
		return text.toString();
	}

	private static String nonce(Random random) {
		return new UUID(random.nextLong(), random.nextLong()) + (random.nextBoolean() ? "" : "-नोंस é ~");
	}

	private static byte[] body(Random random) {
		if (random.nextInt(4) == 0) {
			byte[] bytes = new byte[random.nextInt(200)];
			random.nextBytes(bytes);
			return bytes;
		}
		StringBuilder body = new StringBuilder();
		for (int parts = random.nextInt(12); parts > 0; parts--) {
			body.append(PARTS[random.nextInt(PARTS.length)]);
		}
		return body.toString().getBytes(StandardCharsets.UTF_8);
	}

	private static String flip(Random random, String text) {
		char[] chars = text.toCharArray();
		int at = random.nextInt(chars.length);
		chars[at] ^= (char) (1 << random.nextInt(7));
		return new String(chars);
	}

	private static byte[] flip(Random random, byte[] bytes) {
		byte[] other = bytes.clone();
		if (other.length > 0) {
			other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
		}
		return other;
	}

}

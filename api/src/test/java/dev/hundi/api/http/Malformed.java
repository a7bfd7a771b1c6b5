package dev.hundi.api.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import dev.hundi.api.testing.Call;
import dev.hundi.business.IssuedKey;

/**
 * A malformed request from a seeded generator.
 *
 * @param kind what is wrong
 * @param bytes everything that is sent
 * @param ends whether nothing can follow on its connection, because it is not complete or
 * its end is in doubt
 * @param whole whether a whole head was sent, which must be answered
 */
record Malformed(String kind, byte[] bytes, boolean ends, boolean whole) {

	private static final String[] PATHS = { "/v1/payouts", "/v1/beneficiaries", "/v1/wallet", "/v1/payouts/x",
			"/v1/payouts/018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11/status-events", "/v1/nothing", "/" };

	private static final String[] VALUES = { "1", "-1", "1.5", "1e999", "true", "false", "null", "[]", "{}", "[[]]",
			"{\"a\":{}}", "\"\"", "\"x\"", "\"\\u0000\"", "\"\\ud800\"", "\"" + "9".repeat(300) + "\"", "\"10.0\"",
			"\"-10.00\"", "\"1e2\"", "\"10,00\"", "\"१०.००\"", "NaN", "Infinity", "01", "+1", "'x'", "\"\t\"",
			"undefined", "\"\\x\"", "99999999999999999999999999999999" };

	private static final String[] FIELDS = { "beneficiaryId", "amount", "transactionType", "merchantReferenceId",
			"name", "email", "phoneNumber", "accountNumber", "ifsc", "vpa", "status", "businessId", "__proto__", "",
			"Amount", "amount ", "\\u0061mount" };

	private static final String[] MEDIA = { "text/plain", "application/xml", "application/json;charset=utf-16",
			"application/json;charset=iso-8859-1", "multipart/form-data; boundary=x",
			"application/x-www-form-urlencoded", "*/*", "nonsense", "application/jsonx",
			"application/json, text/plain" };

	private static final String[] LINES = { "GET", "GET ", "GET  /v1/wallet HTTP/1.1", "GET /v1/wallet HTTP/1.1 x",
			"GET /v1/wallet HTTP/2.0", "GET /v1/wallet HTTP/0.9", "GET /v1/wallet http/1.1",
			"GET /v1/wallet HTTP/1.1.1", "GET\t/v1/wallet\tHTTP/1.1", "\u0000GET /v1/wallet HTTP/1.1",
			"G\u0001T /v1/wallet HTTP/1.1", "GET v1/wallet HTTP/1.1", "GET http://[ HTTP/1.1", "GET http:// HTTP/1.1",
			"GET * HTTP/1.1", "CONNECT a:1 HTTP/1.1", "TRACE /v1/wallet HTTP/1.1", "PRI * HTTP/2.0",
			"GET /v1/wallet#x HTTP/1.1", "GET /v1/wal let HTTP/1.1", "GET /v1/\u00e9 HTTP/1.1",
			"GET /v1/\u0000 HTTP/1.1", "GET //v1/payouts HTTP/1.1", "GET /v1/..%2f..%2fetc HTTP/1.1",
			"POST /v1/payouts\u0000 HTTP/1.1", " ",
			"\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" };

	private static final String[] TARGETS = { "/v1/%", "/v1/%2", "/v1/%zz", "/v1/%00", "/v1/%2f", "/v1/%5c",
			"/v1/%c0%af", "/v1/%e0%a4", "/v1/%ff%fe", "/v1/%u0041", "/v1/wallet?%", "/v1/wallet?a=%zz",
			"/v1/wallet?a=b|c", "/v1/wallet?a={b}", "/v1/wallet?a=\"b\"", "/v1/wallet?a=<b>", "/v1/wallet?a=b^c",
			"/v1/wallet?a=`b`", "/v1/wallet?a=b\\c", "/v1/payouts;a=%", "/v1/payouts/%20", "/v1/payouts/..",
			"/v1/../v1/payouts/x", "/v1/./payouts/%2e", "/v1/payouts/%ff", "/v1/payouts/%00", "/v1/payouts/%7b%7d",
			"/v1/payouts/" + "a".repeat(3000), "/v1/" + "%41".repeat(1000), "/v1//", "/v1", "/%76%31/x" };

	private static final String[] HEADERS = { "Content-Length: x", "Content-Length: -1", "Content-Length: 1e3",
			"Content-Length: 99999999999999999999", "Content-Length: 1\r\nContent-Length: 2", "Content-Length: 0x10",
			"Transfer-Encoding: gzip", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: identity, x",
			"Transfer-Encoding: chunked\r\nContent-Length: 5", "Host: b", "Host: b\r\nHost: c", "Host:", "Host: a b",
			"Host: a:99999", "Host: [::1", "Host: a@b", "Host: \u00e9", "X-Nul: a\u0000b", "X-Control: a\u0001b",
			"No-Colon", ": no-name", "Bad Name: x", "X-Fold: a\r\n b", "X-\u00e9: x", "(comment): x",
			"Expect: nonsense", "x-api-key: a\r\nx-api-key: b", "x-signature:", "x-timestamp: 1\r\nx-timestamp: 2",
			"X-Long: " + "x".repeat(17_000), "X-Many: x\r\n".repeat(80) + "X-Last: x", "Accept: text/html",
			"Accept: ;;;", "Accept: a/b;q=x", "Content-Encoding: gzip", "Content-Encoding: br",
			"Upgrade: h2c\r\nConnection: Upgrade", "Range: bytes=x", "Cookie: \"=;=\u0001",
			"X-Forwarded-For: " + ",".repeat(4000), "If-Match: \"", "Origin: null", "Idempotency-Key: a b",
			"Idempotency-Key: \u00e9", "Idempotency-Key: a\r\nIdempotency-Key: b" };

	/** A request that is randomly signed or unsigned. */
	static Malformed next(Random random, IssuedKey key) {
		return switch (random.nextInt(10)) {
			case 0 -> new Malformed("request line", line(random), true, true);
			case 1 -> new Malformed("target", target(random, key), false, true);
			case 2 -> new Malformed("header", header(random, key), true, true);
			case 3 -> new Malformed("signed header", signedHeader(random, key), true, true);
			case 4 -> new Malformed("json", post(random, json(random), key), false, true);
			case 5 -> new Malformed("broken json", post(random, brokenJson(random), key), false, true);
			case 6 -> new Malformed("random body", post(random, noise(random, random.nextInt(2000)), key), false, true);
			case 7 -> new Malformed("large body", post(random, large(random), key), false, true);
			case 8 -> new Malformed("chunks", chunks(random, key), true, true);
			default -> cut(random, key);
		};
	}

	/**
	 * Noise has no blanks: with one it is a request of HTTP/0.9, whose answer has no
	 * status line.
	 */
	private static byte[] line(Random random) {
		String line = random.nextBoolean() ? LINES[random.nextInt(LINES.length)]
				: new String(noise(random, random.nextInt(1, 60)), StandardCharsets.ISO_8859_1).replaceAll("[\r\n\t ]",
						"?");
		return latin1(line + "\r\nHost: a\r\n\r\n");
	}

	private static byte[] target(Random random, IssuedKey key) {
		String target = TARGETS[random.nextInt(TARGETS.length)];
		String method = random.nextBoolean() ? "GET" : "DELETE";
		return Call.of(method, random.nextBoolean() ? target : target + (char) random.nextInt(0x21, 0x7f))
			.keepAlive()
			.bytes(key);
	}

	private static byte[] header(Random random, IssuedKey key) {
		String path = PATHS[random.nextInt(PATHS.length)];
		String headers = HEADERS[random.nextInt(HEADERS.length)];
		return latin1((random.nextBoolean() ? "GET " : "POST ") + path + " HTTP/1.1\r\nHost: a\r\nx-api-key: "
				+ key.apiKey() + "\r\n" + headers + "\r\n\r\n");
	}

	/** Added after signing, so that only the header is invalid. */
	private static byte[] signedHeader(Random random, IssuedKey key) {
		byte[] request = json(random);
		String signed = new String(Call.of("POST", "/v1/payouts").body(request).keepAlive().bytes(key),
				StandardCharsets.ISO_8859_1);
		int end = signed.indexOf("\r\n");
		String header = HEADERS[random.nextInt(HEADERS.length)];
		return latin1(signed.substring(0, end + 2) + header + "\r\n" + signed.substring(end + 2));
	}

	private static byte[] post(Random random, byte[] body, IssuedKey key) {
		Call call = Call.of("POST", PATHS[random.nextInt(2)]).body(body).keepAlive();
		call.header("Content-Type",
				(random.nextInt(4) == 0) ? MEDIA[random.nextInt(MEDIA.length)] : "application/json");
		if (random.nextInt(3) == 0) {
			call.v1();
		}
		if (random.nextInt(4) == 0) {
			call.signature("f".repeat(64));
		}
		return call.bytes(key);
	}

	/** An object with random values, which no endpoint accepts. */
	private static byte[] json(Random random) {
		StringBuilder json = new StringBuilder("{");
		for (int i = random.nextInt(6); i >= 0; i--) {
			json.append('"')
				.append(FIELDS[random.nextInt(FIELDS.length)])
				.append("\":")
				.append(VALUES[random.nextInt(VALUES.length)]);
			json.append((i > 0) ? "," : "}");
		}
		return json.toString().getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] brokenJson(Random random) {
		byte[] whole = """
				{"beneficiaryId":"018f6f0e-6d1c-7c3a-9d52-0f5f3a3f9b11","amount":"1500.00","transactionType":"I","note":"ü€"}"""
			.getBytes(StandardCharsets.UTF_8);
		return switch (random.nextInt(6)) {
			case 0 -> "[".repeat(random.nextInt(1, 60_000)).getBytes(StandardCharsets.US_ASCII);
			case 1 -> "{\"a\":".repeat(random.nextInt(1, 10_000)).getBytes(StandardCharsets.US_ASCII);
			case 2 -> Arrays.copyOf(whole, random.nextInt(whole.length));
			case 3 -> new String(whole, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16);
			case 4 -> concat(whole, whole);
			default -> {
				byte[] broken = whole.clone();
				for (int i = random.nextInt(1, 4); i > 0; i--) {
					broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
				}
				yield broken;
			}
		};
	}

	private static byte[] large(Random random) {
		int length = 65_536 + random.nextInt(-2, 3_000);
		return ("{\"name\":\"" + "x".repeat(length) + "\"}").getBytes(StandardCharsets.US_ASCII);
	}

	private static byte[] chunks(Random random, IssuedKey key) {
		String[] bodies = { "zz\r\nx\r\n0\r\n\r\n", "-1\r\nx\r\n0\r\n\r\n", "ffffffffff\r\nx\r\n",
				"5;a=b\r\nhello\r\n0\r\n\r\n", "5\r\nhelloworld\r\n0\r\n\r\n", "0\r\nX: y\r\n\r\n",
				"1\r\nx1\r\nx0\r\n\r\n", "\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5\nhello\n0\n\n",
				"2;" + "a".repeat(9000) + "\r\n{}\r\n0\r\n\r\n",
				"2\r\n{}\r\n0\r\n" + "T: x\r\n".repeat(2000) + "\r\n" };
		return latin1("POST /v1/payouts HTTP/1.1\r\nHost: a\r\nx-api-key: " + key.apiKey() + "\r\nx-timestamp: "
				+ System.currentTimeMillis() + "\r\nx-signature: " + "0".repeat(64)
				+ "\r\nTransfer-Encoding: chunked\r\n\r\n" + bodies[random.nextInt(bodies.length)]);
	}

	private static Malformed cut(Random random, IssuedKey key) {
		byte[] whole = post(random, json(random), key);
		byte[] part = Arrays.copyOf(whole, random.nextInt(1, whole.length));
		return new Malformed("cut", part, true, new String(part, StandardCharsets.ISO_8859_1).contains("\r\n\r\n"));
	}

	private static byte[] noise(Random random, int length) {
		byte[] bytes = new byte[length];
		random.nextBytes(bytes);
		return bytes;
	}

	private static byte[] latin1(String text) {
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	private static byte[] concat(byte[] first, byte[] second) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		out.writeBytes(first);
		out.writeBytes(second);
		return out.toByteArray();
	}

}

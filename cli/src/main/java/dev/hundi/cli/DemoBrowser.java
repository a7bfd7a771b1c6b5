package dev.hundi.cli;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import tools.jackson.databind.JsonNode;

/**
 * Does for {@code --as} what a person does in the browser: signs in with the password and
 * the code of a demo person, confirms the device login, signs out.
 */
final class DemoBrowser {

	private static final Pattern CSRF_TOKEN = Pattern.compile("<meta name=\"csrf-token\" content=\"([^\"]+)\"");

	private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

	private static final long STEP_SECONDS = 30;

	private final URI staffUrl;

	private final HttpClient http = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

	DemoBrowser(URI staffUrl) {
		this.staffUrl = staffUrl;
	}

	StoredLogin signIn(JsonNode person) throws IOException, InterruptedException {
		DeviceLogin login = DeviceLogin.begin(this.staffUrl);
		String email = person.path("user").asString();
		submit("/sign-in", "/sign-in", Map.of("email", email, "password", person.path("password").asString()));
		giveCode(email, bytes(person.path("totpSecret").asString()));
		submit("/device?code=" + login.userCode(), "/device/confirm", Map.of("code", login.userCode()));
		StoredLogin confirmed = login.exchange()
			.orElseThrow(() -> new CommandFailedException("The staff portal did not confirm the login of " + email));
		submit("/device", "/sign-out", Map.of());
		return confirmed;
	}

	/** A code is accepted once; that of the next half minute is accepted already. */
	private void giveCode(String email, byte[] secret) throws IOException, InterruptedException {
		for (int tries = 0; tries < 4; tries++) {
			long step = System.currentTimeMillis() / 1000 / STEP_SECONDS;
			for (long each = step; each <= step + 1; each++) {
				if (submit("/sign-in/code", "/sign-in/code", Map.of("code", code(secret, each))) == 302) {
					return;
				}
			}
			Thread.sleep(STEP_SECONDS * 1000 / 2);
		}
		throw new CommandFailedException("The staff portal did not accept the password and code of " + email);
	}

	private int submit(String page, String action, Map<String, String> fields)
			throws IOException, InterruptedException {
		HttpResponse<String> shown = this.http.send(HttpRequest.newBuilder(URI.create(this.staffUrl + page)).build(),
				HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
		Matcher token = CSRF_TOKEN.matcher(shown.body());
		Map<String, String> all = new LinkedHashMap<>(fields);
		all.put("_csrf", token.find() ? token.group(1) : "");
		String form = all.entrySet()
			.stream()
			.map((field) -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
		return this.http
			.send(HttpRequest.newBuilder(URI.create(this.staffUrl + action))
				.header("Content-Type", "application/x-www-form-urlencoded")
				.POST(HttpRequest.BodyPublishers.ofString(form))
				.build(), HttpResponse.BodyHandlers.discarding())
			.statusCode();
	}

	/** The code of RFC 6238: SHA-1, six digits, 30 seconds. */
	static String code(byte[] secret, long step) {
		try {
			Mac mac = Mac.getInstance("HmacSHA1");
			mac.init(new SecretKeySpec(secret, "HmacSHA1"));
			byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
			int offset = hash[hash.length - 1] & 0xf;
			int number = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & 0x7fffffff;
			return "%06d".formatted(number % 1_000_000);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform supports HmacSHA1", ex);
		}
	}

	static byte[] bytes(String base32) {
		ByteBuffer bytes = ByteBuffer.allocate(base32.length() * 5 / 8);
		int buffer = 0;
		int bits = 0;
		for (char letter : base32.toCharArray()) {
			buffer = (buffer << 5) | BASE32.indexOf(letter);
			bits += 5;
			if (bits >= 8) {
				bits -= 8;
				bytes.put((byte) (buffer >> bits));
			}
		}
		return bytes.array();
	}

}

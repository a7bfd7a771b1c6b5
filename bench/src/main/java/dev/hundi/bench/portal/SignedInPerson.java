package dev.hundi.bench.portal;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.spec.SecretKeySpec;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import dev.hundi.sandbox.DemoPerson;
import org.apache.commons.codec.binary.Base32;

/** A person who signed in to a portal over HTTP with password and code. */
final class SignedInPerson implements AutoCloseable {

	private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

	private final URI portal;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
		.build();

	SignedInPerson(URI portal, DemoPerson person) throws Exception {
		this.portal = portal;
		submit("/sign-in", "email=%s&password=%s".formatted(encode(person.user()), encode(person.password())));
		submit("/sign-in/code", "code=" + code(person.totpSecret()));
		get("/profile");
	}

	/** Reads a page to its end. */
	String get(String path) throws IOException, InterruptedException {
		HttpResponse<String> page = this.http.send(HttpRequest.newBuilder(this.portal.resolve(path)).build(),
				HttpResponse.BodyHandlers.ofString());
		if (page.statusCode() != 200) {
			throw new IllegalStateException("%s was answered %d".formatted(path, page.statusCode()));
		}
		return page.body();
	}

	/** Sends the form of a page, which must lead to another page. */
	private void submit(String path, String fields) throws IOException, InterruptedException {
		Matcher token = TOKEN.matcher(get(path));
		if (!token.find()) {
			throw new IllegalStateException(path + " has no form");
		}
		HttpResponse<String> answer = this.http.send(HttpRequest.newBuilder(this.portal.resolve(path))
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(fields + "&_csrf=" + encode(token.group(1))))
			.build(), HttpResponse.BodyHandlers.ofString());
		if (answer.statusCode() != 302) {
			throw new IllegalStateException("%s was answered %d".formatted(path, answer.statusCode()));
		}
	}

	private static String code(String secret) throws InvalidKeyException {
		return new TimeBasedOneTimePasswordGenerator().generateOneTimePasswordString(
				new SecretKeySpec(new Base32().decode(secret), "HmacSHA1"), Instant.now(), Locale.ROOT);
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.http.close();
	}

}

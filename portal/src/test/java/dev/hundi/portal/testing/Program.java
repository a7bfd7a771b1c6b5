package dev.hundi.portal.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls the JSON routes of a staff portal with an access token. */
public final class Program {

	private static final JsonMapper json = JsonMapper.builder().build();

	private final URI portal;

	private final @Nullable String token;

	private final HttpClient http = HttpClient.newHttpClient();

	private final @Nullable String forwardedFor;

	public Program(URI portal, @Nullable String token) {
		this(portal, token, null);
	}

	/**
	 * A program behind a proxy.
	 * @param forwardedFor what the proxy says about its address
	 */
	public Program(URI portal, @Nullable String token, @Nullable String forwardedFor) {
		this.portal = portal;
		this.token = token;
		this.forwardedFor = forwardedFor;
	}

	/** Sends a request; a body that is null is none. */
	public Answer send(String method, String path, @Nullable String body) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.portal.resolve(path))
			.header("Content-Type", "application/json")
			.method(method,
					(body != null) ? HttpRequest.BodyPublishers.ofString(body) : HttpRequest.BodyPublishers.noBody());
		if (this.token != null) {
			request.header("Authorization", "Bearer " + this.token);
		}
		if (this.forwardedFor != null) {
			request.header("X-Forwarded-For", this.forwardedFor);
		}
		try {
			HttpResponse<byte[]> response = this.http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
			return new Answer(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8),
					response.headers().firstValue("Set-Cookie").orElse(""));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	public Answer get(String path) {
		return send("GET", path, null);
	}

	public Answer post(String path, String body) {
		return send("POST", path, body);
	}

	/** A response. */
	public record Answer(int status, String body, String cookie) {

		/** The body of a successful response. */
		public JsonNode ok() {
			assertThat(this.status).as(this.body).isBetween(200, 299);
			return json();
		}

		/** The body of a response with a status. */
		public String refused(int expected) {
			assertThat(this.status).as(this.body).isEqualTo(expected);
			return this.body;
		}

		public JsonNode json() {
			return json.readTree(this.body);
		}

	}

}

package dev.hundi.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** A login that a person confirms in the browser. */
final class DeviceLogin {

	private final URI staffUrl;

	private final JsonNode begun;

	private DeviceLogin(URI staffUrl, JsonNode begun) {
		this.staffUrl = staffUrl;
		this.begun = begun;
	}

	static DeviceLogin begin(URI staffUrl) throws IOException, InterruptedException {
		HttpResponse<byte[]> response = post(staffUrl, "/commands/device", Map.of());
		JsonNode answer = json(response);
		if (response.statusCode() != 200 || !answer.has("deviceCode")) {
			throw failure(staffUrl, response.statusCode(), answer);
		}
		return new DeviceLogin(staffUrl, answer);
	}

	/** The page on which the person confirms. */
	String address() {
		return this.begun.path("address").asString();
	}

	String userCode() {
		return this.begun.path("userCode").asString();
	}

	/** Waits for the person. */
	StoredLogin await() throws IOException, InterruptedException {
		long deadline = System.nanoTime() + Duration.ofSeconds(this.begun.path("expiresInSeconds").asLong()).toNanos();
		while (System.nanoTime() < deadline) {
			Optional<StoredLogin> login = exchange();
			if (login.isPresent()) {
				return login.get();
			}
			Thread.sleep(Duration.ofSeconds(this.begun.path("pollSeconds").asLong()));
		}
		throw new CommandFailedException("The login was not confirmed in time.");
	}

	/** The login if it is confirmed, empty while it waits. */
	Optional<StoredLogin> exchange() throws IOException, InterruptedException {
		HttpResponse<byte[]> response = post(this.staffUrl, "/commands/device/token",
				Map.of("deviceCode", this.begun.path("deviceCode").asString()));
		JsonNode answer = json(response);
		if (response.statusCode() == 200 && answer.has("token")) {
			return Optional.of(new StoredLogin(this.staffUrl, answer.path("token").asString(),
					Instant.parse(answer.path("expiresAt").asString())));
		}
		if (response.statusCode() == 202) {
			return Optional.empty();
		}
		throw failure(this.staffUrl, response.statusCode(), answer);
	}

	/** The body; missing if it is not JSON, as the page of a proxy is. */
	private static JsonNode json(HttpResponse<byte[]> response) {
		try {
			return JsonMapper.shared().readTree(response.body());
		}
		catch (JacksonException ex) {
			return MissingNode.getInstance();
		}
	}

	private static CommandFailedException failure(URI staffUrl, int status, JsonNode answer) {
		return new CommandFailedException(answer.path("detail")
			.asString("%s does not answer as a staff portal does: HTTP %d".formatted(staffUrl, status)));
	}

	private static HttpResponse<byte[]> post(URI staffUrl, String path, Map<String, String> body)
			throws IOException, InterruptedException {
		try (HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
			return http.send(HttpRequest.newBuilder(URI.create(staffUrl + path))
				.timeout(Duration.ofSeconds(30))
				.header("Content-Type", "application/json")
				.POST(HttpRequest.BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(body)))
				.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
	}

}

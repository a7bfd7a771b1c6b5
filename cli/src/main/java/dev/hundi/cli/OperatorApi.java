package dev.hundi.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls the operator API of one application and prints its response. Every method returns
 * the exit code: 0 after a 200, otherwise 1.
 */
final class OperatorApi {

	private static final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	private final Supplier<OperatorAccess> access;

	private final Function<OperatorAccess, URI> application;

	private final PrintStream out;

	OperatorApi(Supplier<OperatorAccess> access, Function<OperatorAccess, URI> application, PrintStream out) {
		this.access = access;
		this.application = application;
		this.out = out;
	}

	int get(String path, Fields query) throws IOException, InterruptedException {
		return print(send("GET", path + query.query(), "application/json", BodyPublishers.noBody()));
	}

	int get(String path) throws IOException, InterruptedException {
		return get(path, Fields.none());
	}

	int post(String path) throws IOException, InterruptedException {
		return print(send("POST", path, "application/json", BodyPublishers.noBody()));
	}

	int post(String path, Fields body) throws IOException, InterruptedException {
		return print(send("POST", path, "application/json",
				BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(body.values()))));
	}

	int upload(String path, Fields query, Path file) throws IOException, InterruptedException {
		return print(send("POST", path + query.query(), "application/octet-stream", BodyPublishers.ofFile(file)));
	}

	/** Writes the response to a file, or prints it if it is an error. */
	int download(String path, Path file) throws IOException, InterruptedException {
		HttpResponse<byte[]> response = send("GET", path, "application/json", BodyPublishers.noBody());
		if (response.statusCode() != 200) {
			return print(response);
		}
		Files.write(file, response.body());
		this.out.println(file);
		return 0;
	}

	private int print(HttpResponse<byte[]> response) {
		this.out.println((response.body().length > 0) ? json.writeValueAsString(json.readTree(response.body()))
				: "HTTP " + response.statusCode());
		return (response.statusCode() == 200) ? 0 : 1;
	}

	private HttpResponse<byte[]> send(String method, String path, String contentType, BodyPublisher body)
			throws IOException, InterruptedException {
		OperatorAccess found = this.access.get();
		try (HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
			return http.send(HttpRequest.newBuilder(URI.create(this.application.apply(found) + "/internal" + path))
				.method(method, body)
				.header("Authorization", "Bearer " + found.token())
				.header("Content-Type", contentType)
				.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
	}

}

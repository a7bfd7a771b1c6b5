package dev.hundi.sandbox.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.digest.Sha256;
import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Problem;
import dev.hundi.sandbox.http.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The guide and the API reference as one page (Scalar), at {@code /docs/}. The page signs
 * requests in the browser with the key of a demo business. They go to the API through
 * {@code /docs/try/}, because the API allows no requests from other origins.
 */
public final class ApiReference {

	/** Media types by file extension; other files are not served. */
	private static final Map<String, String> MEDIA_TYPES = Map.of("html", "text/html; charset=utf-8", "css",
			"text/css; charset=utf-8", "js", "text/javascript; charset=utf-8", "json", "application/json", "mjs",
			"text/plain; charset=utf-8", "py", "text/plain; charset=utf-8", "sh", "text/plain; charset=utf-8", "java",
			"text/plain; charset=utf-8", "txt", "text/plain; charset=utf-8", "xml", "application/xml");

	/** Refuses pages of other sites that point their own name at this machine. */
	private static final Pattern LOCAL_HOST = Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]+)?");

	private static final Set<String> FORWARDED = Set.of("accept", "content-type", "idempotency-key");

	private final URI apiUrl;

	private final Path sandboxFile;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(2))
		.build();

	/**
	 * A reference of one API.
	 * @param sandboxFile with the demo businesses; may be absent
	 */
	public ApiReference(URI apiUrl, Path sandboxFile) {
		this.apiUrl = apiUrl;
		this.sandboxFile = sandboxFile;
	}

	/** Adds the pages to a server. */
	public void serveOn(JsonServer server) {
		Stream.of("GET", "POST", "PATCH", "DELETE")
			.forEach((method) -> server.on(method, "/docs/try/{target...}", this::forward));
		server.on("GET", "/docs/openapi.json", (request) -> document())
			.on("GET", "/docs/keys.json", this::keys)
			.on("GET", "/docs/{file...}", ApiReference::file);
	}

	private Answer document() throws InterruptedException {
		try {
			HttpResponse<byte[]> response = this.http.send(
					HttpRequest.newBuilder(this.apiUrl.resolve("/openapi.json")).timeout(Duration.ofSeconds(5)).build(),
					HttpResponse.BodyHandlers.ofByteArray());
			if (response.statusCode() == 200
					&& JsonMapper.shared().readTree(response.body()) instanceof ObjectNode document) {
				ReferenceDocument.extend(document, this.apiUrl);
				return Answer.ok(document);
			}
			return new Answer.Json(502, new Problem("NO_DOCUMENT", "The api answers " + response.statusCode()));
		}
		catch (IOException ex) {
			return new Answer.Json(502, new Problem("NO_DOCUMENT", "The api does not answer: " + ex.getMessage()));
		}
	}

	/** Keys of the demo businesses, and the address that signatures cover. */
	private Answer keys(Request request) {
		if (!LOCAL_HOST.matcher(request.headers().getOrDefault("host", "")).matches()) {
			return new Answer.Json(403, new Problem("NOT_LOCAL", "Only for localhost"));
		}
		ObjectNode keys = JsonMapper.shared().createObjectNode().put("apiUrl", this.apiUrl.toString());
		var businesses = keys.putArray("businesses");
		businesses().forEach((business) -> {
			ObjectNode key = businesses.addObject();
			Stream.of("name", "apiKey", "signingKey").forEach((field) -> key.set(field, business.path(field)));
		});
		return Answer.ok(keys);
	}

	private Stream<JsonNode> businesses() {
		try {
			return JsonMapper.shared()
				.readTree(Files.readAllBytes(this.sandboxFile))
				.path("businesses")
				.valueStream()
				.filter((business) -> business.path("apiAccess").asBoolean());
		}
		catch (IOException ex) {
			// The file exists only while the sandbox is ready.
			return Stream.empty();
		}
	}

	/** Sends a signed request to the API unchanged, except for headers of the browser. */
	private Answer forward(Request request) throws InterruptedException {
		String target = request.target().substring("/docs/try".length());
		if (!target.startsWith("/v1/")) {
			return new Answer.Json(404, new Problem("NOT_FOUND", "Only paths under /v1/"));
		}
		HttpRequest.Builder forwarded = HttpRequest.newBuilder(URI.create(this.apiUrl + target))
			.timeout(Duration.ofSeconds(60))
			.method(request.method(), (request.body().length > 0)
					? HttpRequest.BodyPublishers.ofByteArray(request.body()) : HttpRequest.BodyPublishers.noBody());
		request.headers().forEach((name, value) -> {
			if (name.startsWith("x-") || FORWARDED.contains(name)) {
				forwarded.header(name, value);
			}
		});
		try {
			HttpResponse<byte[]> response = this.http.send(forwarded.build(), HttpResponse.BodyHandlers.ofByteArray());
			Map<String, String> headers = new TreeMap<>();
			response.headers().map().forEach((name, values) -> {
				if (!name.equalsIgnoreCase("content-length") && !name.equalsIgnoreCase("transfer-encoding")
						&& !name.equalsIgnoreCase("connection") && !name.startsWith(":")) {
					headers.put(name, values.getFirst());
				}
			});
			return new Answer.Content(response.statusCode(), headers, response.body());
		}
		catch (IOException ex) {
			return new Answer.Json(502, new Problem("NO_ANSWER", "The api does not answer: " + ex.getMessage()));
		}
	}

	private static Answer file(Request request) {
		String path = request.pathVariable("file");
		String name = path.isEmpty() ? "index.html" : path;
		String mediaType = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
		boolean plain = name.matches("([A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.[a-z]+");
		if (mediaType == null || !plain) {
			return missing(request);
		}
		byte[] bytes = read(name);
		boolean compressed = (bytes == null);
		bytes = compressed ? read(name + ".gz") : bytes;
		if (bytes == null) {
			return missing(request);
		}
		// With an ETag the browser also keeps the compiled script.
		String tag = '"' + Sha256.hex(bytes) + '"';
		if (tag.equals(request.headers().get("if-none-match"))) {
			return new Answer.Content(304, Map.of("ETag", tag), new byte[0]);
		}
		Map<String, String> headers = new TreeMap<>(
				Map.of("Content-Type", mediaType, "Cache-Control", "no-cache", "ETag", tag));
		if (compressed) {
			headers.put("Content-Encoding", "gzip");
		}
		return new Answer.Content(200, headers, bytes);
	}

	private static Answer missing(Request request) {
		return new Answer.Json(404, new Problem("NOT_FOUND", "Nothing at " + request.path()));
	}

	/** A file of this package, or null. */
	static byte @Nullable [] read(String name) {
		try (InputStream in = ApiReference.class.getResourceAsStream(name)) {
			return (in != null) ? in.readAllBytes() : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

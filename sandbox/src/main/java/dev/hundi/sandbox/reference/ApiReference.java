package dev.hundi.sandbox.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

import dev.hundi.sandbox.http.Answer;
import dev.hundi.sandbox.http.JsonServer;
import dev.hundi.sandbox.http.Problem;
import dev.hundi.sandbox.http.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Swagger UI for {@code /openapi.json} of the API. The document is proxied, because
 * browsers restrict pages to their own origin.
 */
public final class ApiReference {

	/** Media types of the files that are served. */
	private static final Map<String, String> ASSETS = Map.of("index.html", "text/html; charset=utf-8", "reference.js",
			"text/javascript; charset=utf-8", "swagger-ui.css", "text/css; charset=utf-8", "swagger-ui-bundle.js",
			"text/javascript; charset=utf-8", "favicon-32x32.png", "image/png");

	private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/" + version() + "/";

	private final URI apiUrl;

	private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

	public ApiReference(URI apiUrl) {
		this.apiUrl = apiUrl;
	}

	/** Adds the pages to a server, at {@code /docs/}. */
	public void serveOn(JsonServer server) {
		server.on("GET", "/docs/openapi.json", (request) -> document()).on("GET", "/docs/{file}", this::asset);
	}

	/** The document with the address of the API added. */
	private Answer document() throws InterruptedException {
		try {
			HttpResponse<byte[]> response = this.http.send(
					HttpRequest.newBuilder(this.apiUrl.resolve("/openapi.json")).timeout(Duration.ofSeconds(5)).build(),
					HttpResponse.BodyHandlers.ofByteArray());
			if (response.statusCode() == 200
					&& JsonMapper.shared().readTree(response.body()) instanceof ObjectNode document) {
				document.putArray("servers")
					.addObject()
					.put("url", this.apiUrl.toString())
					.put("description", "This sandbox");
				return Answer.ok(document);
			}
			return new Answer.Json(502, new Problem("NO_DOCUMENT", "The api answers " + response.statusCode()));
		}
		catch (IOException ex) {
			return new Answer.Json(502, new Problem("NO_DOCUMENT", "The api does not answer: " + ex.getMessage()));
		}
	}

	private Answer asset(Request request) {
		String file = request.pathVariable("file").isEmpty() ? "index.html" : request.pathVariable("file");
		String mediaType = ASSETS.get(file);
		byte[] bytes = (mediaType != null) ? read(file) : null;
		return (mediaType != null && bytes != null) ? new Answer.Content(mediaType, bytes)
				: new Answer.Json(404, new Problem("NOT_FOUND", "Nothing at " + request.path()));
	}

	/** A file of this package or of Swagger UI. */
	private static byte @Nullable [] read(String file) {
		try (InputStream own = ApiReference.class.getResourceAsStream(file);
				InputStream bundled = ApiReference.class.getResourceAsStream(WEBJAR + file)) {
			InputStream found = (own != null) ? own : bundled;
			return (found != null) ? found.readAllBytes() : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String version() {
		Properties properties = new Properties();
		try (InputStream file = ApiReference.class
			.getResourceAsStream("/META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
			if (file == null) {
				throw new IllegalStateException("Swagger UI is not on the class path");
			}
			properties.load(file);
			return properties.getProperty("version");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}

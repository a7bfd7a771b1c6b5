package dev.hundi.sandbox.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves routes over HTTP/1.1. Each connection has a thread of its own, so that thousands
 * of responses can be delayed at once.
 */
public final class JsonServer implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(JsonServer.class);

	private static final int bodyMaxBytes = 256 * 1024;

	private static final ContentType json = ContentType.parse("application/json; charset=utf-8");

	private final HttpPort port;

	private final CountDownLatch closing = new CountDownLatch(1);

	private final List<Route> routes = new ArrayList<>();

	private JsonServer(HttpPort port) {
		this.port = port;
	}

	/**
	 * Binds a port. Requests are served after {@link #start}.
	 * @param port 0 for any free one
	 * @throws UncheckedIOException if the port is taken
	 */
	public static JsonServer bind(String address, int port) {
		return new JsonServer(new HttpPort(address, port, null));
	}

	/**
	 * Binds a port for TLS. Clients must show a certificate that the context trusts.
	 * @param port 0 for any free one
	 * @throws UncheckedIOException if the port is taken
	 */
	public static JsonServer bind(String address, int port, SSLContext tls) {
		return new JsonServer(new HttpPort(address, port, tls));
	}

	/**
	 * Adds a route. The first matching route handles a request.
	 * @param path segments, of which any may be a {@code {variable}}, and the last a
	 * {@code {variable...}} that takes the rest of the path
	 */
	public JsonServer on(String method, String path, Handler handler) {
		this.routes.add(new Route(method, List.of(path.substring(1).split("/", -1)), handler));
		return this;
	}

	public JsonServer start() {
		this.port.start(this::serve);
		return this;
	}

	public int port() {
		return this.port.number();
	}

	public URI url() {
		return URI.create((this.port.isSecured() ? "https" : "http") + "://localhost:" + port());
	}

	@Override
	public void close() {
		this.closing.countDown();
		this.port.close();
	}

	/**
	 * Waits until the time has passed or the server closes.
	 * @return false if the server closed
	 */
	public boolean pause(long millis) throws InterruptedException {
		return millis <= 0 || !this.closing.await(millis, TimeUnit.MILLISECONDS);
	}

	private void serve(ClassicHttpRequest request, ResponseTrigger trigger, HttpContext context)
			throws IOException, HttpException {
		if (request.containsHeader(HttpHeaders.EXPECT)) {
			trigger.sendInformation(new BasicClassicHttpResponse(HttpStatus.SC_CONTINUE));
		}
		try {
			trigger.submitResponse(response(answer(request)));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ConnectionClosedException("The server closes");
		}
	}

	private Answer answer(ClassicHttpRequest request) throws IOException, InterruptedException {
		URI uri;
		try {
			uri = new URI(request.getPath());
		}
		catch (URISyntaxException ex) {
			return new Answer.Json(400, new Problem("BAD_REQUEST", "The target is not a URI"));
		}
		byte[] body = read(request.getEntity());
		if (body.length > bodyMaxBytes) {
			return new Answer.Json(413, new Problem("TOO_LARGE", "At most " + bodyMaxBytes + " bytes"));
		}
		String path = Objects.requireNonNullElse(uri.getPath(), "/");
		String[] segments = path.substring(Math.min(1, path.length())).split("/", -1);
		boolean pathKnown = false;
		for (Route route : this.routes) {
			if (route.fits(segments)) {
				if (route.method.equals(request.getMethod())) {
					return handle(route.handler, new Request(route.method, path, target(uri), headers(request), body,
							route.variables(segments), query(uri)));
				}
				pathKnown = true;
			}
		}
		return pathKnown ? new Answer.Json(405, new Problem("METHOD_NOT_ALLOWED", "Not with this method"))
				: new Answer.Json(404, new Problem("NOT_FOUND", "Nothing at " + path));
	}

	private static Answer handle(Handler handler, Request request) throws InterruptedException {
		try {
			return handler.handle(request);
		}
		catch (BadRequestException ex) {
			return new Answer.Json(400, new Problem("BAD_REQUEST", String.valueOf(ex.getMessage())));
		}
		catch (RuntimeException ex) {
			logger.error("{} {} failed", request.method(), request.path(), ex);
			return new Answer.Json(500, new Problem("INTERNAL_ERROR", ex.toString()));
		}
	}

	/**
	 * The response to send.
	 * @throws ConnectionClosedException if the connection closes without one
	 */
	private ClassicHttpResponse response(Answer answer) throws ConnectionClosedException, InterruptedException {
		switch (answer) {
			case Answer.Json(int status, Object body) -> {
				return response(status, new ByteArrayEntity(StrictJson.write(body), json));
			}
			case Answer.Content(int status, Map<String, String> headers, byte[] body) -> {
				ClassicHttpResponse response = response(status, new ByteArrayEntity(body, null));
				headers.forEach(response::setHeader);
				return response;
			}
			case Answer.Streamed(Answer.BodyWriter writer) -> {
				return response(200, new EntityTemplate(json, writer::writeTo));
			}
			case Answer.Held held -> {
				pause(held.atMost().toMillis());
				throw new ConnectionClosedException("Held as requested");
			}
			case Answer.HungUp _ -> throw new ConnectionClosedException("Hung up as requested");
		}
	}

	private static ClassicHttpResponse response(int status, HttpEntity body) {
		ClassicHttpResponse response = new BasicClassicHttpResponse(status);
		response.setEntity(body);
		return response;
	}

	private static byte[] read(@Nullable HttpEntity entity) throws IOException {
		if (entity == null) {
			return new byte[0];
		}
		InputStream in = entity.getContent();
		return in.readNBytes(bodyMaxBytes + 1);
	}

	private static Map<String, String> headers(ClassicHttpRequest request) {
		Map<String, String> headers = new HashMap<>();
		for (Iterator<Header> each = request.headerIterator(); each.hasNext();) {
			Header header = each.next();
			headers.merge(header.getName().toLowerCase(Locale.ROOT), header.getValue(),
					(first, next) -> first + ", " + next);
		}
		return headers;
	}

	private static String target(URI uri) {
		return (uri.getRawQuery() != null) ? uri.getRawPath() + "?" + uri.getRawQuery() : uri.getRawPath();
	}

	private static Map<String, String> query(URI uri) {
		String raw = uri.getRawQuery();
		if (raw == null || raw.isEmpty()) {
			return Map.of();
		}
		Map<String, String> parameters = new HashMap<>();
		for (String pair : raw.split("&", -1)) {
			int equals = pair.indexOf('=');
			String name = (equals < 0) ? pair : pair.substring(0, equals);
			String value = (equals < 0) ? "" : pair.substring(equals + 1);
			parameters.putIfAbsent(URLDecoder.decode(name, StandardCharsets.UTF_8),
					URLDecoder.decode(value, StandardCharsets.UTF_8));
		}
		return parameters;
	}

	/** Answers a request. */
	@FunctionalInterface
	public interface Handler {

		Answer handle(Request request) throws InterruptedException;

	}

	private record Route(String method, List<String> segments, Handler handler) {

		boolean fits(String[] parts) {
			boolean open = this.segments.getLast().endsWith("...}");
			if (open ? parts.length < this.segments.size() : parts.length != this.segments.size()) {
				return false;
			}
			for (int i = 0; i < this.segments.size(); i++) {
				if (!this.segments.get(i).startsWith("{") && !this.segments.get(i).equals(parts[i])) {
					return false;
				}
			}
			return true;
		}

		Map<String, String> variables(String[] parts) {
			Map<String, String> variables = new HashMap<>();
			for (int i = 0; i < this.segments.size(); i++) {
				String segment = this.segments.get(i);
				if (segment.endsWith("...}")) {
					variables.put(segment.substring(1, segment.length() - 4),
							String.join("/", List.of(parts).subList(i, parts.length)));
				}
				else if (segment.startsWith("{")) {
					variables.put(segment.substring(1, segment.length() - 1), parts[i]);
				}
			}
			return variables;
		}

	}

}

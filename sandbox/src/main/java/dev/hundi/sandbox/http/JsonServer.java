package dev.hundi.sandbox.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves routes over HTTP/1.1 with one virtual thread per request, so that thousands of
 * responses can be delayed at once.
 */
public final class JsonServer implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(JsonServer.class);

	private static final int bodyMaxBytes = 256 * 1024;

	static {
		// The JDK reads these once. Without nodelay a response waits up to 40 ms for the
		// TCP acknowledgement. Idle connections must outlive the pools of clients.
		System.setProperty("sun.net.httpserver.nodelay", "true");
		System.setProperty("sun.net.httpserver.idleInterval", "600");
		System.setProperty("sun.net.httpserver.maxIdleConnections", "20000");
	}

	private final HttpServer server;

	private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();

	private final CountDownLatch closing = new CountDownLatch(1);

	private final List<Route> routes = new ArrayList<>();

	private JsonServer(HttpServer server) {
		this.server = server;
		this.server.setExecutor(this.requests);
		this.server.createContext("/", this::serve);
	}

	/**
	 * Binds a port. Requests are served after {@link #start}.
	 * @param port 0 for any free one
	 * @throws UncheckedIOException if the port is taken
	 */
	public static JsonServer bind(String address, int port) {
		try {
			return new JsonServer(HttpServer.create(new InetSocketAddress(address, port), 1024));
		}
		catch (IOException ex) {
			throw cannotListen(address, port, ex);
		}
	}

	/**
	 * Binds a port for TLS. Clients must show a certificate that the context trusts.
	 * @param port 0 for any free one
	 * @throws UncheckedIOException if the port is taken
	 */
	public static JsonServer bind(String address, int port, SSLContext tls) {
		try {
			HttpsServer server = HttpsServer.create(new InetSocketAddress(address, port), 1024);
			server.setHttpsConfigurator(new HttpsConfigurator(tls) {

				@Override
				public void configure(HttpsParameters parameters) {
					SSLParameters demanded = tls.getDefaultSSLParameters();
					demanded.setNeedClientAuth(true);
					parameters.setSSLParameters(demanded);
				}

			});
			return new JsonServer(server);
		}
		catch (IOException ex) {
			throw cannotListen(address, port, ex);
		}
	}

	private static UncheckedIOException cannotListen(String address, int port, IOException ex) {
		return new UncheckedIOException("Cannot listen on %s:%d: %s".formatted(address, port, ex.getMessage()), ex);
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
		this.server.start();
		return this;
	}

	public int port() {
		return this.server.getAddress().getPort();
	}

	public URI url() {
		return URI.create((this.server instanceof HttpsServer ? "https" : "http") + "://localhost:" + port());
	}

	@Override
	public void close() {
		this.closing.countDown();
		this.server.stop(0);
		this.requests.shutdownNow();
	}

	/**
	 * Waits until the time has passed or the server closes.
	 * @return false if the server closed
	 */
	public boolean pause(long millis) throws InterruptedException {
		return millis <= 0 || !this.closing.await(millis, TimeUnit.MILLISECONDS);
	}

	private void serve(HttpExchange exchange) {
		try (exchange) {
			send(exchange, answer(exchange));
		}
		catch (IOException ex) {
			logger.debug("The client closed the connection before the response: {}", ex.toString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private Answer answer(HttpExchange exchange) throws IOException, InterruptedException {
		String path = Objects.requireNonNullElse(exchange.getRequestURI().getPath(), "/");
		byte[] body = read(exchange.getRequestBody());
		if (body.length > bodyMaxBytes) {
			return new Answer.Json(413, new Problem("TOO_LARGE", "At most " + bodyMaxBytes + " bytes"));
		}
		boolean pathKnown = false;
		for (Route route : this.routes) {
			Map<String, String> variables = new HashMap<>();
			if (route.fits(path, variables)) {
				if (route.method.equals(exchange.getRequestMethod())) {
					return handle(route.handler, new Request(route.method, path, target(exchange.getRequestURI()),
							headers(exchange), body, variables, query(exchange.getRequestURI())));
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

	private void send(HttpExchange exchange, Answer answer) throws IOException, InterruptedException {
		switch (answer) {
			case Answer.Json(int status, Object body) -> {
				byte[] bytes = StrictJson.write(body);
				exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
				exchange.sendResponseHeaders(status, bytes.length);
				exchange.getResponseBody().write(bytes);
			}
			case Answer.Content(int status, Map<String, String> headers, byte[] body) -> {
				headers.forEach(exchange.getResponseHeaders()::set);
				exchange.sendResponseHeaders(status, (body.length > 0) ? body.length : -1);
				if (body.length > 0) {
					exchange.getResponseBody().write(body);
				}
			}
			case Answer.Streamed(Answer.BodyWriter writer) -> {
				exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
				exchange.sendResponseHeaders(200, 0);
				try (OutputStream out = exchange.getResponseBody()) {
					writer.writeTo(out);
				}
			}
			case Answer.Held held -> pause(held.atMost().toMillis());
			case Answer.HungUp hungUp -> logger.debug("Hung up as requested: {}", hungUp);
		}
	}

	private static byte[] read(InputStream in) throws IOException {
		return in.readNBytes(bodyMaxBytes + 1);
	}

	private static Map<String, String> headers(HttpExchange exchange) {
		Map<String, String> headers = new HashMap<>();
		exchange.getRequestHeaders()
			.forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
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

		boolean fits(String path, Map<String, String> variables) {
			String[] parts = path.substring(Math.min(1, path.length())).split("/", -1);
			boolean open = this.segments.getLast().endsWith("...}");
			if (open ? parts.length < this.segments.size() : parts.length != this.segments.size()) {
				return false;
			}
			for (int i = 0; i < this.segments.size(); i++) {
				String segment = this.segments.get(i);
				if (segment.endsWith("...}")) {
					variables.put(segment.substring(1, segment.length() - 4),
							String.join("/", List.of(parts).subList(i, parts.length)));
				}
				else if (segment.startsWith("{")) {
					variables.put(segment.substring(1, segment.length() - 1), parts[i]);
				}
				else if (!segment.equals(parts[i])) {
					return false;
				}
			}
			return true;
		}

	}

}

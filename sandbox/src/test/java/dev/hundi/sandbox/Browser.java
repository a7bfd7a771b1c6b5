package dev.hundi.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.awaitility.Awaitility.await;

/**
 * A page in headless Chromium, driven with the DevTools protocol.
 */
final class Browser implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final JsonMapper json = JsonMapper.shared();

	private final OtherProgram program;

	private final WebSocket socket;

	private final AtomicInteger ids = new AtomicInteger();

	private final Map<Integer, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();

	private final List<JsonNode> requests = new CopyOnWriteArrayList<>();

	/**
	 * Opens an empty page.
	 * @param profile not a JUnit temporary directory, since a browser may still write
	 * after its exit
	 */
	Browser(Path profile) throws Exception {
		Path address = profile.resolve("DevToolsActivePort");
		Files.deleteIfExists(address);
		this.program = OtherProgram.start("chromium",
				List.of("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
						"--disable-background-networking", "--disable-component-update", "--disable-sync",
						"--window-size=1440,900", "--remote-debugging-port=0", "--user-data-dir=" + profile,
						"about:blank"));
		await().atMost(PATIENCE).until(() -> Files.exists(address) && Files.readAllLines(address).size() == 2);
		this.socket = HttpClient.newHttpClient()
			.newWebSocketBuilder()
			.buildAsync(page(Files.readAllLines(address).getFirst()), new Listener())
			.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		call("Network.enable", Map.of());
	}

	/**
	 * Opens a page anew, also if only its fragment differs from that of the present one.
	 */
	void open(URI url) {
		call("Page.navigate", Map.of("url", "about:blank"));
		call("Page.navigate", Map.of("url", url.toString()));
	}

	/** The value of an expression in JavaScript; promises are awaited. */
	JsonNode evaluate(String expression) {
		return call("Runtime.evaluate",
				Map.of("expression", expression, "awaitPromise", true, "returnByValue", true, "userGesture", true))
			.path("result")
			.path("value");
	}

	/** Types into the element that has the focus. */
	void type(String text) {
		call("Input.insertText", Map.of("text", text));
	}

	/** Addresses that pages have requested. */
	List<String> requested() {
		return this.requests.stream().map((request) -> request.path("url").asString()).toList();
	}

	/** Headers of the last request to a path, by lower-case name. */
	Map<String, String> requestHeaders(String path) {
		Map<String, String> headers = new HashMap<>();
		this.requests.stream()
			.filter((request) -> request.path("url").asString().endsWith(path))
			.reduce((earlier, later) -> later)
			.orElseThrow(() -> new AssertionError("No request to " + path))
			.path("headers")
			.properties()
			.forEach((header) -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue().asString()));
		return headers;
	}

	@Override
	public void close() {
		this.socket.abort();
		this.program.close();
	}

	private JsonNode call(String method, Map<String, ?> parameters) {
		int id = this.ids.incrementAndGet();
		CompletableFuture<JsonNode> result = new CompletableFuture<>();
		this.pending.put(id, result);
		String text = json.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
		this.socket.sendText(text, true).join();
		JsonNode answer = result.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		if (answer.has("error") || answer.path("result").has("exceptionDetails")) {
			throw new AssertionError(text + ": " + answer);
		}
		return answer.path("result");
	}

	private static URI page(String port) throws IOException, InterruptedException {
		HttpRequest list = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
		try (HttpClient http = HttpClient.newHttpClient()) {
			return json.readTree(http.send(list, HttpResponse.BodyHandlers.ofString()).body())
				.valueStream()
				.filter((target) -> target.path("type").asString().equals("page"))
				.findFirst()
				.map((target) -> URI.create(target.path("webSocketDebuggerUrl").asString()))
				.orElseThrow();
		}
	}

	private final class Listener implements WebSocket.Listener {

		private final StringBuilder message = new StringBuilder();

		@Override
		public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
			this.message.append(data);
			if (last) {
				receive(json.readTree(this.message.toString()));
				this.message.setLength(0);
			}
			return WebSocket.Listener.super.onText(webSocket, data, last);
		}

		private void receive(JsonNode received) {
			if (received.path("method").asString("").equals("Network.requestWillBeSent")) {
				Browser.this.requests.add(received.at("/params/request"));
			}
			CompletableFuture<JsonNode> caller = Browser.this.pending.remove(received.path("id").asInt(0));
			if (caller != null) {
				caller.complete(received);
			}
		}

	}

}

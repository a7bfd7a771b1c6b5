package dev.hundi.stream.webhook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.testing.FreePorts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A merchant's server that records webhooks and gives configured answers. */
final class Receiver implements AutoCloseable {

	private final List<Received> received = new CopyOnWriteArrayList<>();

	private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

	private volatile Answer usual = (webhook, exchange) -> answer(exchange, 200, "{\"ok\":true}");

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final HttpServer server;

	Receiver() {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next()),
					0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::receive);
		this.server.start();
	}

	URI url() {
		return URI.create("http://localhost:" + this.server.getAddress().getPort() + "/hook?a=b");
	}

	/** Adds an answer to the queue for the next webhooks. */
	Receiver answers(Answer answer) {
		this.answers.add(answer);
		return this;
	}

	/** Sets the answer once the queue is empty, by default 200. */
	void always(Answer answer) {
		this.usual = answer;
	}

	List<Received> received() {
		return this.received;
	}

	static void answer(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, (bytes.length == 0) ? -1 : bytes.length);
		if (bytes.length > 0) {
			exchange.getResponseBody().write(bytes);
		}
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	private void receive(HttpExchange exchange) throws IOException {
		byte[] body = exchange.getRequestBody().readAllBytes();
		Received webhook = new Received(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
				exchange.getRequestHeaders(), body);
		this.received.add(webhook);
		Answer answer = this.answers.poll();
		((answer != null) ? answer : this.usual).give(webhook, exchange);
	}

	/** An answer to a webhook. */
	interface Answer {

		void give(Received webhook, HttpExchange exchange) throws IOException;

	}

	/** A received webhook. */
	@SuppressWarnings("ArrayRecordComponent")
	record Received(String method, String uri, Headers headers, byte[] body) {

		String header(String name) {
			return String.valueOf(this.headers.getFirst(name));
		}

		JsonNode json() {
			return new JsonMapper().readTree(this.body);
		}

		String webhookId() {
			return json().get("payoutWebhookId").asString();
		}

	}

}

package dev.hundi.bench.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bank that pays every order at once and records its arrival time.
 */
public final class RecordingBank implements AutoCloseable {

	private final Map<String, Instant> arrivals = new ConcurrentHashMap<>();

	private final Clock clock = Clock.systemUTC();

	private final HttpServer server;

	public RecordingBank() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		this.server.createContext("/v1/payments", this::pay);
		this.server.createContext("/v1/payments/batch", this::payBatch);
		this.server.start();
	}

	/** Settings of stream-processors that replace the sandbox bank by this one. */
	public String[] settings() {
		String bank = "hundi.dispatch.banks.sandbox.";
		return new String[] { "hundi.dispatch.allow-http=true",
				bank + "url=http://localhost:" + this.server.getAddress().getPort(),
				bank + "security.signature-bundle=" };
	}

	/**
	 * Waits for an order and returns its arrival time.
	 * @throws IllegalStateException if it does not arrive in time
	 */
	public Instant awaitOrder(String reference, Duration atMost) throws InterruptedException {
		long deadline = System.nanoTime() + atMost.toNanos();
		while (true) {
			Instant arrival = this.arrivals.get(reference);
			if (arrival != null) {
				return arrival;
			}
			if (System.nanoTime() > deadline) {
				throw new IllegalStateException("No order " + reference + " within " + atMost);
			}
			TimeUnit.MILLISECONDS.sleep(1);
		}
	}

	private void pay(HttpExchange exchange) throws IOException {
		Instant now = this.clock.instant();
		answer(exchange, paid(JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes()), now));
	}

	private void payBatch(HttpExchange exchange) throws IOException {
		Instant now = this.clock.instant();
		answer(exchange,
				JsonMapper.shared()
					.readTree(exchange.getRequestBody().readAllBytes())
					.get("payments")
					.valueStream()
					.map((payment) -> "{\"httpStatus\":200,\"body\":%s}".formatted(paid(payment, now)))
					.collect(Collectors.joining(",", "{\"answers\":[", "]}")));
	}

	private String paid(JsonNode payment, Instant now) {
		String reference = payment.get("reference").asString();
		this.arrivals.putIfAbsent(reference, now);
		return "{\"reference\":\"%1$s\",\"status\":\"SUCCESS\",\"bankReference\":\"B\",\"utr\":\"%1$s\"}"
			.formatted(reference);
	}

	private static void answer(HttpExchange exchange, String body) throws IOException {
		byte[] answer = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, answer.length);
		exchange.getResponseBody().write(answer);
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}

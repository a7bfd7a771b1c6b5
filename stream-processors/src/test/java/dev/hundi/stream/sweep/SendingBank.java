package dev.hundi.stream.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.databind.json.JsonMapper;

/** A bank that pays every order and records it. */
final class SendingBank implements AutoCloseable {

	private final List<String> orders = new CopyOnWriteArrayList<>();

	private final HttpServer server;

	SendingBank() {
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		this.server.createContext("/v1/payments", this::pay);
		this.server.start();
	}

	URI url() {
		return URI.create("http://localhost:" + this.server.getAddress().getPort());
	}

	/** The references of all orders in the order of arrival. */
	List<String> orders() {
		return List.copyOf(this.orders);
	}

	private void pay(HttpExchange exchange) throws IOException {
		String reference = JsonMapper.shared()
			.readTree(exchange.getRequestBody().readAllBytes())
			.get("reference")
			.asString();
		this.orders.add(reference);
		byte[] body = """
				{"reference": "%s", "status": "SUCCESS", "utr": "N1%s"}"""
			.formatted(reference, reference.substring(reference.length() - 20))
			.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(200, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

}

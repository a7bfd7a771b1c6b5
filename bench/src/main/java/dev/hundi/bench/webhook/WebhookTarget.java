package dev.hundi.bench.webhook;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * The server of merchants on this machine. It answers at once, except under
 * {@code /hang}.
 */
final class WebhookTarget implements AutoCloseable {

	private static final byte[] ANSWER = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);

	private final HttpServer server;

	WebhookTarget() throws IOException {
		// Otherwise every answer waits for the caller's delayed acknowledgement.
		System.setProperty("sun.net.httpserver.nodelay", "true");
		// Connections of one side are idle while the other one runs.
		System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
		System.setProperty("sun.net.httpserver.idleInterval", "3600");
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
		this.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
		this.server.createContext("/hook", WebhookTarget::answer);
		this.server.createContext("/hang", (exchange) -> exchange.getRequestBody().readAllBytes());
		this.server.start();
	}

	URI hook() {
		return URI.create("http://localhost:" + this.server.getAddress().getPort() + "/hook");
	}

	URI hang() {
		return URI.create("http://localhost:" + this.server.getAddress().getPort() + "/hang");
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

	private static void answer(HttpExchange exchange) throws IOException {
		exchange.getRequestBody().readAllBytes();
		exchange.sendResponseHeaders(200, ANSWER.length);
		exchange.getResponseBody().write(ANSWER);
		exchange.close();
	}

}

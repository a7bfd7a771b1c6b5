package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.hundi.signature.InvalidSignatureException;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.Signatures;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * A bank that demands a client certificate, pays every order, and signs its answers or
 * forges them.
 */
final class SecuredBank implements AutoCloseable {

	/** What is wrong with an answer. */
	enum Forgery {

		NONE, UNSIGNED, TAMPERED, OTHER_STATUS, REPLAYED, OTHER_KIND, NO_TEXT

	}

	private volatile HttpsServer server;

	private final List<Headers> requests = new CopyOnWriteArrayList<>();

	private volatile Signatures signatures;

	private volatile Forgery forgery = Forgery.NONE;

	private volatile @Nullable String lastSignature;

	SecuredBank(SslBundle tls, Signatures signatures) {
		this.signatures = signatures;
		this.server = listen(0, tls);
	}

	/** Restarts the server on the same port with other certificates. */
	void use(SslBundle tls) {
		int port = this.server.getAddress().getPort();
		this.server.stop(0);
		this.server = listen(port, tls);
	}

	private HttpsServer listen(int port, SslBundle tls) {
		SSLContext context = tls.createSslContext();
		try {
			HttpsServer listening = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
					0);
			listening.setHttpsConfigurator(new HttpsConfigurator(context) {

				@Override
				public void configure(HttpsParameters parameters) {
					SSLParameters demanded = context.getDefaultSSLParameters();
					demanded.setNeedClientAuth(true);
					parameters.setSSLParameters(demanded);
				}

			});
			listening.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
			listening.createContext("/v1/payments", this::handle);
			listening.start();
			return listening;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void use(Signatures signatures) {
		this.signatures = signatures;
	}

	void forge(Forgery forgery) {
		this.forgery = forgery;
	}

	URI url() {
		return URI.create("https://localhost:" + this.server.getAddress().getPort());
	}

	/** The headers of the requests that arrived. */
	List<Headers> requests() {
		return List.copyOf(this.requests);
	}

	@Override
	public void close() {
		this.server.stop(0);
	}

	private void handle(HttpExchange exchange) throws IOException {
		this.requests.add(exchange.getRequestHeaders());
		byte[] request = exchange.getRequestBody().readAllBytes();
		String path = exchange.getRequestURI().getPath();
		String requestId = String.valueOf(exchange.getRequestHeaders().getFirst("x-request-id"));
		try {
			this.signatures.verify(SignedKind.REQUEST,
					Map.of("requestId", requestId, "method", exchange.getRequestMethod(), "path", path), request,
					exchange.getRequestHeaders().getFirst(Signatures.HEADER));
		}
		catch (InvalidSignatureException ex) {
			send(exchange, requestId, 401, "{\"code\": \"NOT_SIGNED\"}");
			return;
		}
		String reference = exchange.getRequestMethod().equals("GET") ? path.substring(path.lastIndexOf('/') + 1)
				: new String(request, StandardCharsets.UTF_8).replaceAll(".*\"reference\":\"([^\"]+)\".*", "$1");
		send(exchange, requestId, 200, "{\"reference\": \"%s\", \"status\": \"SUCCESS\", \"utr\": \"%s\"}"
			.formatted(reference, ScriptedBank.utr("0".repeat(20) + reference)));
	}

	private void send(HttpExchange exchange, String requestId, int status, String text) throws IOException {
		byte[] body = text.getBytes(StandardCharsets.UTF_8);
		String signature = this.signatures.sign(
				(this.forgery == Forgery.OTHER_KIND) ? SignedKind.CALLBACK : SignedKind.ANSWER,
				Map.of("requestId", requestId, "status", (this.forgery == Forgery.OTHER_STATUS) ? "404" : "" + status),
				body);
		String sent = switch (this.forgery) {
			case UNSIGNED -> null;
			case REPLAYED -> this.lastSignature;
			case NO_TEXT -> "not a signature";
			case NONE, TAMPERED, OTHER_STATUS, OTHER_KIND -> signature;
		};
		this.lastSignature = signature;
		if (sent != null) {
			exchange.getResponseHeaders().set(Signatures.HEADER, sent);
		}
		byte[] answer = (this.forgery == Forgery.TAMPERED)
				? text.replace("SUCCESS", "FAILED").getBytes(StandardCharsets.UTF_8) : body;
		exchange.sendResponseHeaders(status, answer.length);
		exchange.getResponseBody().write(answer);
		exchange.close();
	}

}

package dev.hundi.sandbox.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.impl.io.HttpService;
import org.apache.hc.core5.http.io.HttpServerRequestHandler;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.ResponseConnControl;
import org.apache.hc.core5.http.protocol.ResponseContent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port that speaks HTTP/1.1. Each connection has a thread that blocks, because a
 * request then costs no change of threads; connections are as few as their clients keep
 * open.
 */
final class HttpPort implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(HttpPort.class);

	private static final int BACKLOG = 1024;

	/** Within this time a connection must have finished its handshake. */
	private static final int HANDSHAKE_MS = 30_000;

	private final ServerSocket socket;

	private final @Nullable SSLContext tls;

	private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

	private final ThreadFactory threads = Thread.ofPlatform().name("http-", 0).daemon().factory();

	private volatile @Nullable HttpService service;

	private volatile boolean open = true;

	/**
	 * Binds a port.
	 * @param port 0 for any free one
	 * @param tls for connections whose clients must show a certificate that it trusts;
	 * null for connections without TLS
	 * @throws UncheckedIOException if the port is taken
	 */
	HttpPort(String address, int port, @Nullable SSLContext tls) {
		this.tls = tls;
		try {
			this.socket = new ServerSocket();
			this.socket.setReuseAddress(true);
			this.socket.bind(new InetSocketAddress(address, port), BACKLOG);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot listen on %s:%d: %s".formatted(address, port, ex.getMessage()), ex);
		}
	}

	/** Serves requests from now on. */
	void start(HttpServerRequestHandler handler) {
		this.service = HttpService.builder()
			.withHttpProcessor(new DefaultHttpProcessor(new ResponseContent(), new ResponseConnControl()))
			.withHttpServerRequestHandler(handler)
			.build();
		// Keeps the program alive.
		Thread.ofPlatform().name("http-accept-" + number()).start(this::accept);
	}

	int number() {
		return this.socket.getLocalPort();
	}

	boolean isSecured() {
		return this.tls != null;
	}

	@Override
	public void close() {
		this.open = false;
		close(this.socket);
		this.connections.forEach(HttpPort::close);
	}

	private void accept() {
		while (this.open) {
			try {
				Socket accepted = this.socket.accept();
				this.connections.add(accepted);
				this.threads.newThread(() -> serve(accepted)).start();
			}
			catch (IOException ex) {
				if (this.open) {
					logger.error("Port {} cannot accept a connection", number(), ex);
				}
			}
		}
	}

	private void serve(Socket accepted) {
		HttpService requests = this.service;
		try (accepted; DefaultBHttpServerConnection connection = connect(accepted)) {
			while (this.open && requests != null && connection.isOpen()) {
				requests.handleRequest(connection, HttpCoreContext.create());
			}
		}
		catch (IOException | HttpException ex) {
			logger.debug("A connection ended: {}", ex.toString());
		}
		finally {
			this.connections.remove(accepted);
		}
	}

	private DefaultBHttpServerConnection connect(Socket accepted) throws IOException {
		// Otherwise a response may wait up to 40 ms for the acknowledgement of another.
		accepted.setTcpNoDelay(true);
		accepted.setKeepAlive(true);
		DefaultBHttpServerConnection connection = new DefaultBHttpServerConnection(isSecured() ? "https" : "http",
				Http1Config.DEFAULT);
		if (this.tls == null) {
			connection.bind(accepted);
			return connection;
		}
		SSLSocket secured = (SSLSocket) this.tls.getSocketFactory().createSocket(accepted, null, true);
		SSLParameters demanded = this.tls.getDefaultSSLParameters();
		demanded.setNeedClientAuth(true);
		secured.setSSLParameters(demanded);
		accepted.setSoTimeout(HANDSHAKE_MS);
		secured.startHandshake();
		// Idle connections outlive the pools of clients.
		accepted.setSoTimeout(0);
		connection.bind(secured, accepted);
		return connection;
	}

	private static void close(AutoCloseable socket) {
		try {
			socket.close();
		}
		catch (Exception ex) {
			logger.debug("A socket was not closed in order: {}", ex.toString());
		}
	}

}

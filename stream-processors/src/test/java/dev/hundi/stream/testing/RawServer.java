package dev.hundi.stream.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that controls its connections, which HTTP server libraries do not: it
 * can close one after a complete request without a response.
 */
public final class RawServer implements AutoCloseable {

	/** One byte more than the body that clients read. */
	public static final int LONG_ANSWER = 64 * 1024 + 1;

	private static final int LONGEST_LINE = 8 * 1024;

	private final Queue<Reaction> reactions = new ConcurrentLinkedQueue<>();

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicInteger closed = new AtomicInteger();

	private final List<Socket> open = new CopyOnWriteArrayList<>();

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final ServerSocket server;

	public RawServer() {
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.threads.execute(this::accept);
	}

	/** What the server does after it has read a request. */
	public enum Reaction {

		/** Responds with 200 and keeps the connection open. */
		ANSWER,

		/** Responds with {@link #LONG_ANSWER} bytes and keeps the connection open. */
		ANSWER_AT_LENGTH,

		/** Responds as if it kept the connection open, then closes it. */
		ANSWER_AND_CLOSE,

		/** Closes the connection without a response. */
		HANG_UP

	}

	/** Sets the reactions to the next requests; later ones are answered. */
	public RawServer reacts(Reaction... next) {
		this.reactions.addAll(List.of(next));
		return this;
	}

	public int port() {
		return this.server.getLocalPort();
	}

	/** Returns the bodies of all complete requests in the order of arrival. */
	public List<String> requests() {
		return List.copyOf(this.requests);
	}

	public int connections() {
		return this.connections.get();
	}

	/** Returns the number of connections that the server has closed. */
	public int closed() {
		return this.closed.get();
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		for (Socket socket : this.open) {
			socket.close();
		}
		this.threads.close();
	}

	private void accept() {
		try {
			while (true) {
				Socket socket = this.server.accept();
				this.open.add(socket);
				this.connections.incrementAndGet();
				this.threads.execute(() -> serve(socket));
			}
		}
		catch (IOException ex) {
			// The server is closed.
		}
	}

	private void serve(Socket socket) {
		try (socket) {
			InputStream in = new BufferedInputStream(socket.getInputStream());
			String body = read(in);
			while (body != null) {
				this.requests.add(body);
				Reaction reaction = this.reactions.poll();
				if (reaction != Reaction.HANG_UP) {
					answer(socket.getOutputStream(),
							(reaction == Reaction.ANSWER_AT_LENGTH) ? " ".repeat(LONG_ANSWER - 2) + "{}" : "{}");
				}
				if (reaction == Reaction.HANG_UP || reaction == Reaction.ANSWER_AND_CLOSE) {
					break;
				}
				body = read(in);
			}
		}
		catch (IOException ex) {
			// The client has closed the connection.
		}
		this.closed.incrementAndGet();
	}

	private static void answer(OutputStream out, String body) throws IOException {
		out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
			.formatted(body.length(), body)
			.getBytes(StandardCharsets.US_ASCII));
		out.flush();
	}

	/** Returns the body of the next request, or null at the end of the connection. */
	private static @Nullable String read(InputStream in) throws IOException {
		int length = 0;
		String line = line(in);
		if (line == null) {
			return null;
		}
		while (line != null && !line.isEmpty()) {
			if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
				length = Integer.parseInt(line.substring("content-length:".length()).strip());
			}
			line = line(in);
		}
		return new String(in.readNBytes(length), StandardCharsets.UTF_8);
	}

	private static @Nullable String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		int next = in.read();
		while (next >= 0 && next != '\n' && line.length() < LONGEST_LINE) {
			line.append((char) next);
			next = in.read();
		}
		return (next < 0) ? null : line.toString().strip();
	}

}

package dev.hundi.api.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.net.SocketFactory;

import dev.hundi.business.IssuedKey;

/**
 * A persistent connection to the API, for several requests.
 */
public final class KeptConnection implements AutoCloseable {

	private static final int PATIENCE_MS = 120_000;

	private final Socket socket;

	private final InputStream in;

	private KeptConnection(Socket socket) throws IOException {
		this.socket = socket;
		this.in = new BufferedInputStream(socket.getInputStream());
	}

	public static KeptConnection open(int port) {
		return open(port, SocketFactory.getDefault());
	}

	/** A connection over TLS, for one. */
	public static KeptConnection open(int port, SocketFactory sockets) {
		try {
			Socket socket = sockets.createSocket(InetAddress.getLoopbackAddress(), port);
			socket.setSoTimeout(PATIENCE_MS);
			socket.setTcpNoDelay(true);
			return new KeptConnection(socket);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public Answer send(Call call, IssuedKey key) {
		write(call.keepAlive().bytes(key));
		return read();
	}

	public KeptConnection write(byte[] bytes) {
		try {
			this.socket.getOutputStream().write(bytes);
			this.socket.getOutputStream().flush();
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The socket, to inspect its session. */
	public Socket socket() {
		return this.socket;
	}

	/** Closes the sending side. */
	public KeptConnection endOutput() {
		try {
			this.socket.shutdownOutput();
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Reads the next answer.
	 * @throws UncheckedIOException if the connection ends or nothing arrives for two
	 * minutes
	 */
	public Answer read() {
		try {
			String status = line();
			Map<String, List<String>> headers = new HashMap<>();
			for (String line = line(); !line.isEmpty(); line = line()) {
				int colon = line.indexOf(':');
				headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), (name) -> new ArrayList<>())
					.add(line.substring(colon + 1).strip());
			}
			byte[] body = body(headers);
			return new Answer(Integer.parseInt(status.split(" ", -1)[1]), headers,
					new String(body, StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits for the server to close the connection without another answer. */
	public boolean endsWithoutAnswer() {
		try {
			return this.in.read() < 0;
		}
		catch (java.net.SocketTimeoutException ex) {
			return false;
		}
		catch (IOException ex) {
			return true;
		}
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Reads to the end of the connection if there is no length. */
	private byte[] body(Map<String, List<String>> headers) throws IOException {
		if (headers.containsKey("transfer-encoding")) {
			return chunks();
		}
		List<String> length = headers.get("content-length");
		return (length != null) ? this.in.readNBytes(Integer.parseInt(length.getFirst())) : this.in.readAllBytes();
	}

	private byte[] chunks() throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
			out.write(this.in.readNBytes(size));
			line();
		}
		line();
		return out.toByteArray();
	}

	private String line() throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int c = this.in.read(); c != '\n'; c = this.in.read()) {
			if (c < 0) {
				throw new EOFException("The connection ended after: " + line.toString(StandardCharsets.ISO_8859_1));
			}
			line.write(c);
		}
		return line.toString(StandardCharsets.ISO_8859_1).strip();
	}

}

package dev.hundi.portal.onboarding;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import dev.hundi.portal.testing.Uploads;

/** Speaks clamd's INSTREAM and finds the EICAR test file. */
final class FakeScanner implements AutoCloseable {

	private final ServerSocket server;

	private volatile boolean failing;

	FakeScanner() {
		try {
			this.server = new ServerSocket(0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread.ofVirtual().start(this::serve);
	}

	int port() {
		return this.server.getLocalPort();
	}

	/** Whether it ends connections without an answer. */
	void fail(boolean failing) {
		this.failing = failing;
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void serve() {
		while (!this.server.isClosed()) {
			try (Socket socket = this.server.accept()) {
				answer(socket);
			}
			catch (IOException ex) {
				// The next connection, or the end.
			}
		}
	}

	private void answer(Socket socket) throws IOException {
		DataInputStream in = new DataInputStream(socket.getInputStream());
		String command = new String(in.readNBytes(10), StandardCharsets.US_ASCII);
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		for (int length = in.readInt(); length > 0; length = in.readInt()) {
			content.writeBytes(in.readNBytes(length));
		}
		if (!this.failing && command.equals("zINSTREAM\0")) {
			boolean infected = content.toString(StandardCharsets.ISO_8859_1)
				.contains(new String(Uploads.EICAR, StandardCharsets.ISO_8859_1));
			socket.getOutputStream()
				.write((infected ? "stream: Win.Test.EICAR_HDB-1 FOUND\0" : "stream: OK\0")
					.getBytes(StandardCharsets.US_ASCII));
		}
	}

}

package dev.hundi.stream.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

import javax.net.SocketFactory;

/**
 * Sockets of the engine's connections to PostgreSQL. Once no byte has arrived for a
 * while, their input waits for the next one when it is asked how many there are: Debezium
 * asks that in a loop with a pause of the poll interval, hundreds of times a second. Not
 * at once, because the driver holds the lock of its connection meanwhile, and the
 * confirmation of the rows that have just arrived needs it. Under TLS the driver asks the
 * TLS layer, which does not pass the question on: there the engine polls.
 */
public final class WaitingSockets extends SocketFactory {

	/** Longer than a row or a heartbeat takes until it is confirmed. */
	private static final Duration QUIET = Duration.ofMillis(300);

	private static final int WAIT_MS = 50;

	private final Duration quiet;

	/** The driver creates it by its class. */
	public WaitingSockets() {
		this(QUIET);
	}

	/** Waits once no byte has arrived for this time. */
	WaitingSockets(Duration quiet) {
		this.quiet = quiet;
	}

	@Override
	public Socket createSocket() {
		return new WaitingSocket(this.quiet);
	}

	@Override
	public Socket createSocket(String host, int port) {
		throw new UnsupportedOperationException("The driver connects its sockets itself");
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress local, int localPort) {
		return createSocket(host, port);
	}

	@Override
	public Socket createSocket(InetAddress host, int port) {
		return createSocket(host.getHostAddress(), port);
	}

	@Override
	public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
		return createSocket(host.getHostAddress(), port);
	}

	private static final class WaitingSocket extends Socket {

		private final Duration quiet;

		WaitingSocket(Duration quiet) {
			this.quiet = quiet;
		}

		@Override
		public InputStream getInputStream() throws IOException {
			return new WaitingInput(super.getInputStream(), this, this.quiet.toNanos());
		}

	}

	private static final class WaitingInput extends PushbackInputStream {

		private final Socket socket;

		private final long quietNanos;

		private long lastRead = System.nanoTime();

		WaitingInput(InputStream input, Socket socket, long quietNanos) {
			super(input, 1);
			this.socket = socket;
			this.quietNanos = quietNanos;
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			int count = super.read(target, offset, length);
			this.lastRead = System.nanoTime();
			return count;
		}

		@Override
		public int available() throws IOException {
			if (super.available() == 0 && System.nanoTime() - this.lastRead >= this.quietNanos) {
				awaitByte();
			}
			return super.available();
		}

		private void awaitByte() throws IOException {
			int timeoutMs = this.socket.getSoTimeout();
			this.socket.setSoTimeout(WAIT_MS);
			try {
				int next = read();
				if (next >= 0) {
					unread(next);
				}
			}
			catch (SocketTimeoutException ex) {
				// Nothing arrived; the caller asks again.
				return;
			}
			finally {
				this.socket.setSoTimeout(timeoutMs);
			}
		}

	}

}

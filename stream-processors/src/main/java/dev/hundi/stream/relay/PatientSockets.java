package dev.hundi.stream.relay;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import javax.net.SocketFactory;

/**
 * Sockets of the engine's connections. An engine that waits for the WAL asks its driver
 * whether a message is pending, and the driver waits for one millisecond each time: an
 * idle engine asks 600 times a second. These sockets make it wait for longer while no row
 * arrives. A message ends the wait immediately. (Decision 46.)
 */
public final class PatientSockets extends SocketFactory {

	/** How long the driver waits when it asks for a pending message. */
	private static final int PEEK_MS = 1;

	/**
	 * An engine that stops, or confirms a position, waits for as long. It is short enough
	 * for both, and rows wait for neither.
	 */
	private static final int IDLE_PEEK_MS = 200;

	/**
	 * Positions of rows are confirmed within this time, on the connection that the reader
	 * locks while it waits, and the next rows are delivered only after that.
	 */
	private static final Duration BUSY = Duration.ofSeconds(2);

	private static final AtomicLong idlePeeks = new AtomicLong();

	private final Arrivals arrivals;

	/**
	 * Created by the driver.
	 * @param run whose rows end the idle state
	 */
	public PatientSockets(String run) {
		this.arrivals = Arrivals.ofRun(run);
	}

	/** Returns how often a driver in this JVM has waited for longer. */
	static long idlePeeks() {
		return idlePeeks.get();
	}

	@Override
	public Socket createSocket() {
		return new PatientSocket(this.arrivals);
	}

	@Override
	public Socket createSocket(String host, int port) {
		throw unused();
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
		throw unused();
	}

	@Override
	public Socket createSocket(InetAddress host, int port) {
		throw unused();
	}

	@Override
	public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
		throw unused();
	}

	private static UnsupportedOperationException unused() {
		return new UnsupportedOperationException("The driver connects its sockets itself");
	}

	private static final class PatientSocket extends Socket {

		private final Arrivals arrivals;

		private PatientSocket(Arrivals arrivals) {
			this.arrivals = arrivals;
		}

		@Override
		public void setSoTimeout(int timeoutMs) throws SocketException {
			if (timeoutMs == PEEK_MS && this.arrivals.areQuietFor(BUSY)) {
				idlePeeks.incrementAndGet();
				super.setSoTimeout(IDLE_PEEK_MS);
			}
			else {
				super.setSoTimeout(timeoutMs);
			}
		}

	}

}

package dev.hundi.stream.relay;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicLong;

import javax.net.SocketFactory;

/**
 * Sockets of the engine's connections. An engine that reads the WAL asks its driver
 * whether a message is pending, and the driver waits for one millisecond each time: an
 * idle engine asks 600 times a second. These sockets make it wait for longer. A message
 * ends the wait immediately. (Decision 49.)
 */
public final class PatientSockets extends SocketFactory {

	/** How long the driver waits when it asks for a pending message. */
	private static final int PEEK_MS = 1;

	/**
	 * An engine that stops, or confirms a position, waits for as long. Rows wait for
	 * neither, see {@link ReaderConfirms}.
	 */
	private static final int PATIENT_PEEK_MS = 200;

	private static final AtomicLong patientPeeks = new AtomicLong();

	/** Returns how often a driver in this JVM has waited for longer. */
	static long patientPeeks() {
		return patientPeeks.get();
	}

	@Override
	public Socket createSocket() {
		return new PatientSocket();
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

		@Override
		public void setSoTimeout(int timeoutMs) throws SocketException {
			if (timeoutMs == PEEK_MS) {
				patientPeeks.incrementAndGet();
				super.setSoTimeout(PATIENT_PEEK_MS);
			}
			else {
				super.setSoTimeout(timeoutMs);
			}
		}

	}

}

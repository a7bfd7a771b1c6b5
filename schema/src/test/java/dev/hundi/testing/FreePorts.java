package dev.hundi.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that a test stops and starts again. They lie below the range that
 * systems take the ports of outgoing connections from: one of those could have the port
 * meanwhile, and a connection to it could even meet itself.
 */
public final class FreePorts {

	private static final int FIRST = 20_000;

	private static final int COUNT = 12_000;

	private static final AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private FreePorts() {
	}

	/** One that nobody listens on, and that this JVM was not given before. */
	public static int next() {
		for (int tries = 0; tries < COUNT; tries++) {
			int port = FIRST + next.getAndIncrement() % COUNT;
			try (ServerSocket socket = new ServerSocket()) {
				socket.setReuseAddress(true);
				socket.bind(new InetSocketAddress(port));
				return port;
			}
			catch (IOException ex) {
				// Somebody has it; the next one may be free.
			}
		}
		throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, FIRST + COUNT));
	}

}

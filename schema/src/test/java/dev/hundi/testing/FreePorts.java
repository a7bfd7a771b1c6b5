package dev.hundi.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that a test stops and starts again. They lie below the range of
 * ephemeral ports: an outgoing connection could occupy one meanwhile, or even connect to
 * itself.
 */
public final class FreePorts {

	private static final int FIRST = 20_000;

	private static final int COUNT = 12_000;

	private static final AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private FreePorts() {
	}

	/** A free port that this JVM has not used before. */
	public static int next() {
		for (int attempts = 0; attempts < COUNT; attempts++) {
			int port = FIRST + next.getAndIncrement() % COUNT;
			try (ServerSocket socket = new ServerSocket()) {
				socket.setReuseAddress(true);
				socket.bind(new InetSocketAddress(port));
				return port;
			}
			catch (IOException ex) {
				// The port is in use; try the next one.
			}
		}
		throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, FIRST + COUNT));
	}

}

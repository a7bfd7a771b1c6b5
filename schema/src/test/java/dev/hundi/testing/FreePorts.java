package dev.hundi.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that a test stops and starts again. They are below the ephemeral
 * range, from which an outgoing connection could take the port meanwhile, or even connect
 * to itself.
 */
public final class FreePorts {

	private static final int FIRST = 20_000;

	private static final int COUNT = 12_000;

	private static final AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private FreePorts() {
	}

	/** Returns a port that is free and was not returned before. */
	public static int next() {
		for (int attempt = 0; attempt < COUNT; attempt++) {
			int port = FIRST + next.getAndIncrement() % COUNT;
			try (ServerSocket socket = new ServerSocket()) {
				socket.setReuseAddress(true);
				socket.bind(new InetSocketAddress(port));
				return port;
			}
			catch (IOException ex) {
				// In use; try the next one.
			}
		}
		throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, FIRST + COUNT));
	}

}

package dev.hundi.sandbox.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** TCP ports of this machine. */
public final class Ports {

	private static final int FIRST = 20_000;

	private static final int COUNT = 12_000;

	private static final AtomicInteger next = new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

	private Ports() {
	}

	/**
	 * Returns a port that is free and was not returned before. It is below the ephemeral
	 * range, from which an outgoing connection could take it before the server does.
	 */
	public static int free() {
		for (int attempt = 0; attempt < COUNT; attempt++) {
			int port = FIRST + next.getAndIncrement() % COUNT;
			if (isFree(port)) {
				return port;
			}
		}
		throw new StartFailedException("No free port between %d and %d".formatted(FIRST, FIRST + COUNT));
	}

	/** The port itself, or a free one for 0. */
	public static int orFree(int port) {
		return (port == 0) ? free() : port;
	}

	/** Whether something accepts connections there. */
	public static boolean isListening(int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Whether a server could listen there, asked for every address of the machine.
	 */
	public static boolean isFree(int port) {
		if (isListening(port)) {
			return false;
		}
		try (ServerSocket socket = new ServerSocket()) {
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}

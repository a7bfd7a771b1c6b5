package dev.hundi.api.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards a local TCP port to another one while open, to simulate outages of a server.
 */
public final class Forwarder implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Forwarder.class);

	private final ServerSocket server;

	private final int target;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private Forwarder(ServerSocket server, int target) {
		this.server = server;
		this.target = target;
	}

	public static Forwarder open(int port, int target) {
		try {
			ServerSocket server = new ServerSocket();
			server.setReuseAddress(true);
			server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			Forwarder forwarder = new Forwarder(server, target);
			Thread.startVirtualThread(forwarder::accept);
			return forwarder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Closes every connection and accepts no more. */
	@Override
	public void close() {
		try {
			this.server.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket near = keep(this.server.accept());
				Socket far = keep(new Socket(InetAddress.getLoopbackAddress(), this.target));
				Thread.startVirtualThread(() -> copy(near, far));
				Thread.startVirtualThread(() -> copy(far, near));
			}
			catch (IOException ex) {
				// Closed while accepting.
				close();
			}
		}
	}

	private Socket keep(Socket socket) throws IOException {
		this.sockets.add(socket);
		if (this.server.isClosed()) {
			socket.close();
		}
		return socket;
	}

	private static void copy(Socket from, Socket to) {
		try (from; to) {
			from.getInputStream().transferTo(to.getOutputStream());
		}
		catch (IOException ex) {
			logger.debug("One end went", ex);
		}
	}

}

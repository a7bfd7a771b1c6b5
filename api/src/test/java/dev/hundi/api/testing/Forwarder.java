package dev.hundi.api.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.testing.TestDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards a local port to the server of a database, to simulate outages. The port stays
 * its own during an outage, because another program could take it.
 */
public final class Forwarder implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Forwarder.class);

	private final ServerSocket server;

	private final URI target;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private volatile boolean outage;

	private Forwarder(ServerSocket server, URI target) {
		this.server = server;
		this.target = target;
	}

	/** Forwards a free port. */
	public static Forwarder to(TestDatabase database) {
		try {
			Forwarder forwarder = new Forwarder(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
					URI.create(database.url().substring("jdbc:".length())));
			Thread.startVirtualThread(forwarder::accept);
			return forwarder;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public int port() {
		return this.server.getLocalPort();
	}

	/** The address of the database at this port. */
	public String url() {
		return "jdbc:postgresql://localhost:" + port() + this.target.getPath();
	}

	/** Closes every connection, and new ones at once. */
	public void beginOutage() {
		this.outage = true;
		try {
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public void endOutage() {
		this.outage = false;
	}

	@Override
	public void close() {
		beginOutage();
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket near = keep(this.server.accept());
				Socket far = keep(new Socket(InetAddress.getLoopbackAddress(), this.target.getPort()));
				Thread.startVirtualThread(() -> copy(near, far));
				Thread.startVirtualThread(() -> copy(far, near));
			}
			catch (IOException ex) {
				logger.debug("A connection was not forwarded", ex);
			}
		}
	}

	private Socket keep(Socket socket) throws IOException {
		this.sockets.add(socket);
		if (this.outage) {
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

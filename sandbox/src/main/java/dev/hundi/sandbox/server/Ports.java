package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** TCP ports of this machine. */
public final class Ports {

	private Ports() {
	}

	/** A port that nothing listens on now. */
	public static int free() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No free port", ex);
		}
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

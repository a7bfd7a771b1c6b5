package dev.hundi.sandbox.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import dev.hundi.port.PortBlocks;

/** TCP ports of this machine. */
public final class Ports {

	private Ports() {
	}

	/**
	 * Returns a port that is free, was not returned before and is not returned to another
	 * process.
	 */
	public static int free() {
		return PortBlocks.next(Ports::isFree);
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
		return !isListening(port) && PortBlocks.canListen(port);
	}

}

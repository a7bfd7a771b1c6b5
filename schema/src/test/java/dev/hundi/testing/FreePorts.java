package dev.hundi.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

import dev.hundi.port.PortBlocks;

/** Ports for servers that a test stops and starts again. */
public final class FreePorts {

	private FreePorts() {
	}

	/** Returns a port that is free and was not returned before. */
	public static int next() {
		return PortBlocks.next(FreePorts::isFree);
	}

	private static boolean isFree(int port) {
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

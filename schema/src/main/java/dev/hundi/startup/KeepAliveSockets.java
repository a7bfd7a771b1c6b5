package dev.hundi.startup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;

import javax.net.SocketFactory;

import jdk.net.ExtendedSocketOptions;

/**
 * Keep-alive probes of connections to the database: with them, and with the driver's
 * {@code tcpKeepAlive}, this side notices within half a minute that the database's host
 * has vanished, however long a statement may run. The driver creates this class by name.
 */
public final class KeepAliveSockets extends SocketFactory {

	private static final int IDLE_SECONDS = 10;

	private static final int INTERVAL_SECONDS = 5;

	private static final int PROBES = 3;

	@Override
	public Socket createSocket() {
		try {
			Socket socket = new Socket();
			if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
				socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
				socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
				socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
			}
			return socket;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Socket createSocket(String host, int port) {
		throw new UnsupportedOperationException("The driver connects the socket itself");
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
		return createSocket(host, port);
	}

	@Override
	public Socket createSocket(InetAddress host, int port) {
		return createSocket(host.getHostName(), port);
	}

	@Override
	public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
		return createSocket(address, port);
	}

}

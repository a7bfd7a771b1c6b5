package dev.hundi.port;

import java.net.InetAddress;

import org.apache.catalina.connector.Connector;

/**
 * The port of health and metrics: {@code hundi.management.*}. Plain HTTP, so it belongs
 * on the loopback interface or on a network of the cluster.
 *
 * @param port TCP port, or 0 for any free port
 * @param address where it listens
 */
public record ManagementPort(int port, InetAddress address) {

	private static final String MAX_CONNECTIONS = "256";

	private static final String MAX_THREADS = "16";

	private static final String TIMEOUT_MS = "10000";

	/** How late a timeout may be, and how often an idle connector looks for one. */
	private static final String LOOKS_MS = "5000";

	public ManagementPort {
		if (port < 0 || port > 65_535) {
			throw new IllegalArgumentException("hundi.management.port must be 0 to 65535");
		}
	}

	/**
	 * A connector with threads of its own, so that it answers however busy the other is.
	 */
	Connector connector() {
		Connector connector = new Connector(QuietProtocol.class.getName());
		connector.setPort(this.port);
		connector.setThrowOnFailure(true);
		connector.setXpoweredBy(false);
		connector.setProperty("address", this.address.getHostAddress());
		connector.setProperty("maxConnections", MAX_CONNECTIONS);
		connector.setProperty("connectionTimeout", TIMEOUT_MS);
		connector.setProperty("maxThreads", MAX_THREADS);
		connector.setProperty("minSpareThreads", "1");
		looksRarely(connector);
		return connector;
	}

	static void looksRarely(Connector connector) {
		connector.setProperty("selectorTimeout", LOOKS_MS);
	}

}

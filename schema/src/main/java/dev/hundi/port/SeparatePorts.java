package dev.hundi.port;

import java.util.List;
import java.util.function.Predicate;

import org.apache.catalina.connector.Connector;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Lets one server listen on the public port and on the management port of an application.
 * The public port answers a list of paths only, the management port everything else. One
 * server instead of two, so that health remains available while the server drains, and a
 * process starts as fast as with one port.
 */
public final class SeparatePorts implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private final Predicate<String> publicPaths;

	private final @Nullable PublicPort open;

	private final ManagementPort management;

	private final @Nullable Connector managementConnector;

	private SeparatePorts(Predicate<String> publicPaths, @Nullable PublicPort open, ManagementPort management) {
		this.publicPaths = publicPaths;
		this.open = open;
		this.management = management;
		this.managementConnector = (open != null) ? management.connector() : null;
	}

	/**
	 * Both ports.
	 * @param settings prefix of the settings of the public port, for messages
	 * @param publicPaths the paths of the public port; one that ends with a slash stands
	 * for all below it
	 * @throws IllegalArgumentException the public port has neither TLS nor a setting that
	 * permits plain HTTP
	 */
	public static SeparatePorts of(String settings, PublicPort open, List<String> publicPaths,
			ManagementPort management) {
		open.requireTransport(settings);
		return new SeparatePorts(oneOf(publicPaths), open, management);
	}

	/** Only the management port. It does not answer the public paths either. */
	public static SeparatePorts managementOnly(List<String> publicPaths, ManagementPort management) {
		return new SeparatePorts(oneOf(publicPaths), null, management);
	}

	/**
	 * Both ports, of which the public one answers all paths but a list.
	 * @param managementPaths the paths of the management port
	 * @throws IllegalArgumentException as {@link #of}
	 */
	public static SeparatePorts exceptManagement(String settings, PublicPort open, List<String> managementPaths,
			ManagementPort management) {
		open.requireTransport(settings);
		return new SeparatePorts(oneOf(managementPaths).negate(), open, management);
	}

	private static Predicate<String> oneOf(List<String> paths) {
		return (path) -> paths.stream()
			.anyMatch((listed) -> listed.endsWith("/") ? path.startsWith(listed) : path.equals(listed));
	}

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.addContextValves(new RouteByPort(this.publicPaths, this.open, this.managementConnector));
		if (this.open == null || this.managementConnector == null) {
			factory.setPort(this.management.port());
			factory.setAddress(this.management.address());
			factory.addConnectorCustomizers(ManagementPort::looksRarely);
			return;
		}
		factory.setPort(this.open.port());
		factory.setAddress(this.open.address());
		if (this.open.sslBundle() != null) {
			factory.setSsl(Ssl.forBundle(this.open.sslBundle()));
		}
		factory.addAdditionalConnectors(this.managementConnector);
	}

}

package dev.hundi.testing;

import java.util.Objects;

import org.apache.catalina.connector.Connector;

import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/** Ports that applications of this JVM have chosen. */
public final class BoundPorts {

	private BoundPorts() {
	}

	/** The port of health and metrics, which is added to a public one if there is one. */
	public static int management(ApplicationContext application) {
		TomcatWebServer server = (TomcatWebServer) Objects
			.requireNonNull(((ServletWebServerApplicationContext) application).getWebServer());
		Connector[] connectors = server.getTomcat().getService().findConnectors();
		return connectors[connectors.length - 1].getLocalPort();
	}

}

package dev.hundi.port;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/** A server whose connectors wake up rarely while they are idle. */
public final class QuietServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.setProtocol(QuietProtocol.class.getName());
	}

}

package dev.hundi.api.http;

import org.apache.catalina.core.StandardHost;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Limits and valves of Tomcat that {@code hundi-api.yaml} cannot express.
 */
@Component
class TomcatLimits implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private static final int MAX_HEADERS = 64;

	private final HttpSettings settings;

	TomcatLimits(HttpSettings settings) {
		this.settings = settings;
	}

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.setProtocol(PromptHeadProtocol.class.getName());
		factory.addConnectorCustomizers((connector) -> {
			connector.setProperty("maxConnections", Integer.toString(this.settings.maxConnections()));
			connector.setProperty("connectionTimeout", Long.toString(this.settings.readTimeout().toMillis()));
			connector.setProperty("maxHeaderCount", Integer.toString(MAX_HEADERS));
			connector.setXpoweredBy(false);
		});
		factory.addEngineValves(new SecureAnswers(this.settings.isBehindProxy()));
		factory.addContextValves(new RequireEncoding());
		factory.addContextCustomizers((context) -> {
			if (context.getParent() instanceof StandardHost host) {
				host.setErrorReportValveClass(EnvelopeErrors.class.getName());
			}
		});
	}

}

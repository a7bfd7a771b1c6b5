package dev.hundi.api.observe;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Installs the observer in the server.
 */
@Configuration(proxyBeanMethods = false)
class ObserveConfiguration {

	@Bean
	ObserveRequests observeRequests(
			@Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> mapping,
			ObjectProvider<MeterRegistry> registry, ObserveSettings settings) {
		return new ObserveRequests(mapping::getObject, registry::getObject, settings.accessLog());
	}

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> observedServer(ObserveRequests observer) {
		return (factory) -> factory.addEngineValves(observer);
	}

	/** The event precedes the shutdown of the server. */
	@Bean
	ApplicationListener<ContextClosedEvent> closingServer(ObserveRequests observer) {
		return (event) -> observer.closeConnections();
	}

}
